import { expect, test, vi } from 'vitest';
import { sshFolder } from './system-places.ts';

test.each([
  ['linux', '/home/lea/.config/GPU Tray', '/home/lea/.ssh/gpu-tray'],
  // Such as XDG_CONFIG_HOME says: with other settings, it must not drop the names and keys of these.
  ['linux', '/home/lea/x/GPU Tray', '/home/lea/x/GPU Tray/ssh'],
  ['darwin', '/home/lea/Library/Application Support/GPU Tray', '/home/lea/.ssh/gpu-tray'],
  ['linux', '/tmp/demo', '/tmp/demo/ssh'],
] as const)('on %s the user-data folder %s has its ssh files', (platform, userData, folder) => {
  vi.stubEnv('XDG_CONFIG_HOME', '/home/lea/x');
  expect(sshFolder(userData, platform, '/home/lea')).toBe(folder);
});
