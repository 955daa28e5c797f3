import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseEvent } from '../../shared/alerts/recorded-event.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { openHistory } from './history.ts';

/** A program of the system; knip takes names in the call for npm packages. */
const MKFIFO = 'mkfifo';

const NOW = Date.UTC(2026, 10, 20, 12);
const isWindows = process.platform === 'win32';

const temporaryPath = async () => join(await temporaryFolder(), 'history.db');

test.skipIf(isWindows)('creates the database with mode 600, and its log', async () => {
  const path = await temporaryPath();
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const history = openHistory(path);
  history.record([{ source: 'a', at: NOW, rates: new Map() }], []);
  expect([path, `${path}-wal`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  history.close();
});

test('a database in memory has no file', () => {
  openHistory(':memory:').close();
  expect(existsSync(':memory:')).toBe(false);
});

test.each(isWindows ? ['a folder'] : ['a folder', 'a pipe'])(
  'refuses %s in its place, also for reading',
  async (kind) => {
    const path = await temporaryPath();
    if (kind === 'a pipe') execFileSync(MKFIFO, [path]);
    else mkdirSync(path);
    const refusal = expect.objectContaining({ code: 'ENOTREG' });
    expect(() => openHistory(path)).toThrow(refusal);
    expect(() => openHistory(path, true)).toThrow(refusal);
  },
);

test('an event with a time beyond the range of dates is unreadable', () => {
  const gap = { kind: 'gap', at: NOW, from: NOW, cause: 'asleep' } as const;
  const alert = { kind: 'alertClosed', at: NOW, openedAt: NOW, rule: 'hourlyRate', limit: 3 };
  const far = 8.64e15 + 1;
  expect([gap, alert].map((event) => parseEvent(JSON.stringify(event)))).toEqual([gap, alert]);
  for (const event of [
    { ...gap, at: far },
    { ...gap, at: -1 },
    { ...gap, from: far },
    { ...alert, openedAt: far },
  ])
    expect(parseEvent(JSON.stringify(event))).toBeNull();
});
