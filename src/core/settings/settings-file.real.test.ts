import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, rename, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startProgram } from '../files/testing/program.ts';
import { ACCOUNT, SETTINGS, STAMP, settingsFolder } from './testing/settings-folder.ts';

const DEFAULTS = { version: 1, accounts: [], ssh: { user: null, port: null } };
const BACKUP = JSON.stringify({ ...SETTINGS, ssh: { user: 'backup', port: null } });
const updater = new URL('./testing/update-settings.ts', import.meta.url);

describe('without a file', () => {
  test('load returns the defaults without a notice and creates nothing', async () => {
    const { file, folder, notices } = await settingsFolder();
    expect(await file.load()).toEqual(DEFAULTS);
    expect(notices).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('the first change creates it for the owner alone, without a backup', async () => {
    const { file, path, names } = await settingsFolder();
    await file.update((settings) => ({ ...settings, accounts: [ACCOUNT] }));
    expect((await file.load()).accounts).toEqual([ACCOUNT]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await names()).toEqual(['settings.json']);
  });
});

test('load reads an unchanged file once, and a file that another program changed again', async () => {
  const { file, put, open } = await settingsFolder();
  await put(JSON.stringify(SETTINGS));
  const first = await file.load();
  expect(await file.load()).toBe(first);
  await open().update((settings) => ({ ...settings, ssh: { user: 'bob', port: 2222 } }));
  expect((await file.load()).ssh).toEqual({ user: 'bob', port: 2222 });
  await put(JSON.stringify(SETTINGS));
  expect(await file.load()).toEqual(SETTINGS);
});

describe('update', () => {
  test('keeps the previous file, byte for byte, as the backup', async () => {
    const { file, put, read } = await settingsFolder();
    const original = `${JSON.stringify(SETTINGS)}   \n`;
    await put(original);
    await file.update((settings) => ({ ...settings, accounts: [] }));
    expect(await read('.bak')).toBe(original);
    const second = await read();
    await file.update((settings) => settings);
    expect(await read('.bak')).toBe(second);
  });

  test('changes nothing when the change throws', async () => {
    const { file, put, read, names } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const failing = file.update(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read()).toBe(JSON.stringify(SETTINGS));
    expect(await names()).toEqual(['settings.json']);
  });
});

test('a change follows a symbolic link and keeps it', async () => {
  const [{ folder, file, read }, elsewhere] = [await settingsFolder(), await settingsFolder()];
  await elsewhere.put(JSON.stringify(SETTINGS));
  await symlink(elsewhere.path, join(folder, 'settings.json'));
  await file.update((settings) => ({ ...settings, ssh: { user: 'b', port: 1 } }));
  expect(await readlink(join(folder, 'settings.json'))).toBe(elsewhere.path);
  expect(JSON.parse(await elsewhere.read()).ssh).toEqual({ user: 'b', port: 1 });
  expect(await elsewhere.names()).toEqual(['settings.json']);
  expect(await read('.bak')).toBe(JSON.stringify(SETTINGS));
});

describe('when the system denies access', () => {
  test.each([
    ['a folder', (path: string) => mkdir(path)],
    ['a pipe', (path: string) => promisify(execFile)('mkfifo', [path])],
  ])('%s in place of the file is kept, and the error says so', async (_, place) => {
    const { file, path, names } = await settingsFolder();
    await place(path);
    const error = {
      name: 'FileError',
      message: `Failed to read the settings file ${path}: it is not a regular file. Move it away.`,
    };
    await expect(file.load()).rejects.toMatchObject(error);
    await expect(file.update((settings) => settings)).rejects.toMatchObject(error);
    expect(await names()).toEqual(['settings.json']);
  });

  test.each([
    ['.bak', 'write the settings file', ': it is not a regular file. Move it away.'],
    ['.lock', 'lock', ' (unable to open database file). Check its permissions.'],
  ])('an unwritable %s keeps the old file', async (suffix, what, why) => {
    const { file, path, put, read } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    await mkdir(`${path}${suffix}`);
    const change = file.update((settings) => ({ ...settings, accounts: [] }));
    await expect(change).rejects.toMatchObject({
      name: 'FileError',
      message: `Failed to ${what} ${path}${suffix}${why}`,
    });
    expect(await read()).toBe(JSON.stringify(SETTINGS));
    expect(await file.load()).toEqual(SETTINGS);
  });

  test('a full disk keeps the old file', async () => {
    const { path, put, read, names } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const args = [path, 'key', '1', String(100 * 1024)];
    const writer = startProgram(updater, args, { largestFile: 16 * 1024 });
    expect(await writer.nextLine()).toMatch(/^Failed to write the settings file .* \(EFBIG\)\. /);
    expect(await read()).toBe(JSON.stringify(SETTINGS));
    expect(await names()).toEqual(['settings.json', 'settings.json.bak']);
  });
});

describe('several processes', () => {
  test('four at once lose none of their changes', async () => {
    const { file, notices, path, put } = await settingsFolder();
    await put(JSON.stringify(SETTINGS));
    const names = Array.from({ length: 4 }, (_, index) => `writer-${index}-`);
    const [first = '', ...others] = names;
    const writer = (name: string) => startProgram(updater, [path, name, '4']);
    const earliest = writer(first);
    // The others then find compiled what it has compiled.
    await earliest.nextLine();
    const writers = [earliest, ...others.map(writer)];
    await Promise.all(writers.map((each) => each.ended()));
    const settings = await file.load();
    const keys = names.flatMap((name) => [0, 1, 2, 3].map((time) => `${name}${time}`));
    expect(settings).toEqual({ ...SETTINGS, ...Object.fromEntries(keys.map((key) => [key, ''])) });
    expect(notices).toEqual([]);
  });

  test('killed at any moment leave a valid file with every reported change', async () => {
    // Two files in parallel, each with a writer killed twice after different numbers of changes.
    await Promise.all(
      [1, 3].map(async (start) => {
        const { file, notices, path, put } = await settingsFolder();
        await put(JSON.stringify(SETTINGS));
        for (let kill = 0; kill < 2; kill += 1) {
          const writer = startProgram(updater, [path, `${kill}-`, '10000', '2000']);
          let last = '';
          for (let line = 0; line < start + 3 * kill; line += 1) last = await writer.nextLine();
          await writer.kill();
          const settings = await file.load();
          expect(notices).toEqual([]);
          expect(settings).toMatchObject({ ...SETTINGS, [last]: 'x'.repeat(2000) });
        }
      }),
    );
  });
});

test('forget removes data from the backup too', async () => {
  const { file, path, put } = await settingsFolder();
  await put(JSON.stringify(SETTINGS));
  await file.update((settings) => ({ ...settings, secretive: 'gone-soon' }));
  await file.update((settings) => ({ ...settings, other: 1 }));
  await file.forget(({ secretive: _, ...rest }) => rest);
  for (const name of [path, `${path}.bak`])
    expect(await readFile(name, 'utf8')).not.toContain('gone-soon');
  expect(await file.load()).toEqual({ ...SETTINGS, other: 1 });
});

describe('a damaged file', () => {
  test('is kept under another name and replaced by the backup, with one notice', async () => {
    const { file, notices, path, put, read, names } = await settingsFolder();
    await put('damaged');
    await put(BACKUP, '.bak');
    expect(await file.load()).toEqual(JSON.parse(BACKUP));
    expect(await read(`.corrupt-${STAMP}`)).toBe('damaged');
    expect(await read()).toBe(BACKUP);
    expect(await names()).toHaveLength(3);
    expect(await file.load()).toEqual(JSON.parse(BACKUP));
    expect(notices).toEqual([
      `The settings file was damaged and is kept as ${path}.corrupt-${STAMP}. The backup was restored.`,
    ]);
  });

  test('without a backup is replaced by the defaults, with one notice', async () => {
    const { file, notices, put, read } = await settingsFolder();
    await put('damaged');
    expect(await file.load()).toEqual(DEFAULTS);
    expect(await read(`.corrupt-${STAMP}`)).toBe('damaged');
    await file.load();
    expect(notices).toEqual([
      expect.stringMatching(/No backup was found, so your settings were reset\.$/),
    ]);
  });
});

describe('the backup', () => {
  test('is restored when a crash left no file, with one notice', async () => {
    const { file, notices, put, read } = await settingsFolder();
    await put(BACKUP, '.bak');
    expect(await file.load()).toEqual(JSON.parse(BACKUP));
    expect(await read()).toBe(BACKUP);
    await file.load();
    expect(notices).toEqual(['The settings file was missing. The backup was restored.']);
  });

  test('is kept under another name when it is damaged too', async () => {
    const { file, notices, put, read, names } = await settingsFolder();
    await put('damaged');
    await put('damaged backup', '.bak');
    expect(await file.load()).toEqual(DEFAULTS);
    await file.load();
    expect(notices).toEqual([expect.stringContaining('No backup was found')]);
    await file.update((current) => current);
    await file.update((current) => current);
    const texts = await Promise.all(
      (await names()).map((name) => read(name.slice('settings.json'.length))),
    );
    expect(texts).toEqual(expect.arrayContaining(['damaged', 'damaged backup']));
  });

  test('is not restored without the lock', async () => {
    const { file, path, put, read } = await settingsFolder();
    await put('damaged');
    await put(BACKUP, '.bak');
    await mkdir(`${path}.lock`);
    await expect(file.load()).rejects.toThrow(/^Failed to lock /);
    expect(await read()).toBe('damaged');
    await rename(`${path}.lock`, `${path}.gone`);
    expect(await file.load()).toEqual(JSON.parse(BACKUP));
  });
});

describe('a file of a newer version', () => {
  test.each([
    ['with valid accounts', { ...SETTINGS, version: 2, alerts: [] }, [ACCOUNT]],
    ['with another structure', { version: 7, accounts: { everything: 'moved' } }, []],
    ['with a broken account', { ...SETTINGS, version: 2, accounts: [{}, ACCOUNT] }, [ACCOUNT]],
  ])('%s is read as far as possible and never written', async (_, json, accounts) => {
    const text = JSON.stringify(json);
    const { file, notices, path, put, read } = await settingsFolder();
    await put(text);
    expect((await file.load()).accounts).toEqual(accounts);
    await file.load();
    expect(notices).toEqual([
      expect.stringMatching(/^Your settings were written by a newer version/),
    ]);
    await expect(file.update((current) => current)).rejects.toMatchObject({
      kind: 'readOnly',
      message: `The settings in ${path} were written by a newer version of GPU Tray. Update GPU Tray to change them.`,
    });
    expect(await read()).toBe(text);
  });

  test('is restored from the backup unchanged', async () => {
    const newer = JSON.stringify({ ...SETTINGS, version: 2 });
    const { file, put, read } = await settingsFolder();
    await put('damaged');
    await put(newer, '.bak');
    await file.load();
    await expect(file.update((current) => current)).rejects.toMatchObject({ kind: 'readOnly' });
    expect([await read(), await read('.bak')]).toEqual([newer, newer]);
  });
});
