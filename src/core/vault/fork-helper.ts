import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HelperProcess, SpawnHelper } from './helper-process.ts';

/** How the helper is started on plain Node. */
export interface ForkOptions {
  /** The file of `keytar-process`; by default the one beside this module, which a bundler may have moved. */
  readonly entry?: string | URL;
  /** The environment it inherits; by default this process's. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  /** Receives what it writes to stderr; by default that is dropped. */
  readonly onStderr?: (text: string) => void;
}

/** Starts the keytar process with Node's `fork`, for the command line and tests. Not for Electron: see `SpawnHelper`. */
export function forkHelper({
  entry = new URL('./keytar-process.ts', import.meta.url),
  env = process.env,
  onStderr,
}: ForkOptions = {}): SpawnHelper {
  const file = entry instanceof URL ? fileURLToPath(entry) : entry;
  return () => start(file, helperEnv(env), onStderr);
}

function start(
  file: string,
  env: NodeJS.ProcessEnv,
  onStderr: ((text: string) => void) | undefined,
): HelperProcess {
  const child = fork(file, [], {
    env,
    // Without our own flags: an `--inspect` would open a debugger port on the process that holds the secrets.
    execArgv: [],
    stdio: ['ignore', 'ignore', onStderr ? 'pipe' : 'ignore', 'ipc'],
  });
  if (onStderr) child.stderr?.setEncoding('utf8').on('data', onStderr);
  // An idle helper must not keep a finished command line program alive; a call in progress does, by its deadline.
  child.unref();
  child.channel?.unref();

  let exited = false;
  const exitListeners: (() => void)[] = [];
  const exit = () => {
    if (exited) return;
    exited = true;
    for (const listener of exitListeners) listener();
  };
  child.once('exit', exit);
  child.on('error', () => {
    // Besides a failed start, `error` reports a failed kill or send of a process that lives on.
    if (child.pid === undefined) exit();
  });
  return {
    pid: child.pid,
    send(message) {
      // Without a callback a closed line would raise an `error` event; `exit` tells the same.
      if (child.connected) child.send(message, () => {});
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void exitListeners.push(listener),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Our environment without what changes how Node runs, and with messages untranslated, since we tell errors by them. */
function helperEnv(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...rest } = env;
  return { ...rest, LC_ALL: 'C' };
}
