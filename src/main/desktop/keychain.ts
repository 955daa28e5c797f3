import { utilityProcess } from 'electron';
import type { HelperProcess, SpawnHelper } from '../../core/vault/index.ts';

/** Our environment without Node's options, and with untranslated messages, since errors are recognized by their text. */
function helperEnv(): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || name === 'NODE_OPTIONS' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

/**
 * Starts the keytar process as an Electron utility process; `child_process.fork` needs the run-as-node fuse, which is off.
 * @param entry the bundled `keytar-process`
 */
export function spawnKeytar(entry: string): SpawnHelper {
  return (): HelperProcess => {
    const child = utilityProcess.fork(entry, [], {
      stdio: 'ignore',
      env: helperEnv(),
      serviceName: 'GPU Tray keychain',
    });
    let hasExited = false;
    child.once('exit', () => {
      hasExited = true;
    });
    return {
      get pid() {
        return child.pid;
      },
      send(message) {
        if (!hasExited) child.postMessage(message);
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', () => listener()),
      kill() {
        if (hasExited) return;
        // `child.kill` sends SIGTERM, which a process stuck in a native call ignores.
        if (child.pid === undefined) child.kill();
        else forceKill(child.pid);
      },
    };
  };
}

function forceKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone; its exit event follows.
  }
}
