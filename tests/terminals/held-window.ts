import { readFile } from 'node:fs/promises';
import { until } from './until.ts';

/** The first field of a process's state after its name, which may hold anything (proc(5)); null when it has ended. */
async function state(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const letter = stat?.slice(stat.lastIndexOf(')') + 2)[0] ?? null;
  return letter === 'Z' ? null : letter;
}

/** Resolves once a process has ended. */
export async function hasEnded(pid: number): Promise<void> {
  await until(`process ${pid} ends`, async () => ((await state(pid)) === null ? true : null));
}

/** Resolves once a process sleeps and no child of its runs: it waits for somebody. Rejects when it has ended. */
export async function waitsForSomebody(pid: number): Promise<void> {
  await until(`process ${pid} waits`, async () => {
    const now = await state(pid);
    if (now === null) throw new Error(`Process ${pid} has ended.`);
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null);
    return now === 'S' && children === '' ? true : null;
  });
}
