import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../src/core/files/testing/temporary-folder.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

test.each([
  ['in memory where there is room', 'memory', 0, 'memory'],
  ['on the disk without room', 'memory', Infinity, null],
  ['on the disk without such memory', 'missing', 0, null],
] as const)('the files of a run are %s', async (_, name, enough, expected) => {
  const parent = await temporaryFolder();
  mkdirSync(join(parent, 'memory'));
  const folder = makeTemporaryFolder(join(parent, name), enough);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(dirname(folder)).toBe(expected === null ? tmpdir() : join(parent, expected));
  expect(readdirSync(join(parent, 'memory'))).toHaveLength(expected === null ? 0 : 1);
});
