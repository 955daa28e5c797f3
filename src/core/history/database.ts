import { closeSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { parseEvent, type RecordedEvent } from '../../shared/alerts/recorded-event.ts';
import { DAY_MS } from '../../shared/format/index.ts';
import { unusableFile } from '../files/index.ts';
import { dayStart, type Latest, perDay, type Span, type Step, without } from './spans.ts';

const VERSION = 1;

// A series is a VM of a source. `until`: the end of a span. `held`: the rates of the latest readings, which have no end yet. `frontier`: the
// latest end of a span: after `at` when the clock was set back.
const TABLES = `
  CREATE TABLE series (id INTEGER PRIMARY KEY, source TEXT NOT NULL, vm TEXT NOT NULL, UNIQUE (source, vm));
  CREATE TABLE spans (
    series INTEGER NOT NULL, start INTEGER NOT NULL, until INTEGER NOT NULL,
    rate REAL NOT NULL, measured REAL NOT NULL, PRIMARY KEY (series, start)
  ) WITHOUT ROWID;
  CREATE TABLE held (series INTEGER PRIMARY KEY, start INTEGER NOT NULL, rate REAL NOT NULL);
  CREATE TABLE latest (source TEXT PRIMARY KEY, at INTEGER NOT NULL, frontier INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX events_at ON events (at);
  PRAGMA user_version = ${VERSION};
`;

const MAX_AGE_MS = 730 * DAY_MS;
const MAX_BYTES = 90_000_000;
const MAX_EVENTS = 20_000;

/** The file was written by a newer GPU Tray. */
export class NewerHistory extends Error {
  override readonly name = 'NewerHistory';
}

const spanOf = (row: ReturnType<StatementSync['all']>[number]): Span => ({
  start: Number(row['start']),
  end: Number(row['until']),
  rate: Number(row['rate']),
  measuredMs: Number(row['measured']),
});

/** SQLite would wait for the writer of a pipe, and let others read a new file. @throws the file system's error */
function prepareFile(path: string, isReadOnly: boolean): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false) throw unusableFile('ENOTREG', path);
  if (found === undefined && !isReadOnly) closeSync(openSync(path, 'a', 0o600));
}

/** Runs SQL with statements that are prepared once. */
function createSql(database: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  function prepared(sql: string): StatementSync {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }
  return {
    run: (sql: string, ...values: SQLInputValue[]) => void prepared(sql).run(...values),
    rows: (sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values),
    /** The first column of the first row. */
    number(sql: string, ...values: SQLInputValue[]): number | null {
      const [value = null] = Object.values(prepared(sql).get(...values) ?? {});
      return value === null ? null : Number(value);
    },
  };
}

type Sql = ReturnType<typeof createSql>;

function inTransaction<T>(database: DatabaseSync, change: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = change();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite rolls back automatically after some errors, such as a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function insertSpan({ run }: Sql, series: number, { start, end, rate, measuredMs }: Span): void {
  run(
    'INSERT INTO spans (series, start, until, rate, measured) VALUES (?, ?, ?, ?, ?)',
    ...[series, start, end, rate, measuredMs],
  );
}

function seriesId({ run, number }: Sql, source: string, vm: string): number {
  run('INSERT INTO series (source, vm) VALUES (?, ?) ON CONFLICT DO NOTHING', source, vm);
  return number('SELECT id FROM series WHERE source = ? AND vm = ?', source, vm) ?? 0;
}

/** Removes a time from the spans of a source: a clock that was set back measures it again. */
function cut(sql: Sql, source: string, from: number, to: number): void {
  const overlapping = sql.rows(
    `SELECT spans.* FROM series CROSS JOIN spans ON series = id
     WHERE source = ? AND start >= ? AND start <= ? AND until > ?`,
    ...[source, dayStart(from), to, from],
  );
  for (const row of overlapping) {
    const series = Number(row['series']);
    const span = spanOf(row);
    sql.run('DELETE FROM spans WHERE start = ? AND series = ?', span.start, series);
    for (const part of without(span, from, to)) insertSpan(sql, series, part);
  }
}

function writeHeld(sql: Sql, source: string, rates: Latest['rates']): void {
  sql.run('DELETE FROM held WHERE series IN (SELECT id FROM series WHERE source = ?)', source);
  for (const [vm, { start, rate }] of rates)
    sql.run(
      'INSERT INTO held (series, start, rate) VALUES (?, ?, ?)',
      ...[seriesId(sql, source, vm), start, rate],
    );
}

function writeStep(sql: Sql, { source, ended, endedAt, hasChanged, latest }: Step): void {
  const [before] = sql.rows('SELECT * FROM latest WHERE source = ?', source);
  const at = Number(before?.['at'] ?? endedAt);
  const frontier = Number(before?.['frontier'] ?? endedAt);
  if (at < Math.min(endedAt, frontier)) cut(sql, source, at, endedAt);
  for (const [vm, span] of ended)
    for (const day of perDay(span)) insertSpan(sql, seriesId(sql, source, vm), day);
  if (hasChanged) writeHeld(sql, source, latest.rates);
  sql.run(
    'INSERT OR REPLACE INTO latest (source, at, frontier) VALUES (?, ?, ?)',
    ...[source, latest.at, Math.max(frontier, endedAt)],
  );
}

function removeOldest({ run, number }: Sql, now: number): void {
  const first = number(
    'SELECT min(first) FROM (SELECT (SELECT min(start) FROM spans WHERE series = id) AS first FROM series)',
  );
  if (first === null) return;
  const end = dayStart(first) + DAY_MS;
  const pragma = (name: string) => number(`PRAGMA ${name}`) ?? 0;
  const usedBytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  if (end > now - MAX_AGE_MS && usedBytes <= MAX_BYTES) return;
  run('DELETE FROM spans WHERE series IN (SELECT id FROM series) AND start < ?', end);
  run(`DELETE FROM series WHERE NOT EXISTS (SELECT 1 FROM spans WHERE series = id)
       AND NOT EXISTS (SELECT 1 FROM held WHERE series = id)`);
}

function keepOnly({ run }: Sql, sources: readonly string[]): void {
  const kept = JSON.stringify(sources);
  const others = 'source NOT IN (SELECT value FROM json_each(?))';
  for (const table of ['spans', 'held'])
    run(`DELETE FROM ${table} WHERE series IN (SELECT id FROM series WHERE ${others})`, kept);
  for (const table of ['series', 'latest']) run(`DELETE FROM ${table} WHERE ${others}`, kept);
  if (sources.length === 0) run('DELETE FROM events');
  // The account of an alert with a name is unknown.
  else
    run(
      `DELETE FROM events WHERE NOT json_valid(data) OR iif(data ->> 'accountId' IS NULL,
       data ->> 'name' IS NOT NULL, data ->> 'accountId' NOT IN (SELECT value FROM json_each(?)))`,
      kept,
    );
}

function prepareDatabase(database: DatabaseSync, isReadOnly: boolean) {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > VERSION) throw new NewerHistory();
  // A killed process loses nothing; the system's crash may cost the last transactions, but never the file.
  if (!isReadOnly)
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;',
    );
  if (!isReadOnly && version === 0) inTransaction(database, () => database.exec(TABLES));

  const sql = createSql(database);
  const { run, rows } = sql;

  function heldOf(source: string): Latest['rates'] {
    const held = rows('SELECT * FROM held JOIN series ON series = id WHERE source = ?', source);
    return new Map(
      held.map(({ vm, start, rate }) => [String(vm), { start: Number(start), rate: Number(rate) }]),
    );
  }

  return {
    /** The last reading of each source. */
    latest(): ReadonlyMap<string, Latest> {
      return new Map(
        rows('SELECT source, at FROM latest').map(({ source, at }) => [
          String(source),
          { at: Number(at), rates: heldOf(String(source)) },
        ]),
      );
    },
    /** In one transaction. */
    write(steps: readonly Step[], events: readonly RecordedEvent[]): void {
      inTransaction(database, () => {
        for (const event of events)
          run('INSERT INTO events (at, data) VALUES (?, ?)', event.at, JSON.stringify(event));
        for (const step of steps) writeStep(sql, step);
      });
    },
    /** The ended spans of a VM that touch the range, in order. */
    spans(source: string, vm: string, from: number, to: number): readonly Span[] {
      return rows(
        `SELECT * FROM spans WHERE series = (SELECT id FROM series WHERE source = ? AND vm = ?)
         AND start >= ? AND start < ? AND until > ? ORDER BY start`,
        ...[source, vm, dayStart(from), to, from],
      ).map(spanOf);
    },
    /** The VMs of a source with spans that start within the range, or with rates that have no end yet. */
    vms(source: string, from: number, to: number): readonly string[] {
      return rows(
        `SELECT vm FROM series WHERE source = ? AND (id IN (SELECT series FROM held)
         OR EXISTS (SELECT 1 FROM spans WHERE series = id AND start >= ? AND start < ?))`,
        ...[source, from, to],
      ).map(({ vm }) => String(vm));
    },
    /** Newest first, from `since` on. */
    events(since: number, limit: number) {
      return rows(
        'SELECT data FROM events WHERE at >= ? ORDER BY id DESC LIMIT ?',
        ...[since, limit],
      ).flatMap(({ data }) => parseEvent(String(data)) ?? []);
    },
    /** The last name of each VM with events; a later entry of the same VM counts. */
    names() {
      return rows(
        `SELECT data ->> 'accountId' AS account, data ->> 'vmId' AS vm, data ->> 'name' AS name, max(id) AS last
         FROM events WHERE json_valid(data) AND data ->> 'kind' = 'vm' GROUP BY account, vm ORDER BY last`,
      ).map(({ account, vm, name }) => ({
        accountId: String(account),
        vmId: String(vm),
        name: String(name),
      }));
    },
    /** Removes old events, and at most one day of old spans, so that no call takes long and a wrong clock costs little. */
    trim(now: number): void {
      inTransaction(database, () => {
        removeOldest(sql, now);
        run('DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - ?', MAX_EVENTS);
      });
    },
    /** Deletes other sources, or everything if there are none, also from the file's free space. */
    keepOnly(sources: readonly string[]): void {
      inTransaction(database, () => keepOnly(sql, sources));
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: () => database.close(),
  };
}

export type Database = ReturnType<typeof prepareDatabase>;

/** @throws NewerHistory, or the error of SQLite or of the file system */
export function openDatabase(path: string, isReadOnly = false): Database {
  // SQLite's name for a database without a file.
  if (path !== ':memory:') prepareFile(path, isReadOnly);
  // An import would load SQLite with every command of `gpu-tray`.
  const sqlite = process.getBuiltinModule('node:sqlite');
  const database = new sqlite.DatabaseSync(path, { readOnly: isReadOnly, timeout: 500 });
  try {
    return prepareDatabase(database, isReadOnly);
  } catch (error) {
    database.close();
    throw error;
  }
}
