import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM } from '../tests/chromium.ts';
import { checkOut, comparison } from './bench/against.ts';
import { measureInTurn, type Open, table } from './bench/measure.ts';

// `npm run bench [-- --long] [-- --against REV]`

const PROJECT = join(import.meta.dirname, '..');

/** By title, in the order of the page. Each state has its own copy, which imports the code of that state. */
const PARTS = new Map([
  ['Starts', 'starts.ts'],
  ['Polls', 'polls.ts'],
  ['Panel', 'panels.ts'],
]);

const print = (text: string) => void process.stdout.write(text);

/** Measures a part in the states of these folders in turn. */
async function measurePart(file: string, folders: readonly string[], rounds: number) {
  await using opened = new AsyncDisposableStack();
  const states: Awaited<ReturnType<Open>>[] = [];
  for (const folder of folders) {
    const { open }: { readonly open: Open } = await import(join(folder, 'scripts/bench', file));
    const targets = await open(opened);
    states.push(targets.filter(({ isLong = false }) => values.long || !isLong));
  }
  const measured = await measureInTurn(states, rounds, ({ name }, error) => {
    if (folders.length === 1) throw error;
    print(`${name}: not compared, since one state cannot run it. ${error}\n`);
  });
  return { states, measured };
}

/** Writes docs/benchmarks.md. */
async function writeAll(): Promise<void> {
  const processors = cpus();
  const browser = await chromium.launch(CHROMIUM);
  const chromiumVersion = browser.version();
  await browser.close();
  const parts: string[] = [];
  for (const [title, file] of PARTS) {
    const { states, measured } = await measurePart(file, [PROJECT], 5);
    parts.push(`## ${title}\n\n${table(states.flat(), measured)}\n`);
  }
  const text = `# Benchmarks

Written by \`npm run bench${values.long ? ' -- --long' : ''}\` on ${new Date().toISOString().slice(0, 10)}: ${processors[0]?.model}, ${processors.length} cores, ${process.platform} ${release()}, Node
${process.versions.node}, Chromium ${chromiumVersion}. Medians; in brackets the ratio to the empty process or page above, the floor, in the same run. \`ms\` is elapsed time. Two runs on
a shared machine differ by 2–10 %: compare states with \`npm run bench -- --against REV\`, which measures both in turn. Rows that wait ten minutes need \`--long\`.

Pages are measured without developer tools, and \`inspected\` with the DevTools protocol's \`Runtime\`, as in Playwright: V8 then looks up the
position of each error that React creates while it loads, more on the empty page than in the panel. Gitify 7.4, an Electron tray app of the same
kind: main process 2.9 × and 23 MB above the floor; a list of 50, inspected, after 5.8 ×, with 9.5 × the scripts, 4.5 × the heap and 328 kB (brotli)
of code for its first screen.

${parts.join('\n')}`;
  writeFileSync(join(PROJECT, 'docs/benchmarks.md'), text);
  print(text);
}

/** Prints a comparison of the working tree with a revision. */
async function compareAll(revision: string): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const folders = [await checkOut(revision, opened), PROJECT];
  for (const [title, file] of PARTS) {
    try {
      const { states, measured } = await measurePart(file, folders, 10);
      print(`${comparison(title, revision, states, measured)}\n\n`);
    } catch (error) {
      print(`${title}: not compared, since one state cannot run it. ${error}\n\n`);
    }
  }
}

const { values } = parseArgs({
  options: { long: { type: 'boolean', default: false }, against: { type: 'string' } },
});
await (values.against === undefined ? writeAll() : compareAll(values.against));
