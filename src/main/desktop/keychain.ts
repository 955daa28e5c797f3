import { type HelperProcess, helperEnv, type SpawnHelper } from '../../core/vault/index.ts';

/** Shown in Chromium's reports and the system's task manager. */
export const KEYCHAIN_HELPER = 'GPU Tray keychain';

interface Child {
  /** Undefined before `spawn` and after `exit`. */
  readonly pid: number | undefined;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'spawn' | 'exit', listener: () => void): unknown;
  postMessage(message: unknown): void;
}

interface UtilityProcesses {
  fork(
    entry: string,
    args: string[],
    options: { stdio: 'ignore'; env: Record<string, string>; serviceName: string },
  ): Child;
}

/** Forks an Electron utility process: `child_process.fork` needs the run-as-node fuse, which is off. @param entry its bundle */
export function spawnKeytar(processes: UtilityProcesses, entry: string): SpawnHelper {
  return (): HelperProcess => {
    const child = processes.fork(entry, [], {
      stdio: 'ignore',
      env: helperEnv(process.env),
      serviceName: KEYCHAIN_HELPER,
    });
    let hasExited = false;
    child.once('exit', () => {
      hasExited = true;
    });
    return {
      get pid() {
        return child.pid;
      },
      send(call) {
        if (!hasExited) child.postMessage(call);
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', () => listener()),
      kill() {
        if (hasExited) return;
        // Before it has a pid nothing can end it: `child.kill` does nothing then (electron/electron,
        // `electron_api_utility_process.cc`). Later it sends SIGTERM, which a process stuck in a native call ignores.
        if (child.pid === undefined) child.once('spawn', () => forceKill(child.pid));
        else forceKill(child.pid);
      },
    };
  };
}

function forceKill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone; its exit event follows.
  }
}
