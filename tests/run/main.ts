import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSystemPackages } from './system-packages.ts';

interface Tally {
  passed: number;
  failed: number;
}

/** Runs a program from `node_modules/.bin` (npm puts it on the path) with our own output. */
function succeeds(command: string, args: readonly string[]): boolean {
  console.log(`\n▶ ${[command, ...args].join(' ')}`);
  return (
    spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0
  );
}

/** A check that passes or fails as a whole. */
function check(command: string, args: readonly string[]): Tally {
  return succeeds(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function readCounts(file: string): Tally {
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const count = (key: string): number => {
    const value = typeof report === 'object' && report !== null ? Reflect.get(report, key) : null;
    return typeof value === 'number' ? value : 0;
  };
  return { passed: count('numPassedTests'), failed: count('numFailedTests') };
}

function unitTests(folder: string): Tally {
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const isGreen = succeeds('vitest', ['run', ...reporters]);
  try {
    const tally = readCounts(file);
    // A suite that does not load, or an error outside any test, fails the run without failing a test.
    return isGreen || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function runAll(): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'gpu-tray-tests-'));
  try {
    const tallies = [
      check('biome', ['ci', '--colors=off', '.']),
      check('tsc', ['-b']),
      check('knip', ['--no-progress']),
      unitTests(folder),
    ];
    return tallies.reduce((sum, { passed, failed }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { passed, failed } = ensureSystemPackages() ? runAll() : { passed: 0, failed: 1 };
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
