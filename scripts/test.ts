import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planTests } from './test/plan.ts';
import { check, playwright, type Tally, vitest } from './test/suites.ts';
import { installPackages } from './test/system-packages.ts';

// `npm test`: formatting, lint, types, unused exports, the build and every suite that this system can run.

async function runAll(leftOut: readonly string[]): Promise<readonly Tally[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gpu-tray-tests-'));
  const specs = async (name: string, config: string): Promise<readonly Tally[]> =>
    leftOut.includes(name) ? [] : [await playwright(config, join(folder, `${name}.json`))];
  try {
    // The specs use the build. Then all at once, since most tests wait for processes and sockets.
    const built = await check('electron-vite', ['build', '--logLevel', 'warn']);
    const rest = await Promise.all([
      check('biome', ['ci', '--colors=off', '.']),
      // With more checkers, each one checks the shared types again: a third more work.
      check('tsc', ['-b', '--checkers', '1']),
      check('knip', ['--no-progress']),
      vitest(
        join(folder, 'vitest.json'),
        leftOut.filter((name) => !isSpecs(name)),
      ),
      specs('renderer-specs', 'tests/renderer/playwright.config.ts'),
      specs('e2e', 'tests/e2e/playwright.config.ts'),
    ]);
    return [built, ...rest.flat()];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isSpecs = (name: string) => name === 'renderer-specs' || name === 'e2e';

const { packages } = planTests(process.platform);
if (packages.length > 0) installPackages(packages);
const plan = planTests(process.platform);
const tallies = await runAll(plan.leftOut.map(({ suite }) => suite));
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
for (const { suite, reason } of plan.leftOut) console.log(`Left out: ${suite} (${reason})`);
// A developer's machine may lack programs; CI may not.
const isIncomplete = Boolean(process.env['CI']) && plan.packages.length > 0;
const failures = [
  ...tallies.flatMap((tally) => tally.failures),
  ...(isIncomplete ? ['CI is set, so missing programs are a failure.'] : []),
];
// Here again, since their own output is far above.
for (const failure of failures) console.log(`\nFailed: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
