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
  'out.test.mjs': 'throw new Error("left out");',
  'vitest.config.mjs': `export default {
    test: { include: ['*.test.mjs'], testTimeout: 300_000, isolate: false, maxWorkers: 1 },
  };`,
  'group.spec.mjs': `import { expect, test } from '@playwright/test';
    test('fine', () => {});
    test.describe('group', () => {
      test.describe.configure({ retries: 1 });
      test('once', ({}, { retry }) => { expect(retry).toBe(1); });
    });
    test('a sum', () => { expect(1 + 1).toBe(3); });`,
  'playwright.config.mjs': `export default { testMatch: '*.spec.mjs', timeout: 0 };`,
  'run.mjs': `import { check, playwright, vitest } from '${join(PROJECT, 'scripts/test/suites.ts')}';
    const tallies = [
      await check('false', []),
      await vitest(['left', 'out.test.mjs']),
      await playwright('playwright.config.mjs'),
      await playwright('missing.config.mjs'),
    ];
    console.log('\\n' + JSON.stringify(tallies));`,
};

test('every failure is counted, with its place and its reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-suites-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  await symlink(MODULES, join(folder, 'node_modules'));
  const path = `${join(MODULES, '.bin')}:${process.env['PATH']}`;
  const env = { ...process.env, TMPDIR: folder, PATH: path };
  const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs'], { cwd: folder, env });
  const tallies = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const [ofCheck, ofVitest, ofPlaywright, ofNone] = tallies;
  const failed = (name: string) => ({ passed: 0, failures: [{ name, reason: '' }], files: [] });
  const because = (name: string, reason: RegExp) => ({
    name,
    reason: expect.stringMatching(reason),
  });
  expect(ofCheck).toEqual(failed('false'));
  expect(ofVitest.passed).toBe(1);
  expect(ofVitest.failures).toEqual([
    because('broken.test.mjs', /^Error: no test/),
    because('fine.test.mjs: a sum', /^AssertionError: expected 2 to be 3/),
  ]);
  const names = ofVitest.files.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(['broken.test.mjs', 'fine.test.mjs']);
  expect(ofPlaywright.passed).toBe(1);
  expect(ofPlaywright.failures).toEqual([
    because('group.spec.mjs:5 once', /^Error: expect/),
    because('group.spec.mjs:7 a sum', /^Error: expect/),
  ]);
  expect(ofPlaywright.files).toEqual([{ name: 'group.spec.mjs', ms: expect.any(Number) }]);
  expect(ofNone).toEqual(failed('missing.config.mjs'));
});
