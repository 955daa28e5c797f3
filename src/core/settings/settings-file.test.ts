import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { startProgram } from '../files/testing/program.ts';
import { silentLog } from '../log.ts';
import { createSettingsFile } from './settings-file.ts';
import { ACCOUNT, SETTINGS, settingsFolder } from './testing/settings-folder.ts';

const DEFAULTS = { version: 1, accounts: [], ssh: { user: null, port: null } };
const updater = new URL('./testing/update-settings.ts', import.meta.url);

describe('without a file', () => {
  test('loads the defaults, says nothing, and leaves no trace', async () => {
    const { file, folder } = await settingsFolder();
    expect(await file.load()).toEqual({ settings: DEFAULTS, notice: null, isReadOnly: false });
    expect(await readdir(folder)).toEqual([]);
  });

  test('does not even need its folder', async () => {
    const { folder } = await settingsFolder();
    const path = join(folder, 'not', 'there', 'settings.json');
    const file = createSettingsFile({ path, clock: systemClock, log: silentLog });
    expect((await file.load()).settings).toEqual(DEFAULTS);
    expect(await readdir(folder)).toEqual([]);
  });

  test('the first change creates it for its owner alone, without a backup', async () => {
    const { file, path, names } = await settingsFolder();
    await file.update((settings) => ({ ...settings, accounts: [ACCOUNT] }));
    expect((await file.load()).settings.accounts).toEqual([ACCOUNT]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await names()).toEqual(['settings.json']);
  });
});

describe('a change', () => {
  test('answers with what is on the disk now', async () => {
    const { file, put } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const written = await file.update((settings) => ({ ...settings, ssh: { user: 'b', port: 1 } }));
    expect(written).toEqual({ ...SETTINGS, ssh: { user: 'b', port: 1 } });
    expect((await file.load()).settings).toEqual(written);
  });

  test('keeps the file before it, to the letter, as the backup', async () => {
    const { file, put, read } = await settingsFolder();
    const original = `${JSON.stringify(SETTINGS)}   \n`;
    await put(original);
    await file.update((settings) => ({ ...settings, accounts: [] }));
    expect(await read('.bak')).toBe(original);
    const second = await read();
    await file.update((settings) => settings);
    expect(await read('.bak')).toBe(second);
  });

  test('keeps keys that this version does not know, at every height', async () => {
    const { file, put, read } = await settingsFolder();
    const unknown = {
      ...SETTINGS,
      theme: { dark: true },
      accounts: [{ ...ACCOUNT, colour: 'red' }],
      ssh: { user: null, port: 22, agent: 'none' },
    };
    await put(JSON.stringify(unknown));
    await file.update((settings) => settings);
    expect(JSON.parse(await read())).toEqual(unknown);
  });

  test('that throws changes nothing, and the next one goes on', async () => {
    const { file, put, read, names } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const failing = file.update(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read()).toBe(JSON.stringify(SETTINGS));
    expect(await names()).toEqual(['settings.json']);
    await file.update((settings) => settings);
  });
});

test('logs removed options once, and drops them with the next change', async () => {
  const { path, put, read } = await settingsFolder();
  await put(JSON.stringify({ ...SETTINGS, ssh: { user: 'a', port: 1, options: ['X y'] } }));
  const logged: unknown[] = [];
  const log = { ...silentLog, warn: (...line: unknown[]) => void logged.push(line) };
  const file = createSettingsFile({ path, clock: systemClock, log });
  expect((await file.load()).settings.ssh).toEqual({ user: 'a', port: 1 });
  await file.update((settings) => settings);
  await file.load();
  expect(logged).toEqual([['settings.removed_options_dropped', { options: 'ssh.options' }]]);
  expect(JSON.parse(await read()).ssh).toEqual({ user: 'a', port: 1 });
});

describe('files that the system withholds', () => {
  test('a file that cannot be read is left alone, and the error says which and why', async () => {
    const { file, path, names } = await settingsFolder();
    await mkdir(path);
    const error = {
      name: 'SettingsError',
      kind: 'unreadable',
      message: `The settings file ${path} cannot be read (EISDIR). Check its permissions.`,
    };
    await expect(file.load()).rejects.toMatchObject(error);
    await expect(file.update((settings) => settings)).rejects.toMatchObject(error);
    expect(await names()).toEqual(['settings.json']);
  });

  test.each(['.bak', '.lock'])('a %s that cannot be written keeps the old file', async (suffix) => {
    const { file, path, put, read } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    await mkdir(`${path}${suffix}`);
    const change = file.update((settings) => ({ ...settings, accounts: [] }));
    await expect(change).rejects.toMatchObject({
      name: 'SettingsError',
      kind: 'unwritable',
      message: expect.stringMatching(
        /cannot be written \([\w ]+\)\. Check its permissions and the free space; nothing was changed\.$/,
      ),
    });
    expect(await read()).toBe(JSON.stringify(SETTINGS));
    expect((await file.load()).settings).toEqual(SETTINGS);
  });

  test('a folder that is a file is a clear error too', async () => {
    const { folder, put } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const path = join(folder, 'settings.json', 'settings.json');
    const file = createSettingsFile({ path, clock: systemClock, log: silentLog });
    await expect(file.load()).rejects.toMatchObject({ kind: 'unreadable' });
    await expect(file.update((settings) => settings)).rejects.toMatchObject({
      name: 'SettingsError',
    });
  });

  test('a full disk keeps the old file whole', async () => {
    const { path, put, read, names } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const args = [path, 'key', '1', String(100 * 1024)];
    const writer = startProgram(updater, args, { largestFile: 16 * 1024 });
    expect(await writer.nextLine()).toMatch(/^unwritable: The settings file .* \(EFBIG\)\. /);
    expect(await read()).toBe(JSON.stringify(SETTINGS));
    expect(await names()).toEqual(['settings.json', 'settings.json.bak']);
  });
});

describe('several processes', () => {
  test('that change the settings at once lose nothing of each other', async () => {
    const { file, path, put } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const writers = ['a', 'b'].map((name) => startProgram(updater, [path, name, '40']));
    await Promise.all(writers.map((writer) => writer.ended()));
    const { settings, notice } = await file.load();
    const keys = ['a', 'b'].flatMap((name) =>
      Array.from({ length: 40 }, (_, time) => `${name}${time}`),
    );
    expect(settings).toEqual({ ...SETTINGS, ...Object.fromEntries(keys.map((key) => [key, ''])) });
    expect(notice).toBeNull();
  });

  test('killed at any moment leave a whole file with everything they had said was there', async () => {
    // Five files side by side, each with a writer killed five times, after another number of changes each time.
    await Promise.all(
      [1, 2, 3, 4, 5].map(async (start) => {
        const { file, path, put } = await settingsFolder();
        await put(JSON.stringify(SETTINGS));
        for (let kill = 0; kill < 5; kill += 1) {
          const writer = startProgram(updater, [path, `${kill}-`, '10000', '2000']);
          let last = '';
          for (let line = 0; line < start + 2 * kill; line += 1) last = await writer.nextLine();
          await writer.kill();
          const { settings, notice } = await file.load();
          expect(notice).toBeNull();
          expect(settings).toMatchObject({ ...SETTINGS, [last]: 'x'.repeat(2000) });
        }
      }),
    );
  });
});

test('what is forgotten is in no file any more', async () => {
  const { file, path, put } = await settingsFolder();
  await put(JSON.stringify(SETTINGS));
  await file.update((settings) => ({ ...settings, secretive: 'gone-soon' }));
  await file.update((settings) => ({ ...settings, other: 1 }));
  await file.forget(({ secretive: _, ...rest }) => rest);
  for (const name of [path, `${path}.bak`])
    expect(await readFile(name, 'utf8')).not.toContain('gone-soon');
  expect((await file.load()).settings).toEqual({ ...SETTINGS, other: 1 });
});
