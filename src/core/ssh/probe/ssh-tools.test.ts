import { describe, expect, test } from 'vitest';
import { findSshTools } from './ssh-tools.ts';

describe('findSshTools', () => {
  const find = (platform: NodeJS.Platform, env: Record<string, string>, there: readonly string[]) =>
    findSshTools({ platform, env, isProgram: (path) => there.includes(path) });

  test('takes the first one on the PATH, from absolute folders only', () => {
    const there = ['ssh', './ssh', '/opt/bin/ssh', '/usr/bin/ssh'];
    expect(find('linux', { PATH: '.::bin:/opt/bin:/usr/bin' }, there)).toEqual({
      ssh: '/opt/bin/ssh',
      keyscan: null,
    });
  });

  test('searches the usual folders where the PATH is short, as on macOS', () => {
    expect(find('darwin', {}, ['/opt/homebrew/bin/ssh']).ssh).toBe('/opt/homebrew/bin/ssh');
  });

  test('prefers the one of Windows to those on the PATH', () => {
    const own = 'D:\\Windows\\System32\\OpenSSH\\ssh.exe';
    const git = 'C:\\Program Files\\Git\\usr\\bin\\ssh.exe';
    const env = { SYSTEMROOT: 'D:\\Windows', Path: '.;\\tools;"C:\\Program Files\\Git\\usr\\bin"' };
    expect(find('win32', env, [own, git]).ssh).toBe(own);
    expect(find('win32', env, [git, '\\tools\\ssh.exe', 'ssh.exe']).ssh).toBe(git);
    expect(find('win32', env, ['\\tools\\ssh.exe', 'ssh.exe']).ssh).toBeNull();
  });
});
