import { join } from 'node:path';
import { expect, test } from 'vitest';
import { userDataFolder } from './user-data.ts';

test.each([
  ['linux', {}, '/home/ada/.config/GPU Tray'],
  ['linux', { XDG_CONFIG_HOME: '/data/config' }, '/data/config/GPU Tray'],
  ['linux', { XDG_CONFIG_HOME: '' }, '/home/ada/.config/GPU Tray'],
  ['freebsd', {}, '/home/ada/.config/GPU Tray'],
  ['darwin', { XDG_CONFIG_HOME: '/ignored' }, '/home/ada/Library/Application Support/GPU Tray'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/GPU Tray'],
  ['win32', { APPDATA: '' }, '/home/ada/AppData/Roaming/GPU Tray'],
  ['win32', {}, '/home/ada/AppData/Roaming/GPU Tray'],
] as const)('on %s with %j it is %s', (platform, env, folder) => {
  expect(userDataFolder(platform, env, '/home/ada')).toBe(join(folder));
});
