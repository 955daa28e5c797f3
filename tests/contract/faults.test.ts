import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Application } from '../../src/core/app/index.ts';
import { startApplication } from './application.ts';
import { simulate, temporaryFolder } from './fixtures.ts';

// The application on files that are damaged, newer, in the way, or not writable. Each start also says that nothing hung.

/** Without a keychain. */
const SESSION = { env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } };

const ACCOUNT = {
  ...{ id: '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11', label: 'ada@example.com' },
  ...{ baseUrl: 'https://127.0.0.1:9', credential: 'apiKey', email: null, hasCredential: true },
};
const SETTINGS = JSON.stringify({
  ...{ version: 1, accounts: [ACCOUNT], ssh: { user: null, port: null } },
});
const NEWER = JSON.stringify({ ...JSON.parse(SETTINGS), version: 9, added: { by: 'version 9' } });

const run = promisify(execFile);
const placePipe = (path: string) => run('mkfifo', [path]);

const TMPFS = ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs'];
const mayMount = await run('unshare', ['--mount', 'mount', ...TMPFS, '/mnt']).then(
  () => true,
  () => false,
);

const labels = ({ state }: Application) => state().accounts.map(({ label }) => label);

async function filled(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'ssh'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const texts = async (folder: string) => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
};

describe('the application starts, says what happened once, and loses nothing', () => {
  it.each([
    [
      'damaged',
      { 'settings.json': '{"version": 1, "acc' },
      /was damaged and is kept as .* reset/,
      [],
    ],
    [
      'damaged beside a backup',
      { 'settings.json': '\0\0\0', 'settings.json.bak': SETTINGS },
      /was damaged and is kept as .* The backup was restored/,
      [ACCOUNT.label],
    ],
    [
      'lost beside a backup',
      { 'settings.json.bak': SETTINGS },
      /was missing. The backup was restored/,
      [ACCOUNT.label],
    ],
  ])('settings %s', async (_, files, notice, accounts) => {
    const folder = await filled(files);
    const { application } = await startApplication(SESSION, folder);
    expect(application.state().notice).toMatch(notice);
    expect(labels(application)).toEqual(accounts);
    await application.stop();
    expect(await texts(folder)).toEqual(expect.arrayContaining(Object.values(files)));
    const again = await startApplication(SESSION, folder);
    expect(again.application.state().notice).toBeNull();
    expect(labels(again.application)).toEqual(accounts);
  });

  it('settings of a newer version, which stay as they are', async () => {
    const folder = await filled({ 'settings.json': NEWER });
    const { application } = await startApplication(SESSION, folder);
    expect(application.state().notice).toMatch(/written by a newer version/);
    expect(labels(application)).toEqual([ACCOUNT.label]);
    await expect(application.requests.changePreferences({ hideAmounts: true })).rejects.toThrow(
      'Update GPU Tray to change them.',
    );
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(NEWER);
  });

  const OTHERS = ['alerts.json', 'ssh/hosts.json', 'ssh/config', 'ssh/known_hosts', 'ssh/lock'];
  it.each(
    OTHERS.flatMap((name) =>
      ['garbage', 'a folder', 'a pipe'].map((kind) => [kind, name] as const),
    ),
  )('%s in place of %s', async (kind, name) => {
    const folder = await filled({ 'settings.json': SETTINGS });
    const path = join(folder, name);
    if (kind === 'garbage') await writeFile(path, '\0garbage'.repeat(1_000));
    else if (kind === 'a folder') await mkdir(path);
    else await placePipe(path);
    const { application } = await startApplication(SESSION, folder);
    expect(labels(application)).toEqual([ACCOUNT.label]);
    await application.requests.changePreferences({ hideAmounts: true });
    await application.stop();
    const again = await startApplication(SESSION, folder);
    expect(again.application.state().preferences.hideAmounts).toBe(true);
  });

  it('a damaged lock, and files that killed writers left', async () => {
    const left = '.settings.json.5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11.tmp';
    const names = [left, `ssh/${left}`];
    const leftovers = Object.fromEntries(names.map((name) => [name, 'half a fi']));
    const folder = await filled({
      ...{ 'settings.json': SETTINGS, 'settings.json.lock': 'garbage'.repeat(1_000) },
      ...leftovers,
    });
    for (const name of names) await utimes(join(folder, name), 0, 0);
    const { application } = await startApplication(SESSION, folder);
    await application.requests.changePreferences({ hideAmounts: true });
    expect(await readdir(folder)).not.toContain(left);
    expect(await readdir(join(folder, 'ssh'))).not.toContain(left);
  });

  // Elsewhere, files limited in size stand in for a full disk: settings-file.real.test.ts.
  it.runIf(mayMount)('a full disk, where one can be mounted', async () => {
    const folder = await temporaryFolder();
    await run('mount', [...TMPFS, folder]);
    onTestFinished(async () => void (await run('umount', ['--lazy', folder])));
    await writeFile(join(folder, 'settings.json'), SETTINGS);
    await expect(writeFile(join(folder, 'filler'), '0'.repeat(20_000))).rejects.toThrow('ENOSPC');
    const { application } = await startApplication(SESSION, folder);
    expect(labels(application)).toEqual([ACCOUNT.label]);
    const change = application.requests.changePreferences({ hideAmounts: true });
    await expect(change).rejects.toThrow(/: the disk is full\. Free some space\.$/);
    await application.stop();
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(SETTINGS);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  // Nothing can be created below /sys, not even by root.
  it.runIf(process.platform === 'linux')('a home that cannot be written', async () => {
    const sim = await simulate({ vms: 2 });
    const { application } = await startApplication(SESSION, '/sys/gpu-tray');
    expect(application.state()).toMatchObject({ notice: null, accounts: [] });
    const { baseUrl, credentials } = sim;
    const key = credentials[0].apiKeys.read_only;
    const signIn = application.requests.signInWithKey({ baseUrl, key, accountId: null });
    await expect(signIn).rejects.toThrow(/^Failed to .*\/sys\/gpu-tray.* Check its permissions\.$/);
  });
});

it.each(['folder', 'pipe'])(
  'a %s in place of the settings ends the start with a sentence',
  async (kind) => {
    const folder = await filled({ 'settings.json.bak': SETTINGS });
    const path = join(folder, 'settings.json');
    if (kind === 'folder') await mkdir(path);
    else await placePipe(path);
    await expect(startApplication(SESSION, folder)).rejects.toThrow(
      `Failed to read the settings file ${path}: it is not a regular file. Move it away.`,
    );
    expect((await readdir(folder)).toSorted()).toEqual([
      'settings.json',
      'settings.json.bak',
      'ssh',
    ]);
  },
);
