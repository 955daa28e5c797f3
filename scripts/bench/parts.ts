import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from './measure.ts';

type Part = (isLong: boolean) => Promise<readonly Measurement[]>;

/** Passes the path of a history of two years. */
async function withYears(
  run: (history: string) => Promise<readonly Measurement[]>,
): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  try {
    const history = join(folder, 'history.db');
    (await import('./history.ts')).writeYears(history);
    return await run(history);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** By title, in the order of the page. Each loads its own code only: a revision to compare with may lack that of another part. */
export const PARTS = new Map<string, Part>([
  ['Starts', async () => withYears((await import('./starts.ts')).benchStarts)],
  ['gpu-tray watch', async (isLong) => (await import('./starts.ts')).benchWatch(isLong)],
  ['Polls', async () => (await import('./polls.ts')).benchPolls()],
  [
    'Polls in which all VMs changed',
    async () => (await import('./large-fleet.ts')).benchLargeFleet(),
  ],
  ['History', async () => withYears((await import('./history.ts')).benchHistory)],
  ['Panel', async () => (await import('./panels.ts')).benchPanels()],
]);
