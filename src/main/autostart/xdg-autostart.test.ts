import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { autostartEntry } from './desktop-entry.ts';
import { autostartFile, setXdgAutostart } from './xdg-autostart.ts';

test('the file stands where the desktop looks', () => {
  expect(autostartFile({}, '/home/u')).toBe('/home/u/.config/autostart/gpu-tray.desktop');
  expect(autostartFile({ XDG_CONFIG_HOME: '/c' }, '/home/u')).toBe('/c/autostart/gpu-tray.desktop');
  expect(autostartFile({ XDG_CONFIG_HOME: '' }, '/home/u')).toBe(
    '/home/u/.config/autostart/gpu-tray.desktop',
  );
});

test.each([
  ['/opt/GPU Tray/gpu-tray', 'Exec="/opt/GPU Tray/gpu-tray"'],
  ['/opt/50%/x', 'Exec="/opt/50%%/x"'],
  ['/a"b`c$d\\e', 'Exec="/a\\\\"b\\\\`c\\\\$d\\\\\\\\e"'],
])('%s', (program, line) => {
  expect(autostartEntry(program).split('\n')).toContain(line);
});

test('on, on again, off, off again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-autostart-'));
  const file = join(folder, 'autostart', 'gpu-tray.desktop');
  try {
    await setXdgAutostart(file, '/opt/a');
    await setXdgAutostart(file, '/opt/b');
    expect(await readFile(file, 'utf8')).toContain('Exec="/opt/b"');
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o644);
    await setXdgAutostart(file, null);
    await setXdgAutostart(file, null);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true });
  }
});
