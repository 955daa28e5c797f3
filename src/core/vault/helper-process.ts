/** A started helper process, as far as the vault needs one: Node's `fork` and Electron's `utilityProcess` both fit. */
export interface HelperProcess {
  /** `undefined` when it could not be started; `onExit` follows. */
  readonly pid: number | undefined;
  /** Delivers a message, or drops it when the process is gone. Never throws. */
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The listener is called once, when the process has ended or could not be started. */
  onExit(listener: () => void): void;
  /** Ends it at once (SIGKILL), whatever it is doing. */
  kill(): void;
}

/**
 * Starts a helper process. Must not hand it stdin or stdout, nor a secret in its arguments or environment. In Electron,
 * where the `runAsNode` fuse rules out `fork`, `utilityProcess.fork(entry, [], { stdio: 'ignore' })` gives all that is
 * needed: `postMessage`, `on('message')`, `on('exit')` and `pid` (its own `kill` is only a SIGTERM).
 */
export type SpawnHelper = () => HelperProcess;
