import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { app, clearCalls, setPackaged } from '../testing/electron.ts';
import { createAutostart } from './autostart.ts';

/** `XDG_CONFIG_HOME`. */
let folder = '';

beforeEach(async () => {
  clearCalls();
  setPackaged(true);
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-autostart-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const entryFile = () => join(folder, 'autostart', 'com.gpu-tray.app.desktop');

/** On Linux, for a program at that path. */
function autostartOf(program: string, log = silentLog) {
  vi.stubEnv('APPIMAGE', program);
  return createAutostart('linux', log);
}

const refusal = (message: RegExp) =>
  expect.objectContaining({
    refusal: expect.objectContaining({ message: expect.stringMatching(message) }),
  });

test('is refused when run from the source folder, where off changes nothing', async () => {
  setPackaged(false);
  const autostart = autostartOf('/opt/a');
  await expect(autostart.set(true)).rejects.toEqual(refusal(/^Only an installed/));
  await autostart.set(false);
  expect([await autostart.renew(), await autostart.isOn()]).toEqual([true, null]);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [true, /did not add/],
  [false, /did not remove/],
])('reports a desktop that ignores the change to %s', async (isOn, message) => {
  const usual = Reflect.get(app, 'getLoginItemSettings');
  onTestFinished(() => void Object.assign(app, { getLoginItemSettings: usual }));
  Object.assign(app, { getLoginItemSettings: () => ({ openAtLogin: !isOn }) });
  const autostart = createAutostart('darwin', silentLog);
  await expect(autostart.set(isOn)).rejects.toEqual(refusal(message));
});

test.each([
  ['as written', '', true],
  ['hidden by the user', 'Hidden=true\n', false],
  ['hidden, with spaces', 'Hidden = true \n', false],
  ['not hidden', 'Hidden=false\n', true],
  ['turned off by GNOME', 'X-GNOME-Autostart-enabled=false\n', false],
])('at a start, an XDG entry %s is set again if it is on', async (_, line, isOn) => {
  expect(await autostartOf('/opt/a').isOn()).toBe(false);
  await autostartOf('/opt/a').set(true);
  await writeFile(entryFile(), `${await readFile(entryFile(), 'utf8')}${line}`);
  const moved = autostartOf('/opt/b');
  expect(await moved.isOn()).toBe(isOn);
  expect(await moved.renew()).toBe(isOn);
  expect(await readFile(entryFile(), 'utf8')).toContain(`Exec="/opt/${isOn ? 'b' : 'a'}"`);
});

test('an entry of version 0.1.0 is set again under its present name', async () => {
  await autostartOf('/opt/a').set(true);
  await rename(entryFile(), join(folder, 'autostart', 'gpu-tray.desktop'));
  expect(await autostartOf('/opt/b').renew()).toBe(true);
  expect(await readdir(join(folder, 'autostart'))).toEqual(['com.gpu-tray.app.desktop']);
  expect(await readFile(entryFile(), 'utf8')).toContain('Exec="/opt/b"');
});

test('reports and logs an entry that cannot be written', async () => {
  await writeFile(join(folder, 'autostart'), 'a file in place of the folder');
  const lines: string[] = [];
  const log = { ...silentLog, warn: (event: string) => void lines.push(event) };
  const { set } = autostartOf('/opt/x', log);
  await expect(set(true)).rejects.toEqual(refusal(/^Failed to change/));
  expect(lines).toEqual(['autostart.failed']);
});

test('writes an entry for everyone to read, and removes it, also twice', async () => {
  const { set } = autostartOf('/opt/a');
  await set(true);
  if (process.platform !== 'win32') expect((await stat(entryFile())).mode & 0o777).toBe(0o644);
  await set(false);
  await set(false);
  expect(await readdir(join(folder, 'autostart'))).toEqual([]);
});

// Desktops ignore the entry when the program of `TryExec` is gone.
test.each([
  ['/opt/GPU Tray/gpu-tray', 'TryExec=/opt/GPU Tray/gpu-tray', 'Exec="/opt/GPU Tray/gpu-tray"'],
  ['/opt/50%/x', 'TryExec=/opt/50%/x', 'Exec="/opt/50%%/x"'],
  ['/a"b`c$d\\e', 'TryExec=/a"b`c$d\\\\e', 'Exec="/a\\\\"b\\\\`c\\\\$d\\\\\\\\e"'],
])('quotes the program %s', async (program, tryExec, exec) => {
  await autostartOf(program).set(true);
  const lines = (await readFile(entryFile(), 'utf8')).split('\n');
  expect(lines).toEqual(expect.arrayContaining([tryExec, `${exec} --at-login`]));
});
