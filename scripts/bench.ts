import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM } from '../tests/chromium.ts';
import { benchDays } from './bench/days.ts';
import { benchHistory, writeYears } from './bench/history.ts';
import { benchLargeFleet } from './bench/large-fleet.ts';
import { type Measurement, table } from './bench/measure.ts';
import { benchPanels } from './bench/panels.ts';
import { benchPolls } from './bench/polls.ts';
import { benchStarts } from './bench/starts.ts';
import { benchWatch } from './bench/watch.ts';

/** The parts, one after the other. */
async function sections(): Promise<readonly (readonly [string, readonly Measurement[]])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  const history = join(folder, 'history.db');
  try {
    writeYears(history);
    return [
      ['Starts', await benchStarts(history)],
      ['gpu-tray watch', await benchWatch()],
      ['Polls', await benchPolls()],
      ['Polls in which all VMs changed', await benchLargeFleet()],
      ['A simulated week', await benchDays()],
      ['History', await benchHistory(history)],
      ['Panel', await benchPanels()],
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const processors = cpus();
const browser = await chromium.launch(CHROMIUM);
const chromiumVersion = browser.version();
await browser.close();
const parts = (await sections()).map(
  ([title, measurements]) => `## ${title}\n\n${table(measurements)}\n`,
);
const text = `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${processors[0]?.model}, ${processors.length} cores, ${process.platform} ${release()}, Node
${process.versions.node}, Chromium ${chromiumVersion}. The floor of a part is its first target, in the same run. \`ms\` is elapsed time, which other load on
the machine makes longer; CPU time is that of the process or of the page's thread.

The panel's pages are measured without developer tools. Where the DevTools protocol's \`Runtime\` is on, as Playwright turns it on in
every page, V8 looks up the source position of each error that is created. React creates four while it loads: that adds more to the empty
page than to the panel, so the ratios are smaller. The rows called \`inspected\` are measured in that way.

Gitify 7.4, an Electron tray app of the same kind: main process 2.9 × and 23 MB above the floor; a list of 50, inspected, is ready
after 5.8 ×, with 9.5 × the scripts and 4.5 × the heap; 328 kB (brotli) of code for its first screen.

${parts.join('\n')}`;
writeFileSync(join(import.meta.dirname, '../docs/benchmarks.md'), text);
process.stdout.write(text);
