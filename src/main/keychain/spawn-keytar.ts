import { utilityProcess } from 'electron';
import type { HelperProcess, SpawnHelper } from '../../core/vault/index.ts';

/** Our environment without what changes how Node runs, and with messages untranslated, since we tell errors by them. */
function helperEnv(): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || name === 'NODE_OPTIONS' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

/**
 * Starts the keytar process as Electron's utility process: `fork` is ruled out by the fuse that keeps the app from being
 * run as Node.
 * @param entry the bundled `keytar-process`
 */
export function spawnKeytar(entry: string): SpawnHelper {
  return (): HelperProcess => {
    const child = utilityProcess.fork(entry, [], {
      stdio: 'ignore',
      env: helperEnv(),
      serviceName: 'GPU Tray keychain',
    });
    let isOver = false;
    child.once('exit', () => {
      isOver = true;
    });
    return {
      get pid() {
        return child.pid;
      },
      send(message) {
        if (!isOver) child.postMessage(message);
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', () => listener()),
      kill() {
        if (isOver) return;
        // Its own `kill` is a SIGTERM, which a process stuck in a native call does not read.
        if (child.pid === undefined) child.kill();
        else killAtOnce(child.pid);
      },
    };
  };
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already, and its exit is on its way to us.
  }
}
