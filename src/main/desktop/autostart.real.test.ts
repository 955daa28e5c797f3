import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../core/log.ts';
import {
  type AutostartPorts,
  electronAutostart,
  isXdgAutostartOn,
  renewAutostart,
  setAutostart,
  setXdgAutostart,
  xdgAutostartFile,
} from './autostart.ts';

/** A desktop that remembers the last setting. */
function desktop(values: Partial<AutostartPorts> = {}) {
  const set: boolean[] = [];
  const ports: AutostartPorts = {
    isPackaged: true,
    set(isOn) {
      set.push(isOn);
      return isOn;
    },
    isOn: () => true,
    log: silentLog,
    ...values,
  };
  return { set, ports };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-autostart-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const refusal = (message: RegExp) =>
  expect.objectContaining({
    refusal: expect.objectContaining({ message: expect.stringMatching(message) }),
  });

test('turns on and off', async () => {
  const { set, ports } = desktop();
  await setAutostart(true, ports);
  await setAutostart(false, ports);
  expect(set).toEqual([true, false]);
});

test('is refused when run from the source folder, where off changes nothing', async () => {
  const { set, ports } = desktop({ isPackaged: false });
  await expect(setAutostart(true, ports)).rejects.toEqual(refusal(/^Only an installed/));
  await setAutostart(false, ports);
  expect(set).toEqual([]);
});

test.each([
  [true, /did not add/],
  [false, /did not remove/],
])('reports a desktop that ignores the change to %s', async (isOn, message) => {
  const { ports } = desktop({ set: () => !isOn });
  await expect(setAutostart(isOn, ports)).rejects.toEqual(refusal(message));
});

test.each([
  ['an entry that is on is set again', {}, true, [true]],
  ['an entry that the user turned off stays off', { isOn: () => false }, false, []],
  ['run from the source folder, nothing changes', { isPackaged: false }, true, []],
])('at a start, %s', async (_, values, isOn, changes) => {
  const { set, ports } = desktop(values);
  expect(await renewAutostart(ports)).toBe(isOn);
  expect(set).toEqual(changes);
});

test.each([
  ['as written', '', true],
  ['hidden by the user', 'Hidden=true\n', false],
  ['hidden, with spaces', 'Hidden = true \n', false],
  ['not hidden', 'Hidden=false\n', true],
])('an XDG entry %s', async (_, line, isOn) => {
  const file = join(await temporaryFolder(), 'x.desktop');
  expect(await isXdgAutostartOn(file)).toBe(false);
  await setXdgAutostart(file, '/opt/a', true);
  await writeFile(file, `${await readFile(file, 'utf8')}${line}`);
  expect(await isXdgAutostartOn(file)).toBe(isOn);
});

test('an XDG entry turned off by GNOME', async () => {
  const file = join(await temporaryFolder(), 'x.desktop');
  await setXdgAutostart(file, '/opt/a', true);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('enabled=true', 'enabled=false'));
  expect(await isXdgAutostartOn(file)).toBe(false);
});

test('reports and logs an entry that cannot be written', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'autostart'), 'a file in place of the folder');
  const lines: string[] = [];
  const { ports } = desktop({
    set: (isOn) => setXdgAutostart(join(folder, 'autostart', 'x.desktop'), '/opt/x', isOn),
    log: { ...silentLog, warn: (event) => void lines.push(event) },
  });
  await expect(setAutostart(true, ports)).rejects.toEqual(refusal(/^Failed to change/));
  expect(lines).toEqual(['autostart.failed']);
  expect(await readdir(folder)).toEqual(['autostart']);
});

test('writes an entry for everyone to read, replaces it, and removes it, also twice', async () => {
  const file = join(await temporaryFolder(), 'autostart', 'x.desktop');
  await setXdgAutostart(file, '/opt/a', true);
  await setXdgAutostart(file, '/opt/b', true);
  expect(await readFile(file, 'utf8')).toContain('Exec="/opt/b" --at-login');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o644);
  expect(await setXdgAutostart(file, '/opt/b', false)).toBe(false);
  expect(await setXdgAutostart(file, '/opt/b', false)).toBe(false);
  expect(await readdir(dirname(file))).toEqual([]);
});

test.each([
  ['/opt/GPU Tray/gpu-tray', 'Exec="/opt/GPU Tray/gpu-tray" --at-login'],
  ['/opt/50%/x', 'Exec="/opt/50%%/x" --at-login'],
  ['/a"b`c$d\\e', 'Exec="/a\\\\"b\\\\`c\\\\$d\\\\\\\\e" --at-login'],
])('quotes the program %s', async (program, line) => {
  const file = join(await temporaryFolder(), 'x.desktop');
  await setXdgAutostart(file, program, true);
  expect((await readFile(file, 'utf8')).split('\n')).toContain(line);
});

test.each([
  ['/opt/GPU Tray/gpu-tray', 'TryExec=/opt/GPU Tray/gpu-tray'],
  ['/a\\b', 'TryExec=/a\\\\b'],
])('the entry does nothing once %s is uninstalled', async (program, line) => {
  const file = join(await temporaryFolder(), 'x.desktop');
  await setXdgAutostart(file, program, true);
  expect((await readFile(file, 'utf8')).split('\n')).toContain(line);
});

test.each([
  ['on', '', true],
  ['turned off on the desktop', 'Hidden=true\n', false],
])('takes over an entry with the earlier name that is %s', async (_, line, isOn) => {
  const folder = await temporaryFolder();
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const autostart = electronAutostart('linux', silentLog);
  const earlier = join(folder, 'autostart', 'gpu-tray.desktop');
  expect(await autostart.isOn()).toBe(false);
  await setXdgAutostart(earlier, '/opt/a', true);
  await writeFile(earlier, `${await readFile(earlier, 'utf8')}${line}`);
  expect(await autostart.isOn()).toBe(isOn);
  expect(await readdir(join(folder, 'autostart'))).toEqual(['com.gpu-tray.app.desktop']);
});

test('follows XDG_CONFIG_HOME unless it is empty', () => {
  const usual = '/home/u/.config/autostart/com.gpu-tray.app.desktop';
  expect(xdgAutostartFile({}, '/home/u')).toBe(usual);
  expect(xdgAutostartFile({ XDG_CONFIG_HOME: '' }, '/home/u')).toBe(usual);
  expect(xdgAutostartFile({ XDG_CONFIG_HOME: '/c' }, '/home/u')).toBe(
    '/c/autostart/com.gpu-tray.app.desktop',
  );
});
