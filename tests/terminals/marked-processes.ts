import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Everything we start carries this in its environment, with a path of the test's own, and hands it on. */
export const MARK = 'GPU_TRAY_TERMINALS_TEST';

/** Those with that path or one below it. */
async function marked(path: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // A process of another user, or one that has just ended, is none of ours.
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const isMarked = environment
        .split('\0')
        .some((entry) => entry === `${MARK}=${path}` || entry.startsWith(`${MARK}=${path}/`));
      return isMarked ? [Number(pid)] : [];
    }),
  );
  return found.flat().filter((pid) => pid !== process.pid);
}

/** What their programs are called, in the 15 characters that the system keeps. */
export async function markedNames(path: string): Promise<readonly string[]> {
  const names = (await marked(path)).map((pid) =>
    readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(names)).map((name) => name.trimEnd());
}

/** Ends every process with that mark or one below it: terminals are made to outlive whoever started them. */
export async function endMarked(path: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (let pids = await marked(path); pids.length > 0; pids = await marked(path)) {
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
