import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { type Log, silentLog } from '../../log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { type AccountSettings, createSettingsFile, type Settings } from '../index.ts';

/** An account with a stored credential. */
export const ACCOUNT: AccountSettings = {
  id: '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11',
  label: 'ada@example.com',
  baseUrl: 'https://api.example.com',
  credential: 'login',
  email: 'ada@example.com',
  hasCredential: true,
};

/** One account, and an SSH login that is not the default. */
export const SETTINGS: Settings = {
  version: 1,
  accounts: [ACCOUNT],
  ssh: { user: 'ada', port: 2222 },
};

/** The suffix of a damaged file that is moved aside at the virtual clock's start. */
export const STAMP = '2026-01-01T00-00-00-000Z';

/** A settings file in a temporary folder, on a virtual clock. */
export async function settingsFolder() {
  const folder = await temporaryFolder();
  const path = join(folder, 'settings.json');
  const notices: string[] = [];
  const open = (log: Log = silentLog, at = path) =>
    createSettingsFile({
      path: at,
      clock: createVirtualClock(),
      log,
      onNotice: (message) => void notices.push(message),
    });
  return {
    folder,
    path,
    /** Opens the file, or another one, as another process would. */
    open,
    file: open(),
    /** The messages to the user. */
    notices,
    /** Writes the settings file, or with a suffix such as `.bak` one beside it. */
    put: (text: string, suffix = '') => writeFile(`${path}${suffix}`, text),
    read: (suffix = '') => readFile(`${path}${suffix}`, 'utf8'),
    /** The names of all files except the lock. */
    async names() {
      const names = await readdir(folder);
      return names.filter((name) => name !== 'settings.json.lock').sort();
    },
  };
}
