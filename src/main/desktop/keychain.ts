import { utilityProcess } from 'electron';
import { helperEnv, type SpawnHelper } from '../../core/vault/index.ts';

/** Shown in Chromium's reports and the system's task manager. */
export const KEYCHAIN_HELPER = 'GPU Tray keychain';

/** Starts an Electron utility process: `child_process.fork` needs the run-as-node fuse, which is off. @param entry its bundle */
export function keytarSpawner(entry: string): SpawnHelper {
  return (onMessage, onExit) => {
    const child = utilityProcess.fork(entry, [], {
      stdio: 'ignore',
      env: helperEnv(process.env),
      serviceName: KEYCHAIN_HELPER,
    });
    child.on('message', onMessage);
    child.once('exit', () => onExit());
    /** With SIGKILL: `child.kill` sends SIGTERM, which a process stuck in a native call ignores. */
    function kill(): void {
      try {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
      } catch {
        // Already gone; its exit event follows.
      }
    }
    return {
      // Electron drops what is sent after the exit.
      send: (call) => child.postMessage(call),
      kill() {
        // Nothing can end it before it has a pid (electron/electron, `electron_api_utility_process.cc`).
        if (child.pid === undefined) child.once('spawn', kill);
        else kill();
      },
    };
  };
}
