import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { parseEvent } from '../events/index.ts';
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

test('readings with a time beyond the range of dates are unreadable', async () => {
  const path = await temporaryPath();
  const first = openHistory(path);
  const rates = new Map([['vm', 1]]);
  for (const source of ['past', 'future', 'held', 'spans', 'good'])
    first.record([{ source, at: NOW, rates }], []);
  first.record([{ source: 'spans', at: NOW + 1_000, rates: new Map([['vm', 2]]) }], []);
  first.close();
  const database = new DatabaseSync(path);
  database.exec(`
    UPDATE latest SET at = -9223372036854775807 WHERE source = 'past';
    UPDATE latest SET at = 9223372036854775807 WHERE source = 'future';
    UPDATE held SET start = -9223372036854775807 WHERE series = (SELECT id FROM series WHERE source = 'held');
    UPDATE spans SET until = 9223372036854775807`);
  database.close();
  const history = openHistory(path);
  onTestFinished(history.close);
  const at = NOW + 2_000;
  const readings = ['past', 'future', 'held', 'spans', 'good'].map((source) => ({
    ...{ source, at, rates: new Map([['vm', 3]]) },
  }));
  history.record(readings, []);
  const measured = (source: string) =>
    history.spans(source, 'vm', NOW - 1_000, at).map(({ start, end }) => [start, end]);
  expect(['past', 'future', 'held'].flatMap(measured)).toEqual([]);
  expect(measured('spans')).toEqual([[NOW + 1_000, at]]);
  expect(measured('good')).toEqual([[NOW, at]]);
  history.trim(NOW + 3 * 86_400_000);
});
