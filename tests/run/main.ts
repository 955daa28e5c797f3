import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leftOut } from './platforms.ts';
import { check, playwright, type Tally, vitest } from './suites.ts';
import { ensureSystemPackages } from './system-packages.ts';

function runAll(): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'gpu-tray-tests-'));
  try {
    const tallies = [
      check('biome', ['ci', '--colors=off', '.']),
      check('tsc', ['-b']),
      check('knip', ['--no-progress']),
      check('electron-vite', ['build', '--logLevel', 'warn']),
      vitest(join(folder, 'vitest.json')),
      playwright('tests/renderer/playwright.config.ts', join(folder, 'renderer.json')),
      playwright('tests/e2e/playwright.config.ts', join(folder, 'e2e.json')),
    ];
    return tallies.reduce((sum, { passed, failed }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { reason } = leftOut(process.platform);
const { passed, failed } = ensureSystemPackages() ? runAll() : { passed: 0, failed: 1 };
if (reason !== null) console.log(`\nLeft out on ${process.platform}: ${reason}.`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
