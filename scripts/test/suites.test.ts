import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
const MODULES = join(PROJECT, 'node_modules');

const FILES = {
  'fine.test.mjs': `import { expect, test } from 'vitest';
    test('fine', () => {});
    test('a sum', () => { expect(1 + 1).toBe(3); });`,
  'broken.test.mjs': 'throw new Error("no test");',
  'vitest.config.mjs': `export default { test: { include: ['*.test.mjs'] } };`,
  'group.spec.mjs': `import { expect, test } from '@playwright/test';
    test('fine', () => {});
    test.describe('group', () => {
      test('a sum', () => { expect(1 + 1).toBe(3); });
      test('once', ({}, { retry }) => { expect(retry).toBe(1); });
    });`,
  'playwright.config.mjs': `export default { testMatch: '*.spec.mjs', retries: 1 };`,
  'run.mjs': `import { check, playwright, vitest } from '${join(PROJECT, 'scripts/test/suites.ts')}';
    const tallies = [
      await check('false', []),
      await vitest('vitest.json', []),
      await playwright('playwright.config.mjs', 'playwright.json'),
      await playwright('missing.config.mjs', 'missing.json'),
    ];
    console.log('\\n' + JSON.stringify(tallies));`,
};

test('every failure is counted, with its place and its reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-suites-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  await symlink(MODULES, join(folder, 'node_modules'));
  const env = { ...process.env, PATH: `${join(MODULES, '.bin')}:${process.env['PATH']}` };
  const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs'], { cwd: folder, env });
  const tallies = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const [ofCheck, ofVitest, ofPlaywright, ofNone] = tallies;
  expect(ofCheck).toEqual({ passed: 0, failures: ['false'] });
  expect(ofVitest.passed).toBe(1);
  expect(ofVitest.failures).toEqual([
    expect.stringMatching(/^broken\.test\.mjs\n *no test/),
    expect.stringMatching(/^fine\.test\.mjs: a sum\n *AssertionError: expected 2 to be 3/),
  ]);
  expect(ofPlaywright.passed).toBe(1);
  expect(ofPlaywright.failures).toEqual([
    expect.stringMatching(/^group\.spec\.mjs:4 a sum\n *Error: expect/),
    expect.stringMatching(/^group\.spec\.mjs:5 once\n *Error: expect/),
  ]);
  expect(ofNone).toEqual({ passed: 0, failures: ['missing.config.mjs'] });
});
