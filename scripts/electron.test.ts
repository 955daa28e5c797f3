import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { downloadElectron, whyNotDownloaded } from './electron.ts';

describe('the demo', () => {
  const desktop = { DISPLAY: ':0' };
  test.each<[string, NodeJS.ProcessEnv, NodeJS.Platform, boolean, RegExp | null]>([
    ['on macOS', {}, 'darwin', false, null],
    ['on Windows', {}, 'win32', false, null],
    ['with an X display', desktop, 'linux', false, null],
    ['with a Wayland display', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', false, null],
    ['without a display', {}, 'linux', false, /no display/],
    ['as root', desktop, 'linux', true, /root/],
    ['in CI', { ...desktop, CI: 'true' }, 'linux', false, /CI/],
    [
      'when a variable forbids it',
      { ...desktop, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
      'linux',
      false,
      /SKIP/,
    ],
  ])('decides whether to download Electron %s', (_, env, platform, isRoot, expected) => {
    const why = whyNotDownloaded(env, platform, isRoot);
    if (expected === null) expect(why).toBeNull();
    else expect(why).toMatch(expected);
  });
});

describe('downloading Electron', () => {
  test.each([
    ['', null],
    [
      'console.error("    at x\\nError: no such host\\n    at y"); process.exit(1)',
      'the download failed: no such host',
    ],
    ['process.exit(3)', 'the download failed'],
    ['setInterval(() => {}, 1000)', 'the download took longer than 1 s'],
  ])('with the script %j ends with %j', async (code, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-install-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = join(folder, 'install.cjs');
    await writeFile(script, code);
    expect(await downloadElectron(script, 1_000)).toBe(expected);
  });
});
