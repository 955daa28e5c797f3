import { rmSync } from 'node:fs';
import { planTests } from './test/plan.ts';
import { report } from './test/report.ts';
import { check, playwright, vitest } from './test/suites.ts';
import { installPackages } from './test/system-packages.ts';
import type { Tally } from './test/tally.ts';
import { makeTemporaryFolder } from './test/temporary-folder.ts';

// `npm test`: formatting, lint, types, unused exports, the build and every suite that this system can run.

async function runAll(leftOut: readonly string[]): Promise<readonly Tally[]> {
  const folder = makeTemporaryFolder();
  process.env['TMPDIR'] = folder;
  /** One after the other: with all at once, two cores keep tests waiting for so long that they time out. */
  async function browserSpecs(): Promise<readonly Tally[]> {
    const tallies: Tally[] = [];
    for (const path of ['tests/e2e', 'tests/renderer'])
      if (!leftOut.includes(path)) tallies.push(await playwright(`${path}/playwright.config.ts`));
    return tallies;
  }
  async function usingTheBuild(): Promise<readonly Tally[]> {
    const built = await check('electron-vite', ['build', '--logLevel', 'warn']);
    const tallies = await Promise.all([vitest(leftOut), browserSpecs()]);
    return [built, ...tallies.flat()];
  }
  async function checks(): Promise<readonly Tally[]> {
    return [
      // With more checkers, each one checks the shared types again: a third more work.
      // It ends with most of its memory in use, so collecting garbage frees little and takes a quarter of the time.
      await check('tsc', ['-b', '--checkers', '1'], { GOGC: '400' }),
      await check('biome', ['ci', '--colors=off', '.']),
      await check('knip', ['--no-progress']),
    ];
  }
  try {
    return (await Promise.all([usingTheBuild(), checks()])).flat();
  } finally {
    // A program that a test killed may end after its test.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const { packages } = planTests(process.platform);
if (packages.length > 0) installPackages(packages);
const plan = planTests(process.platform);
const tallies = await runAll(plan.leftOut.map(({ path }) => path));
for (const { path, reason } of plan.leftOut) console.log(`Left out: ${path} (${reason})`);
// A developer's machine may lack programs; CI may not.
const isIncomplete = Boolean(process.env['CI']) && plan.packages.length > 0;
const missing = { name: 'CI is set, so missing programs are a failure.', reason: '' };
const { lines, isGreen } = report(tallies, isIncomplete ? [missing] : []);
console.log(lines.join('\n'));
process.exitCode = isGreen ? 0 : 1;
