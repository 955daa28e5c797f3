import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Application } from '../../src/core/app/index.ts';
import { tryFileLock } from '../../src/core/files/index.ts';
import { openHistory } from '../../src/core/history/history.ts';
import { vmName } from '../../src/shared/domain/vm.ts';
import { memorySession, startApplication } from './application.ts';
import { simulate, temporaryFolder } from './fixtures.ts';

// The application on files that are damaged, newer, in the way, or not writable. Each start also says that nothing hung.

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
const writeGarbage = (path: string) => writeFile(path, '\0garbage'.repeat(1_000));

const tmpfs = (size: string) => ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs'];
const mayMount = await run('unshare', ['--mount', 'mount', ...tmpfs('16k'), '/mnt']).then(
  () => true,
  () => false,
);

/** A folder on a separate disk. */
async function smallDisk(size: string): Promise<string> {
  const folder = await temporaryFolder();
  await run('mount', [...tmpfs(size), folder]);
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])));
  return folder;
}

/** @returns the file to remove for room */
async function fillDisk(folder: string): Promise<string> {
  const filler = join(folder, 'filler');
  await expect(writeFile(filler, '0'.repeat(2_000_000))).rejects.toThrow('ENOSPC');
  return filler;
}

const vmNames = ({ state }: Application) =>
  Object.values(state().snapshots).flatMap(({ vms }) => (vms.value?.vms ?? []).map(vmName));

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
  test('settings damaged beside a backup', async () => {
    const files = { 'settings.json': '\0\0\0', 'settings.json.bak': SETTINGS };
    const folder = await filled(files);
    const { application } = await startApplication(memorySession(), folder);
    expect(application.state().notice).toMatch(
      /was damaged and is kept as .* The backup was restored/,
    );
    expect(labels(application)).toEqual([ACCOUNT.label]);
    await application.stop();
    expect(await texts(folder)).toEqual(expect.arrayContaining(Object.values(files)));
    const again = await startApplication(memorySession(), folder);
    expect(again.application.state().notice).toBeNull();
    expect(labels(again.application)).toEqual([ACCOUNT.label]);
  });

  test.each([
    ['garbage', 'alerts.json'],
    ['a pipe', 'ssh/hosts.json'],
    ['a folder', 'ssh/config'],
    ['a folder', 'ssh/lock'],
  ])('%s in place of %s', async (kind, name) => {
    const folder = await filled({ 'settings.json': SETTINGS });
    const path = join(folder, name);
    if (kind === 'garbage') await writeGarbage(path);
    else if (kind === 'a folder') await mkdir(path);
    else await placePipe(path);
    const { application } = await startApplication(memorySession(), folder);
    expect(labels(application)).toEqual([ACCOUNT.label]);
    await application.requests.changePreferences({ hideAmounts: true });
    await application.stop();
    const again = await startApplication(memorySession(), folder);
    expect(again.application.state().preferences.hideAmounts).toBe(true);
  });

  test.each([
    ['garbage', writeGarbage, /was damaged and is kept as .* A new one was started/],
    ['a pipe', placePipe, /^Failed to write the history .*: it is not a regular file/],
  ])('%s in place of the history', async (_, place, notice) => {
    const { baseUrl, credentials } = await simulate({ vms: 2 });
    const folder = await filled({});
    await place(join(folder, 'history.db'));
    const { application } = await startApplication(memorySession(), folder);
    const key = credentials[0].apiKeys.read_only;
    await application.requests.signInWithKey({ baseUrl, key, accountId: null });
    await expect.poll(() => application.state().notice).toMatch(notice);
    expect(vmNames(application)).toHaveLength(2);
    await application.requests.dismissNotice();
    await application.requests.refresh({ accountId: null });
    expect(application.state().notice).toBeNull();
  });

  test('a damaged lock, and files that killed writers left', async () => {
    const left = '.settings.json.5c3b1c6e8a42.tmp';
    const names = [left, `ssh/${left}`];
    const leftovers = Object.fromEntries(names.map((name) => [name, 'half a fi']));
    const folder = await filled({
      ...{ 'settings.json': SETTINGS, 'settings.json.lock': 'garbage'.repeat(1_000) },
      ...leftovers,
    });
    for (const name of names) await utimes(join(folder, name), 0, 0);
    const { application } = await startApplication(memorySession(), folder);
    await application.requests.changePreferences({ hideAmounts: true });
    expect(await readdir(folder)).not.toContain(left);
    expect(await readdir(join(folder, 'ssh'))).not.toContain(left);
  });

  test.runIf(mayMount)('a disk that is full for the history, until there is room', async () => {
    const session = memorySession();
    const sim = await simulate({ vms: 2 });
    const { control, baseUrl, credentials } = sim;
    const folder = await smallDisk('1m');
    const path = join(folder, 'history.db');
    const first = await startApplication(session, folder);
    const key = credentials[0].apiKeys.read_only;
    await first.application.requests.signInWithKey({ baseUrl, key, accountId: null });
    await expect.poll(() => vmNames(first.application)).toHaveLength(2);
    await first.application.stop();

    const filler = await fillDisk(folder);
    const { application, notifications } = await startApplication(session, folder);
    const refresh = () => application.requests.refresh({ accountId: null });
    const { state } = application;
    await expect
      .poll(() => state().notice)
      .toBe(`Failed to write the history ${path}: the disk is full. Free some space.`);
    expect(vmNames(application)).toHaveLength(2);
    await application.requests.dismissNotice();
    const [{ id } = { id: '' }] = control.vms();
    control.setVm(id, { status: 'interrupted' });
    await refresh();
    expect(state().recentEvents).toMatchObject([{ what: 'was interrupted' }]);
    await expect
      .poll(() => notifications.map(({ title }) => title))
      .toContainEqual(expect.stringContaining('was interrupted'));
    expect(state().notice).toBeNull();

    await rm(filler);
    await refresh();
    await application.stop();
    const history = openHistory(path);
    expect(history.events(0, 10)).toContainEqual(
      expect.objectContaining({ what: 'was interrupted' }),
    );
    history.close();
  });

  // Nothing can be created below /sys, not even by root.
  test.runIf(process.platform === 'linux')('a home that cannot be written', async () => {
    const sim = await simulate({ vms: 2 });
    const { application } = await startApplication(memorySession(), '/sys/gpu-tray');
    expect(application.state()).toMatchObject({ notice: null, accounts: [] });
    const { baseUrl, credentials } = sim;
    const key = credentials[0].apiKeys.read_only;
    const signIn = application.requests.signInWithKey({ baseUrl, key, accountId: null });
    await expect(signIn).rejects.toThrow(/^Failed to .*\/sys\/gpu-tray.* Check its permissions\.$/);
  });
});

test('settings of a newer version are read, and stay as they are', async () => {
  const folder = await filled({ 'settings.json': NEWER });
  const { application } = await startApplication(memorySession(), folder);
  expect(application.state().notice).toMatch(/written by a newer version/);
  expect(labels(application)).toEqual([ACCOUNT.label]);
  await expect(application.requests.changePreferences({ hideAmounts: true })).rejects.toThrow(
    'Update GPU Tray to change them.',
  );
  expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(NEWER);
});

test('a folder in place of the settings ends the start with a sentence', async () => {
  const folder = await filled({ 'settings.json.bak': SETTINGS });
  const path = join(folder, 'settings.json');
  await mkdir(path);
  await expect(startApplication(memorySession(), folder)).rejects.toThrow(
    `Failed to read the settings file ${path}: it is not a regular file. Move it away.`,
  );
  expect(await tryFileLock(join(folder, 'acting.lock'))).not.toBeNull();
});
