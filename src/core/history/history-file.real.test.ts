import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { silentLog } from '../log.ts';
import { createHistoryFile } from './history-file.ts';
import type { Reading } from './spans.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const STAMP = '2026-11-20T12-00-00-000Z';

const reading = (at: number): Reading => ({ source: 'a', at, rates: new Map([['', at % 7]]) });

function fileAt(path: string) {
  const notices: string[] = [];
  const notify = (message: string) => void notices.push(message);
  return { ...createHistoryFile(path, silentLog, notify), notices };
}

test('sets a file aside that is no database, and records into a new one', async () => {
  const path = join(await temporaryFolder(), 'history.db');
  writeFileSync(
    path,
    'not a database, but a text that is long enough to be taken for one'.repeat(99),
  );
  const file = fileAt(path);
  (await file.open(NOW)).record([reading(NOW)], []);
  file.close();
  expect(file.notices).toEqual([
    `The history was damaged and is kept as ${path}.corrupt-${STAMP}. A new one was started.`,
  ]);
  expect(readFileSync(`${path}.corrupt-${STAMP}`, 'utf8')).toContain('not a database');
});

test('does not change the database of a newer version', async () => {
  const path = join(await temporaryFolder(), 'history.db');
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 2; CREATE TABLE future (x)');
  newer.close();
  const before = readFileSync(path);
  const file = fileAt(path);
  for (let times = 0; times < 2; times += 1) await file.open(NOW).catch(file.failed);
  expect(file.notices).toEqual([
    `The history ${path} was written by a newer version of GPU Tray. Update GPU Tray to continue it.`,
  ]);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('says why it cannot be written, and continues once it can', async () => {
  const path = join(await temporaryFolder(), 'history.db');
  const file = fileAt(path);
  const history = await file.open(NOW);
  history.record([reading(NOW)], []);
  const holder = new DatabaseSync(path);
  holder.exec('BEGIN IMMEDIATE');
  try {
    history.record([reading(NOW + 1_000)], []);
  } catch (error) {
    file.failed(error);
  }
  expect(file.notices).toEqual([]);
  // Full, as far as SQLite can tell.
  file.failed(Object.assign(new Error(), { errcode: 13, errstr: 'database or disk is full' }));
  expect(file.notices).toEqual([
    `Failed to write the history ${path}: the disk is full. Free some space.`,
  ]);
  holder.exec('ROLLBACK');
  holder.close();
  history.record([reading(NOW + 2_000)], []);
  expect(history.spans('a', '', NOW, NOW + 2_000)).toMatchObject([
    { start: NOW, end: NOW + 2_000 },
  ]);
  history.close();
});
