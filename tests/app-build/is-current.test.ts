import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isCurrent } from './is-current.ts';

/** A project of files, each written in a second of its own. */
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

test('what was built after everything it is made of is current', async () => {
  expect(await project(BUILT)).toBe(true);
});

test.each([
  ['a source below a folder', { 'src/deep/a.ts': 51 }],
  ['a file that is named', { 'package.json': 52 }],
  ['a new source', { 'src/b.ts': 60 }],
])('%s that was written since makes it old', async (_, files) => {
  expect(await project({ ...BUILT, ...files })).toBe(false);
});

test('a test that was written since does not', async () => {
  expect(await project({ ...BUILT, 'src/deep/a.test.ts': 60 })).toBe(true);
});

test('a bundle that is missing is to be built', async () => {
  const { 'out/b.js': _, ...rest } = BUILT;
  expect(await project(rest)).toBe(false);
});
