import { describe, expect, test } from 'vitest';
import { whyNotDownloaded } from './electron.ts';

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
