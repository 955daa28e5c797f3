import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openHistory } from '../../core/history/history.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { ACCOUNT } from '../../core/settings/testing/settings-folder.ts';
import type { RecordedEvent } from '../../shared/alerts/recorded-event.ts';
import { commandSetup } from '../testing/setups.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** When the commands run. */
const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const vm = { kind: 'vm', accountId: ACCOUNT.id, vmId: '1', name: 'train\u001b[31m' } as const;
const alert = { rule: 'hourlyRate', limit: 3 } as const;
const EVENTS: readonly RecordedEvent[] = [
  { ...vm, at: NOW - 200 * HOUR, status: 'running', what: 'is running' },
  { kind: 'alertOpened', at: NOW - 30 * HOUR, ...alert },
  { kind: 'alertClosed', at: NOW - 28 * HOUR, openedAt: NOW - 30 * HOUR, ...alert },
  { ...vm, at: NOW - 5 * HOUR, status: 'interrupted', what: 'was interrupted' },
  { ...vm, at: NOW - 4 * HOUR, status: 'stopped', what: null },
  { kind: 'gap', at: NOW - HOUR, from: NOW - 3 * HOUR, cause: 'asleep' },
];

/** A history that the app has open. */
async function setup() {
  const command = await commandSetup();
  await mkdir(command.settingsFolder, { recursive: true });
  const path = join(command.settingsFolder, 'history.db');
  const history = openHistory(path);
  history.record([], EVENTS);
  onTestFinished(() => history.close());
  return { ...command, path };
}

test('prints what the app recorded while it runs, oldest first', async () => {
  const { run } = await setup();
  const { exitCode, out, errors } = await run(['events']);
  expect([exitCode, errors]).toEqual([0, '']);
  const lines = out.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2} {2}/, ''))).toEqual([
    'Hourly rate above your limit of $3/h',
    'Ended: Hourly rate above your limit of $3/h for 2 h',
    'train [31m was interrupted',
    'train [31m is stopped',
    'No data for 2 h: the computer was asleep',
  ]);
  expect((await run(['events', '--since', '4h'])).out.trimEnd().split('\n')).toHaveLength(2);
  expect((await run(['events', '--since', '2025-12-31'])).out.trimEnd().split('\n')).toHaveLength(
    3,
  );
  const none = await run(['events', '--since', '2026-01-01']);
  expect([none.exitCode, none.out, none.errors]).toEqual([0, '', 'No events in this period.\n']);
});

test('names provider and account of a VM and of an alert where there are several', async () => {
  const { run, writeSettings, path } = await setup();
  const place = { provider: 'vast', baseUrl: 'https://console.vast.ai' };
  const other = { ...ACCOUNT, ...place, id: randomUUID(), label: 'rain' };
  const accounts = [ACCOUNT, other];
  await writeSettings(JSON.stringify({ ...DEFAULT_SETTINGS, accounts }));
  const history = openHistory(path);
  const idle = { ...alert, rule: 'idle', limit: 1, name: 'train', accountId: other.id } as const;
  history.record([], [{ kind: 'alertOpened', at: NOW - MINUTE, ...idle }]);
  history.close();
  const { out } = await run(['events']);
  expect(out).toContain(`was interrupted · example\n`);
  expect(out).toContain('Idle longer than 1 h: train · rain\n');
});

test('prints one JSON object', async () => {
  const { run } = await setup();
  const { out } = await run(['events', '--json', '--since', '9d']);
  expect(JSON.parse(out)).toEqual({
    events: EVENTS.map((event) => ({
      ...event,
      at: new Date(event.at).toISOString(),
      ...('from' in event ? { from: new Date(event.from).toISOString() } : {}),
      ...('openedAt' in event ? { openedAt: new Date(event.openedAt).toISOString() } : {}),
    })),
  });
});

test('says why there are none', async () => {
  const other = await commandSetup();
  expect(await other.run(['events'])).toEqual({
    ...{ exitCode: 0, out: '' },
    errors: 'No history yet. The app records it while running.\n',
  });
  expect((await other.run(['events', '--json'])).out).toBe('{"events":[]}\n');
  expect(await other.files()).not.toContain('history.db');
  const { run, path } = await setup();
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const { exitCode, errors } = await run(['events']);
  expect(exitCode).toBe(4);
  expect(errors).toBe('The history was written by a newer version of GPU Tray. Update gpu-tray.\n');
});

test('says that another program holds the history', async () => {
  const { run, settingsFolder } = await commandSetup();
  await mkdir(settingsFolder, { recursive: true });
  const path = join(settingsFolder, 'history.db');
  const holder = new DatabaseSync(path);
  holder.exec('BEGIN EXCLUSIVE');
  expect(await run(['events'])).toEqual({
    ...{ exitCode: 4, out: '' },
    errors: `Failed to read the history ${path}: it is in use by another program. Try again in a moment.\n`,
  });
  holder.close();
});
