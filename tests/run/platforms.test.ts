import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { leftOut, SH_FILES } from './platforms.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

test('on Linux everything runs', () => {
  expect(leftOut('linux')).toEqual({ projects: [], files: [], reason: null });
});

test.each(['darwin', 'win32'] as const)('on %s what is left out is told', (platform) => {
  const { projects, files, reason } = leftOut(platform);
  expect(projects).toEqual(expect.arrayContaining(['keyring', 'ssh', 'terminals', 'contract']));
  for (const name of [...projects, ...files]) expect(reason).toContain(name);
});

test('every test below src that writes a script of sh is known to', () => {
  const tests = globSync('src/**/*.test.ts', { cwd: PROJECT });
  const writing = tests
    .filter((path) => readFileSync(resolve(PROJECT, path), 'utf8').includes('#!/bin/sh'))
    .map((path) => path.replaceAll('\\', '/'));
  expect(tests.length).toBeGreaterThan(50);
  expect(writing.toSorted()).toEqual(SH_FILES.toSorted());
});
