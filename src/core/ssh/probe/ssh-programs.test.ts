import { describe, expect, test } from 'vitest';
import { findSshProgram } from './ssh-programs.ts';

describe('findSshProgram', () => {
  const find = (platform: NodeJS.Platform, env: Record<string, string>, there: readonly string[]) =>
    findSshProgram('ssh', { platform, env, isProgram: (path) => there.includes(path) });

  test('takes the first one on the PATH, from absolute folders only', () => {
    const there = ['ssh', './ssh', '/opt/bin/ssh', '/usr/bin/ssh'];
    expect(find('linux', { PATH: '.::bin:/opt/bin:/usr/bin' }, there)).toBe('/opt/bin/ssh');
  });

  test('searches the usual folders where the PATH is short, as on macOS', () => {
    expect(find('darwin', {}, ['/opt/homebrew/bin/ssh'])).toBe('/opt/homebrew/bin/ssh');
  });

  test('prefers the one of Windows to those on the PATH', () => {
    const own = 'D:\\Windows\\System32\\OpenSSH\\ssh.exe';
    const git = 'C:\\Program Files\\Git\\usr\\bin\\ssh.exe';
    const env = { SYSTEMROOT: 'D:\\Windows', Path: '.;\\tools;"C:\\Program Files\\Git\\usr\\bin"' };
    expect(find('win32', env, [own, git])).toBe(own);
    expect(find('win32', env, [git, '\\tools\\ssh.exe', 'ssh.exe'])).toBe(git);
    expect(find('win32', env, ['\\tools\\ssh.exe', 'ssh.exe'])).toBeNull();
  });
});
