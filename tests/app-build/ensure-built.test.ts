import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isCurrent } from './ensure-built.ts';

/** Whether a project is current. @param files modification times in s, by path */
async function project(files: Readonly<Record<string, number>>) {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-built-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, second] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    await utimes(path, second, second);
  }
  const here = (name: string) => join(folder, name);
  return isCurrent(['out/a.js', 'out/b.js'].map(here), ['src', 'package.json'].map(here));
}

const BUILT = { 'out/a.js': 50, 'out/b.js': 51, 'package.json': 1, 'src/deep/a.ts': 50 };

test('bundles newer than every source are current', async () => {
  expect(await project(BUILT)).toBe(true);
});

test.each([
  ['source below a folder', { 'src/deep/a.ts': 51 }],
  ['named file', { 'package.json': 52 }],
  ['added source', { 'src/b.ts': 60 }],
])('a newer %s makes them out of date', async (_, files) => {
  expect(await project({ ...BUILT, ...files })).toBe(false);
});

test('a newer test does not', async () => {
  expect(await project({ ...BUILT, 'src/deep/a.test.ts': 60 })).toBe(true);
});

test('a missing bundle makes them out of date', async () => {
  const { 'out/b.js': _, ...rest } = BUILT;
  expect(await project(rest)).toBe(false);
});
