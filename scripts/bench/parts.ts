import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchHistory, writeYears } from './history.ts';
import { benchLargeFleet } from './large-fleet.ts';
import type { Measurement } from './measure.ts';
import { benchPanels } from './panels.ts';
import { benchPolls } from './polls.ts';
import { benchStarts } from './starts.ts';
import { benchWatch } from './watch.ts';

type Part = (isLong: boolean) => Promise<readonly Measurement[]>;

/** Passes the path of a history of two years. */
async function withYears(
  run: (history: string) => Promise<readonly Measurement[]>,
): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  try {
    const history = join(folder, 'history.db');
    writeYears(history);
    return await run(history);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** By title, in the order of the page. */
export const PARTS = new Map<string, Part>([
  ['Starts', () => withYears(benchStarts)],
  ['gpu-tray watch', benchWatch],
  ['Polls', benchPolls],
  ['Polls in which all VMs changed', benchLargeFleet],
  ['History', () => withYears(benchHistory)],
  ['Panel', benchPanels],
]);
