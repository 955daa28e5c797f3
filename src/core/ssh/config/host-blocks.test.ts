import { expect, test } from 'vitest';
import { controlPath } from './host-blocks.ts';

function inFolder(
  folder: string,
  platform: NodeJS.Platform = 'linux',
  hostKeyAlias = 'gpu-tray-vm-1',
) {
  const configFile = `${folder}/config`;
  return controlPath(hostKeyAlias, { folder, configFile, accountHome: '/home/ann', platform });
}

test('the control path contains a hash of the host key alias', () => {
  expect(inFolder('/home/ann/.ssh/gpu-tray')).toBe('~/.ssh/gpu-tray/833787%C');
  expect(inFolder('/srv/a 100%')).toBe('"/srv/a 100%%/833787%C"');
  expect(inFolder('/srv', 'linux', 'gpu-tray-vm-2')).not.toBe(inFolder('/srv'));
});

test('a folder too long for a socket shares no connections', () => {
  const folder = (length: number) => `/${'x'.repeat(length - 1)}`;
  expect([inFolder(folder(43)), inFolder(folder(44))]).toEqual([
    expect.stringContaining('%C'),
    'none',
  ]);
  expect([inFolder(folder(39), 'darwin'), inFolder(folder(40), 'darwin')]).toEqual([
    expect.stringContaining('%C'),
    'none',
  ]);
  expect(inFolder('é'.repeat(22))).toBe('none');
});

test('there is no control path on Windows', () => {
  expect(inFolder('C:/x', 'win32')).toBeNull();
});
