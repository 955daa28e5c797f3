import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { type AutostartPorts, setAutostart } from './autostart.ts';
import { isXdgAutostart, setXdgAutostart } from './xdg-autostart.ts';

/** A desktop that remembers it, with these differences. */
function desktop(values: Partial<AutostartPorts> = {}) {
  const set: boolean[] = [];
  const ports: AutostartPorts = {
    isPackaged: true,
    set: (isOn) => void set.push(isOn),
    isSet: () => set.at(-1) ?? false,
    log: silentLog,
    ...values,
  };
  return { set, ports };
}

const refusal = (message: RegExp) =>
  expect.objectContaining({
    refusal: expect.objectContaining({ message: expect.stringMatching(message) }),
  });

test('on and off', async () => {
  const { set, ports } = desktop();
  await setAutostart(true, ports);
  await setAutostart(false, ports);
  expect(set).toEqual([true, false]);
});

test('from its folder it refuses in words, and off is off', async () => {
  const { set, ports } = desktop({ isPackaged: false });
  await expect(setAutostart(true, ports)).rejects.toEqual(refusal(/^Only an installed/));
  await setAutostart(false, ports);
  expect(set).toEqual([]);
});

test.each([
  [true, /did not take/],
  [false, /did not drop/],
])('a desktop that does not do it is not believed: %s', async (isOn, message) => {
  const { ports } = desktop({ isSet: () => !isOn });
  await expect(setAutostart(isOn, ports)).rejects.toEqual(refusal(message));
});

test('an entry that cannot be written is said, on a real folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-autostart-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'autostart'), 'a file where the folder should be');
  const file = join(folder, 'autostart', 'gpu-tray.desktop');
  const lines: string[] = [];
  const { ports } = desktop({
    set: (isOn) => setXdgAutostart(file, isOn ? '/opt/x' : null),
    isSet: () => isXdgAutostart(file),
    log: { ...silentLog, warn: (event) => void lines.push(event) },
  });
  await expect(setAutostart(true, ports)).rejects.toEqual(refusal(/could not be written/));
  expect(lines).toEqual(['autostart.failed']);
  expect(await readdir(folder)).toEqual(['autostart']);
});

test('the entry of a Linux desktop is there exactly while it is on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-autostart-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'autostart', 'gpu-tray.desktop');
  const { ports } = desktop({
    set: (isOn) => setXdgAutostart(file, isOn ? '/opt/x' : null),
    isSet: () => isXdgAutostart(file),
  });
  await setAutostart(true, ports);
  expect(await isXdgAutostart(file)).toBe(true);
  await setAutostart(false, ports);
  expect(await isXdgAutostart(file)).toBe(false);
});
