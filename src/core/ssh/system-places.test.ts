import { expect, test } from 'vitest';
import { sshFolder } from './system-places.ts';

test.each([
  ['linux', '/home/lea/.config/GPU Tray', {}, '/home/lea/.ssh/gpu-tray'],
  ['linux', '/home/lea/x/GPU Tray', { XDG_CONFIG_HOME: '/home/lea/x' }, '/home/lea/.ssh/gpu-tray'],
  ['darwin', '/home/lea/Library/Application Support/GPU Tray', {}, '/home/lea/.ssh/gpu-tray'],
  ['linux', '/tmp/demo', {}, '/tmp/demo/ssh'],
] as const)(
  'on %s the user-data folder %s has its ssh files',
  (platform, userData, env, folder) => {
    expect(sshFolder(userData, platform, env, '/home/lea')).toBe(folder);
  },
);
