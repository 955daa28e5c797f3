import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import { type AccountSettings, createSettingsFile, type Settings } from '../index.ts';

/** A login whose credential is in the keychain. */
export const ACCOUNT: AccountSettings = {
  id: '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11',
  label: 'ada@example.com',
  baseUrl: 'https://api.example.com',
  credential: 'login',
  email: 'ada@example.com',
  hasCredential: true,
};

/** One account, and a login of ssh that is not the default. */
export const SETTINGS: Settings = {
  version: 1,
  accounts: [ACCOUNT],
  ssh: { user: 'ada', port: 2222 },
};

/** What stands beside a damaged file after it was moved aside at the virtual clock's start. */
export const STAMP = '2026-01-01T00-00-00-000Z';

/** A settings file in a folder of its own, on a clock that stands still. */
export async function settingsFolder() {
  const folder = await temporaryFolder();
  const path = join(folder, 'settings.json');
  const file = createSettingsFile({ path, clock: createVirtualClock(), log: silentLog });
  return {
    folder,
    path,
    file,
    /** Puts a text where the settings are, or beside them with a suffix such as `.bak`. */
    put: (text: string, suffix = '') => writeFile(`${path}${suffix}`, text),
    read: (suffix = '') => readFile(`${path}${suffix}`, 'utf8'),
    /** The names of everything there but the lock, which says nothing. */
    async names() {
      const names = await readdir(folder);
      return names.filter((name) => name !== 'settings.json.lock').sort();
    },
  };
}
