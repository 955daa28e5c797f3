import { expect, test } from 'vitest';
import { hasDisplay } from './electron.ts';

test.each<[NodeJS.ProcessEnv, NodeJS.Platform, boolean]>([
  [{}, 'darwin', true],
  [{}, 'win32', true],
  [{ DISPLAY: ':0' }, 'linux', true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
  [{ DISPLAY: '' }, 'linux', false],
])('in %j on %s there is a display: %s', (env, platform, expected) => {
  expect(hasDisplay(env, platform)).toBe(expected);
});
