import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM } from '../tests/chromium.ts';
import { benchAgainst } from './bench/against.ts';
import { table } from './bench/measure.ts';
import { PARTS } from './bench/parts.ts';

// `npm run bench [-- --long] [-- --against REV]`. `--part TITLE` prints the figures of one part as JSON.

/** Writes docs/benchmarks.md. */
async function writeAll(isLong: boolean): Promise<void> {
  const processors = cpus();
  const browser = await chromium.launch(CHROMIUM);
  const chromiumVersion = browser.version();
  await browser.close();
  const parts: string[] = [];
  for (const [title, bench] of PARTS) parts.push(`## ${title}\n\n${table(await bench(isLong))}\n`);
  const text = `# Benchmarks

Written by \`npm run bench${isLong ? ' -- --long' : ''}\` on ${new Date().toISOString().slice(0, 10)}: ${processors[0]?.model}, ${processors.length} cores, ${process.platform} ${release()}, Node
${process.versions.node}, Chromium ${chromiumVersion}. Medians; in brackets the ratio to the first row of a part, its floor, in the same run. \`ms\` is elapsed time. Two runs on
a shared machine differ by 2–10 %: compare states with \`npm run bench -- --against REV\`, which measures both in turn. Rows that wait ten minutes need \`--long\`.

Pages are measured without developer tools, and \`inspected\` with the DevTools protocol's \`Runtime\`, as in Playwright: V8 then looks up the
position of each error that React creates while it loads, more on the empty page than in the panel. Gitify 7.4, an Electron tray app of the same
kind: main process 2.9 × and 23 MB above the floor; a list of 50, inspected, after 5.8 ×, with 9.5 × the scripts, 4.5 × the heap and 328 kB (brotli)
of code for its first screen.

${parts.join('\n')}`;
  writeFileSync(join(import.meta.dirname, '../docs/benchmarks.md'), text);
  process.stdout.write(text);
}

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    against: { type: 'string' },
    part: { type: 'string' },
  },
});
const { long: isLong, against, part } = values;
if (part !== undefined) process.stdout.write(JSON.stringify(await PARTS.get(part)?.(isLong)));
else if (against !== undefined)
  await benchAgainst(against, isLong, (text) => process.stdout.write(text));
else await writeAll(isLong);
