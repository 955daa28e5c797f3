import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccounts } from '../accounts/index.ts';
import { systemClock } from '../clock.ts';
import { silentLog } from '../log.ts';
import { Secret } from '../secret.ts';
import { type AccountSettings, DEFAULT_SETTINGS, type Settings } from '../settings/index.ts';
import { settingsFolder } from '../settings/testing/settings-folder.ts';
import { addFileAccounts, openCredentialsFile } from './file-accounts.ts';

const ID = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const LAB = { provider: 'rental', baseUrl: 'https://api.example.com' } as const;

const stored = (number: number, label: string, change: Partial<AccountSettings> = {}) => ({
  ...{ ...LAB, id: ID(number), label, email: null, credential: 'apiKey', hasCredential: true },
  ...change,
});

/** A server with these settings and a credentials file. */
async function server(settings: Settings | null = null) {
  const { folder, open, put } = await settingsFolder();
  const path = join(folder, 'credentials.json');
  const place = { path, isOfSystemd: false };
  if (settings !== null) await put(JSON.stringify(settings));
  let ids = 100;
  const newId = () => {
    ids += 1;
    return ID(ids);
  };
  const own = {
    /** As another start of a program. @returns the key that it would send, by account id */
    async keys(): Promise<Readonly<Record<string, string | null>>> {
      const file = open();
      await addFileAccounts(place, file, newId);
      const { vault } = openCredentialsFile(place, file);
      const entries = (await file.load()).accounts.map(async ({ id, provider }) => {
        const item = provider === 'runpod' ? `runpod-${id}` : id;
        const reading = await vault.read(item, { expected: true });
        return [id, reading instanceof Secret ? reading.reveal() : null] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    write: (...accounts: readonly object[]) =>
      writeFile(path, JSON.stringify({ accounts }), { mode: 0o600 }),
  };
  return { ...own, folder, place, settings: open(), newId };
}

test('stores the accounts of the file once, without their keys, so that ids hold over restarts', async () => {
  const { write, keys, settings } = await server();
  await write({ ...LAB, apiKey: 'one', name: 'a' }, { provider: 'runpod', apiKey: 'two' });
  const first = await keys();
  expect(first).toEqual({ [ID(101)]: 'one', [ID(102)]: 'two' });
  expect(await keys()).toEqual(first);
  const text = JSON.stringify(await settings.load());
  expect([text.includes('one'), text.includes('two')]).toEqual([false, false]);
  // Another key and order.
  await write({ provider: 'runpod', apiKey: 'three' }, { ...LAB, apiKey: 'one', name: 'a' });
  expect(await keys()).toEqual({ [ID(101)]: 'one', [ID(102)]: 'three' });
});

const LOGIN = { credential: 'login', email: 'ada@example.com' } as const;

test.each<[what: string, accounts: readonly object[], name: string | undefined, id: number]>([
  ['the only one of its service, whatever its name', [stored(1, 'x')], 'lab', 1],
  ['the one of its name', [stored(1, 'x'), stored(2, 'lab')], 'lab', 2],
  ['the one that the user named so', [stored(1, 'x', { name: 'lab' }), stored(2, 'y')], 'lab', 1],
  ['none of several with other names', [stored(1, 'x'), stored(2, 'y')], 'lab', 101],
  ['none of several without a name', [stored(1, 'x'), stored(2, 'y')], undefined, 101],
  ['no login with a password', [stored(1, 'x', LOGIN)], 'lab', 101],
  ['none of another provider', [stored(1, 'x', { provider: 'runpod' })], 'lab', 101],
  ['one whose credential was only in memory', [stored(1, 'x', { hasCredential: false })], 'x', 1],
])('matches %s', async (_, accounts, name, id) => {
  const before = { ...DEFAULT_SETTINGS, accounts } as Settings;
  const { write, keys, settings } = await server(before);
  await write({ ...LAB, apiKey: 'key', name });
  expect((await keys())[ID(id)]).toBe('key');
  expect(await keys()).toEqual(await keys());
  const { accounts: after } = await settings.load();
  expect(after).toHaveLength(before.accounts.length + Number(id > 100));
});

test('an account that the file lacks says so', async () => {
  const { write, place, settings } = await server();
  await write({ ...LAB, apiKey: 'key', name: 'a' });
  const { vault } = openCredentialsFile(place, settings);
  expect(await vault.read(ID(2), { expected: true })).toMatchObject({
    ...{ message: `${place.path} has no API key of this account.`, action: 'Add it.' },
  });
});

test('is only read: nothing is stored in it or deleted from it, and an account that it lacks can be signed out', async () => {
  const { write, keys, place, folder, settings, newId } = await server();
  await write({ ...LAB, apiKey: 'key', name: 'a' }, { ...LAB, apiKey: 'key', name: 'b' });
  await keys();
  await write({ ...LAB, apiKey: 'key', name: 'a' });
  const { vault } = openCredentialsFile(place, settings);
  const network = { fetch, clock: systemClock, log: silentLog, listMs: 1_000 };
  const accounts = createAccounts({ settings, vault, network, folder, newId });
  const refused = await accounts.signOut(ID(101));
  expect([refused?.message, refused?.action]).toEqual([
    `GPU Tray only reads ${place.path}.`,
    'Edit the file instead.',
  ]);
  expect(await accounts.signOut(ID(102))).toBeNull();
  expect((await accounts.list()).map(({ id }) => id)).toEqual([ID(101)]);
});
