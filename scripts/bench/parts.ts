import { join } from 'node:path';
import { type Measurement, withFolder } from './measure.ts';

type Part = (isLong: boolean) => Promise<readonly Measurement[]>;

/** Passes the path of a history of two years. */
const withYears = (run: (history: string) => Promise<readonly Measurement[]>) =>
  withFolder(async (folder) => {
    const history = join(folder, 'history.db');
    (await import('./history.ts')).writeYears(history);
    return run(history);
  });

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
