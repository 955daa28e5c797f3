import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Everything we start carries this in its environment, with a value of the test's own, and hands it on. */
export const MARK = 'GPU_TRAY_TERMINALS_TEST';

async function marked(value: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // A process of another user, or one that has just ended, is none of ours.
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(`${MARK}=${value}`) ? [Number(pid)] : [];
    }),
  );
  return found.flat().filter((pid) => pid !== process.pid);
}

/** Ends every process with that mark: terminals are made to outlive whoever started them. */
export async function endMarked(value: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (let pids = await marked(value); pids.length > 0; pids = await marked(value)) {
    if (performance.now() > deadline) throw new Error(`Still running: ${pids.join(', ')}`);
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await pause(20);
  }
}
