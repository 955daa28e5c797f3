import { mkdir, rename } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ACCOUNT, SETTINGS, STAMP, settingsFolder } from './testing/settings-folder.ts';

const DEFAULTS = { version: 1, accounts: [], ssh: { user: null, port: null } };
const GOOD = JSON.stringify(SETTINGS);
const BACKUP = JSON.stringify({ ...SETTINGS, ssh: { user: 'backup', port: null } });

const withAccount = (change: object) =>
  JSON.stringify({ ...SETTINGS, accounts: [ACCOUNT, { ...ACCOUNT, ...change }] });

const OTHER_ID = 'd7f6a1f0-4c55-4a86-a3f0-0d3e6d1b2a22';

const DAMAGED: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['zeros, as after a power cut', '\0'.repeat(200)],
  ['garbage', '\u001b]0;;\u0007<html>'],
  ['half-written', GOOD.slice(0, GOOD.length / 2)],
  ['not an object', '[1]'],
  ['without a version', JSON.stringify({ accounts: [], ssh: {} })],
  ['of a version that never was', JSON.stringify({ ...SETTINGS, version: 0 })],
  ['of a version that is no number', JSON.stringify({ ...SETTINGS, version: '1' })],
  ['without accounts', JSON.stringify({ version: 1 })],
  ['with accounts of another form', JSON.stringify({ ...SETTINGS, accounts: { a: ACCOUNT } })],
  ['with an account without an id', withAccount({ id: 'no' })],
  ['with an account whose address is not safe', withAccount({ baseUrl: 'http://example.com' })],
  ['with an account without its marker', withAccount({ id: OTHER_ID, hasCredential: 'yes' })],
  ['with one account twice', withAccount({ label: 'the same id' })],
];

describe.each(DAMAGED)('a file that is %s', (_name, damaged) => {
  test('is kept aside whole, and the backup takes its place, told once', async () => {
    const { file, path, put, read, names } = await settingsFolder();
    await put(damaged);
    await put(BACKUP, '.bak');
    const { settings, notice, isReadOnly } = await file.load();
    expect(settings).toEqual(JSON.parse(BACKUP));
    expect(isReadOnly).toBe(false);
    expect(notice).toBe(
      `The settings file was damaged and is kept as ${path}.corrupt-${STAMP}. The backup took its place.`,
    );
    expect(await read(`.corrupt-${STAMP}`)).toBe(damaged);
    expect(await read()).toBe(BACKUP);
    expect(await names()).toHaveLength(3);
    expect(await file.load()).toEqual({ settings, notice: null, isReadOnly: false });
  });

  test('without a backup is kept aside, and the defaults take its place, told once', async () => {
    const { file, put, read } = await settingsFolder();
    await put(damaged);
    const { settings, notice } = await file.load();
    expect(settings).toEqual(DEFAULTS);
    expect(notice).toContain('There was no usable backup, so they start afresh.');
    expect(await read(`.corrupt-${STAMP}`)).toBe(damaged);
    expect((await file.load()).notice).toBeNull();
  });

  test('is mended by a change as well', async () => {
    const { file, put, read } = await settingsFolder();
    await put(damaged);
    await put(BACKUP, '.bak');
    await file.update((settings) => ({ ...settings, accounts: [] }));
    expect(JSON.parse(await read())).toEqual({ ...JSON.parse(BACKUP), accounts: [] });
    expect(await read('.bak')).toBe(BACKUP);
    expect(await read(`.corrupt-${STAMP}`)).toBe(damaged);
  });
});

describe('the backup', () => {
  test('comes back when a crash left no file, told once', async () => {
    const { file, put, read } = await settingsFolder();
    await put(BACKUP, '.bak');
    const { settings, notice } = await file.load();
    expect(settings).toEqual(JSON.parse(BACKUP));
    expect(notice).toBe('The settings file was missing. The backup took its place.');
    expect(await read()).toBe(BACKUP);
    expect((await file.load()).notice).toBeNull();
  });

  test('is kept aside when it is damaged too, told once', async () => {
    const { file, put, read, names } = await settingsFolder();
    await put('damaged');
    await put('damaged backup', '.bak');
    const { settings, notice } = await file.load();
    expect(settings).toEqual(DEFAULTS);
    expect(notice).toContain('There was no usable backup');
    expect((await file.load()).notice).toBeNull();
    await file.update((current) => current);
    await file.update((current) => current);
    const texts = await Promise.all(
      (await names()).map((name) => read(name.slice('settings.json'.length))),
    );
    expect(texts).toEqual(expect.arrayContaining(['damaged', 'damaged backup']));
  });

  test('that cannot be read counts as none', async () => {
    const { file, path, put } = await settingsFolder();
    await mkdir(`${path}.bak`);
    expect(await file.load()).toMatchObject({ settings: DEFAULTS, notice: null });
    await put('damaged');
    expect(await file.load()).toMatchObject({
      settings: DEFAULTS,
      notice: expect.stringContaining('no usable backup'),
    });
  });

  test('of a newer version comes back unchanged and read-only', async () => {
    const newer = JSON.stringify({ ...SETTINGS, version: 2 });
    const { file, put, read } = await settingsFolder();
    await put('damaged');
    await put(newer, '.bak');
    expect(await file.load()).toMatchObject({ isReadOnly: true });
    expect(await read()).toBe(newer);
    expect(await read('.bak')).toBe(newer);
  });

  test('cannot take the place of a damaged file in a folder that takes no lock', async () => {
    const { file, path, put, read } = await settingsFolder();
    await put('damaged');
    await put(BACKUP, '.bak');
    await mkdir(`${path}.lock`);
    await expect(file.load()).rejects.toMatchObject({ kind: 'unwritable' });
    expect(await read()).toBe('damaged');
    await rename(`${path}.lock`, `${path}.gone`);
    expect((await file.load()).settings).toEqual(JSON.parse(BACKUP));
  });
});

describe('a file of a newer version', () => {
  const forms = [
    ['of the form we know', { ...SETTINGS, version: 2, alerts: [] }, [ACCOUNT]],
    ['of another form', { version: 7, accounts: { everything: 'moved' } }, []],
    [
      'with an account of another form beside ours',
      { ...SETTINGS, version: 2, accounts: [{ key: 'x' }, ACCOUNT] },
      [ACCOUNT],
    ],
  ] as const;

  test.each(forms)('%s is read as far as possible and never written', async (_, json, accounts) => {
    const text = JSON.stringify(json);
    const { file, path, put, read, names } = await settingsFolder();
    await put(text);
    await put(BACKUP, '.bak');
    const { settings, notice, isReadOnly } = await file.load();
    expect(settings.accounts).toEqual(accounts);
    expect(isReadOnly).toBe(true);
    expect(notice).toContain('were written by a newer GPU Tray');
    await expect(file.update((current) => current)).rejects.toMatchObject({
      name: 'SettingsError',
      kind: 'readOnly',
      message: `The settings in ${path} were written by a newer GPU Tray. Update this one to change them.`,
    });
    expect(await read()).toBe(text);
    expect(await read('.bak')).toBe(BACKUP);
    expect(await names()).toEqual(['settings.json', 'settings.json.bak']);
  });
});
