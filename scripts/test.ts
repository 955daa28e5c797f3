import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { planTests } from './test/plan.ts';
import { report } from './test/report.ts';
import { check, playwright, type Tally, vitest } from './test/suites.ts';
import { installPackages } from './test/system-packages.ts';

// `npm test`: formatting, lint, types, unused exports, the build and every suite that this system can run.

async function runAll(leftOut: readonly string[]): Promise<readonly Tally[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gpu-tray-tests-'));
  async function specs(path: string): Promise<readonly Tally[]> {
    if (leftOut.includes(path)) return [];
    const tally = await playwright(
      `${path}/playwright.config.ts`,
      join(folder, `${basename(path)}.json`),
    );
    return [tally];
  }
  /** All at once, since most tests wait for processes and sockets. */
  async function usingTheBuild(): Promise<readonly Tally[]> {
    const built = await check('electron-vite', ['build', '--logLevel', 'warn']);
    const tallies = await Promise.all([
      vitest(join(folder, 'vitest.json'), leftOut),
      specs('tests/renderer'),
      specs('tests/e2e'),
    ]);
    return [built, ...tallies.flat()];
  }
  try {
    const tallies = await Promise.all([
      usingTheBuild(),
      // With more checkers, each one checks the shared types again: a third more work.
      check('tsc', ['-b', '--checkers', '1']),
      check('biome', ['ci', '--colors=off', '.']),
      check('knip', ['--no-progress']),
    ]);
    return tallies.flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
