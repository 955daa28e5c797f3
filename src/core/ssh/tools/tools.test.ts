import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import type { BoundedRun } from '../../run-with-timeout.ts';
import { askSsh } from './ask-ssh.ts';
import { configArguments } from './config-arguments.ts';
import { configPath, configWord } from './config-word.ts';
import { findSshTools } from './find-tools.ts';

describe('finding ssh', () => {
  const find = (platform: NodeJS.Platform, env: Record<string, string>, there: readonly string[]) =>
    findSshTools({ platform, env, isProgram: (path) => there.includes(path) });

  test('takes the first on the path, and only from absolute folders', () => {
    const there = ['ssh', './ssh', '/opt/bin/ssh', '/usr/bin/ssh', '/usr/bin/ssh-keygen'];
    expect(find('linux', { PATH: '.::bin:/opt/bin:/usr/bin' }, there)).toEqual({
      ssh: '/opt/bin/ssh',
      keygen: '/usr/bin/ssh-keygen',
      keyscan: null,
    });
  });

  test('needs no path on macOS, where the desktop gives a short one', () => {
    expect(find('darwin', {}, ['/opt/homebrew/bin/ssh']).ssh).toBe('/opt/homebrew/bin/ssh');
  });

  test('takes Windows’ own first, then the path’s absolute folders', () => {
    const own = 'D:\\Windows\\System32\\OpenSSH\\ssh.exe';
    const git = 'C:\\Program Files\\Git\\usr\\bin\\ssh.exe';
    const env = { SYSTEMROOT: 'D:\\Windows', Path: '.;\\tools;"C:\\Program Files\\Git\\usr\\bin"' };
    expect(find('win32', env, [own, git]).ssh).toBe(own);
    expect(find('win32', env, [git, '\\tools\\ssh.exe', 'ssh.exe']).ssh).toBe(git);
    expect(find('win32', env, ['\\tools\\ssh.exe', 'ssh.exe']).ssh).toBeNull();
  });
});

describe('asking ssh', () => {
  const tools = () => ({ ssh: '/usr/bin/ssh', keygen: null, keyscan: null });

  test('gives the values of each keyword, and the alias behind --', async () => {
    const seen: unknown[] = [];
    const run: BoundedRun = async (...command) => {
      seen.push(command);
      return {
        state: 'done',
        stdout: 'hostname a b\r\nuser x\nidentityfile 1\nidentityfile 2\nodd\n',
      };
    };
    const answer = await askSsh(tools, run, ['-F', '/h/.ssh/config'])('-oProxyCommand=x');
    expect(seen).toEqual([
      ['/usr/bin/ssh', ['-F', '/h/.ssh/config', '-G', '--', '-oProxyCommand=x']],
    ]);
    expect([...(answer ?? [])]).toEqual([
      ['hostname', 'a b'],
      ['user', 'x'],
      ['identityfile', '1\n2'],
    ]);
  });

  test.each([
    ['failed', null],
    ['absent', null],
    ['late', 'late'],
  ] as const)('%s is no answer', async (state, answer) => {
    const run: BoundedRun = async () => (state === 'failed' ? { state, stderr: 'x' } : { state });
    expect(await askSsh(tools, run, [])('gpu-x')).toBe(answer);
  });
});

test('the configuration is named only where ssh would not find it', async () => {
  const folder = await temporaryFolder();
  const link = join(folder, 'link');
  await symlink(folder, link);
  for (const home of [folder, `${folder}/`, link, `${link}/.`])
    expect(configArguments({ home, accountHome: folder })).toEqual([]);
  expect(configArguments({ home: '/nowhere/ann/', accountHome: '/nowhere/ann' })).toEqual([]);
  expect(configArguments({ home: '/home/ann', accountHome: '/home/ann' })).toEqual([]);
  expect(configArguments({ home: '/tmp/h', accountHome: '/home/ann' })).toEqual([
    '-F',
    '/tmp/h/.ssh/config',
  ]);
});

describe('a word of a configuration', () => {
  test.each([
    ['/a b/c', 'linux', '"/a b/c"'],
    ['/100%/%h', 'linux', '/100%%/%%h'],
    ["/o'brien", 'linux', '"/o\'brien"'],
    ['/a#b', 'linux', '"/a#b"'],
    ['/a\\b', 'linux', '"/a\\\\b"'],
    ['C:\\Users\\A B\\x', 'win32', '"C:/Users/A B/x"'],
  ] as const)('the path %j on %s is %s', (path, platform, word) => {
    expect(configPath(path, platform)).toBe(word);
  });

  test.each(['', 'a"b', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b', 'a\x85b', 'a\tb'])(
    '%j is none',
    (value) => {
      expect(configWord(value)).toBeNull();
      expect(configPath(value, 'linux')).toBeNull();
    },
  );

  test('ssh would expand a variable in a path', () => {
    expect(configPath(`/a/$${'{'}HOME}`, 'linux')).toBeNull();
  });
});
