import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeytarCall } from './keytar-protocol.ts';

/** A running helper process: Node's `fork` or Electron's `utilityProcess`. */
export interface HelperProcess {
  /** Sends a call, or drops it when the process has exited. Never throws. */
  send(call: KeytarCall): void;
  kill(): void;
}

/** Starts a process without stdin, stdout, or secrets in its arguments. @param onExit called once, also when it could not be started */
export type SpawnHelper = (
  onMessage: (message: unknown) => void,
  onExit: () => void,
) => HelperProcess;

/** Starts the keytar process with `fork`, which the app's `runAsNode` fuse rules out. By default it is beside this file, its stderr dropped. */
export function forkHelper({
  entry = new URL(`./keytar-process${extname(import.meta.url)}`, import.meta.url),
  env = process.env,
  onStderr,
}: {
  entry?: string | URL;
  env?: Readonly<NodeJS.ProcessEnv>;
  onStderr?: (text: string) => void;
} = {}) {
  const file = entry instanceof URL ? fileURLToPath(entry) : entry;
  return (...[onMessage, onExit]: Parameters<SpawnHelper>) => {
    const child = fork(file, [], {
      env: helperEnv(env),
      // Without our own flags, as without NODE_OPTIONS: `--inspect` would open a debugger port on the process that reads the secrets.
      execArgv: [],
      stdio: ['ignore', 'ignore', onStderr ? 'pipe' : 'ignore', 'ipc'],
    });
    if (onStderr) child.stderr?.setEncoding('utf8').on('data', onStderr);
    // An idle helper must not keep a finished program alive; a call in progress does, through its deadline.
    child.unref();
    child.channel?.unref();
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.on('error', () => {
      // `error` also reports a failed kill or send of a running process.
      if (child.pid === undefined) onExit();
    });
    return {
      pid: child.pid,
      send(call: KeytarCall) {
        // Without a callback, a closed channel would raise an `error` event.
        if (child.connected) child.send(call, () => {});
      },
      kill: () => void child.kill('SIGKILL'),
    };
  };
}

/** Without Node's options, and with untranslated messages, since errors are recognized by their text. */
export function helperEnv(env: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || name === 'NODE_OPTIONS' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
