import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Polls every 50 ms until the result is not null; rejects after a minute. */
export async function until<Result>(
  what: string,
  poll: () => Promise<Result | null>,
): Promise<Result> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const result = await poll();
    if (result !== null) return result;
    if (performance.now() > deadline) throw new Error(`timeout: ${what}`);
    await pause(50);
  }
}

/** An environment variable that every process of a test inherits, with a path of the test as its value. */
export const MARK = 'GPU_TRAY_TERMINALS_TEST';

/** The processes marked with that path or one below it. */
async function marked(path: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // A process of another user, or one that has just ended, is not ours.
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const isMarked = environment
        .split('\0')
        .some((entry) => entry === `${MARK}=${path}` || entry.startsWith(`${MARK}=${path}/`));
      return isMarked ? [Number(pid)] : [];
    }),
  );
  return found.flat().filter((pid) => pid !== process.pid);
}

/** The names of the marked processes, cut to 15 characters by the kernel. */
export async function markedNames(path: string): Promise<readonly string[]> {
  const names = (await marked(path)).map((pid) =>
    readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(names)).map((name) => name.trimEnd());
}

/** Kills the marked processes: terminals outlive what started them. */
export async function endMarked(path: string): Promise<void> {
  await until('marked processes end', async () => {
    const pids = await marked(path);
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    return pids.length === 0 ? true : null;
  });
}

/** The state of a process: the first field after its name, which may hold anything (proc(5)); null when it has ended. */
async function stateOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const letter = stat?.slice(stat.lastIndexOf(')') + 2)[0] ?? null;
  return letter === 'Z' ? null : letter;
}

/** Resolves once a process has ended. */
export async function hasEnded(pid: number): Promise<void> {
  await until(`process ${pid} ends`, async () => ((await stateOf(pid)) === null ? true : null));
}

/** Resolves once a process sleeps without children: it waits for input. Rejects when it has ended. */
export async function waitsForInput(pid: number): Promise<void> {
  await until(`process ${pid} waits`, async () => {
    const state = await stateOf(pid);
    if (state === null) throw new Error(`process ${pid} has ended`);
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null);
    return state === 'S' && children === '' ? true : null;
  });
}
