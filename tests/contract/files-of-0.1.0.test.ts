import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { memorySession, startApplication } from './application.ts';
import { earlierText, folderOf } from './earlier-files.ts';

// The files of a run of version 0.1.0 (commit 28fffd42) with four VMs.

const FILES = { version: '0.1.0', at: 1_795_522_053_900 };

/** The folder of a user who starts this version a moment after that run. */
async function folderOfThatRun(): Promise<string> {
  const folder = await folderOf(FILES, ['settings.json', 'alerts.json']);
  const database = new DatabaseSync(join(folder, 'history.db'));
  database.exec(await earlierText(FILES, 'history.sql'));
  database.close();
  return folder;
}

/** The events of a history that the app did not replace. */
function eventsIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'history.db'));
  const events = database.prepare('SELECT id FROM events').all().length;
  database.close();
  return events;
}

test('settings, alerts, auto-stops and events of version 0.1.0 are read, and kept', async () => {
  const folder = await folderOfThatRun();
  const { application, notifications } = await startApplication(memorySession(), folder, {
    isOnline: false,
  });
  expect(notifications).toMatchObject([{ title: 'Quiet hours were removed' }]);
  const state = application.state();
  const [account] = state.accounts;
  expect(account).toMatchObject({
    provider: 'rental',
    label: 'work',
    consoleUrl: 'https://console.example.com/',
  });
  expect(state.ssh.logins.all.user).toBe('ubuntu');
  expect(state.preferences).toMatchObject({
    hourlyRate: { isOn: true, limit: 0.5 },
    mutedVms: [expect.stringContaining(account?.id ?? '-')],
  });
  expect(Object.values(state.autoStops).map(({ name, limit }) => [name, limit.kind])).toEqual([
    ['notebook', 'idle'],
    ['lora-portrait', 'spend'],
    ['train-llama', 'time'],
  ]);
  const alerts = state.alerts.map(({ rule, name, snoozedUntil }) => [
    rule,
    name,
    snoozedUntil !== null,
  ]);
  expect(alerts.toSorted()).toEqual([
    ['hourlyRate', null, false],
    ['stoppedBilled', 'sd-webui', true],
  ]);

  const limit = { isOn: true, limit: 2 };
  await application.requests.changePreferences({ spendToday: limit });
  await application.stop();
  // No new file version, and no provider: an earlier version reads the file as before.
  const written = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'));
  expect(written).toMatchObject({ version: 1, accounts: [{ id: account?.id }] });
  expect(written.accounts[0]).not.toHaveProperty('provider');
  const next = await startApplication(memorySession(), folder, { isOnline: false });
  expect(eventsIn(folder)).toBe(5);
  const { accounts, autoStops, preferences } = next.application.state();
  expect({ accounts, autoStops, preferences }).toEqual({
    accounts: state.accounts,
    autoStops: state.autoStops,
    preferences: { ...state.preferences, spendToday: limit },
  });
});
