import { describe, expect, test } from 'vitest';
import type { RunOutcome } from '../../run-with-timeout.ts';
import { createAskSsh, findSsh, type RunSsh } from './ssh-programs.ts';

describe('findSsh', () => {
  const find = (platform: NodeJS.Platform, env: Record<string, string>, there: readonly string[]) =>
    findSsh({ platform, env, isProgram: (path) => there.includes(path) });

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

const answerTo = (outcome: RunOutcome) =>
  createAskSsh(
    async () => outcome,
    () => [],
  )('x');

test('passes the name after --, and an address in place of HostName', async () => {
  const seen: unknown[] = [];
  const run: RunSsh = async (args) => {
    seen.push(args);
    return { state: 'absent' };
  };
  const ask = createAskSsh(run, () => ['-F', '/h/.ssh/config']);
  await ask('-oProxyCommand=x');
  await ask('x', '192.0.2.1');
  expect(seen).toEqual([
    ['-F', '/h/.ssh/config', '-G', '--', '-oProxyCommand=x'],
    ['-F', '/h/.ssh/config', '-o', 'HostName=192.0.2.1', '-G', '--', 'x'],
  ]);
});

test('reads the settings, with every value of a repeated one', async () => {
  const stdout = 'hostname a b\r\nidentityfile 1\r\nidentityfile 2\r\n';
  expect(await answerTo({ state: 'done', stdout })).toEqual(
    new Map([
      ['hostname', 'a b'],
      ['identityfile', '1\n2'],
    ]),
  );
});

test('returns the error of a run that failed, as one printable line', async () => {
  const stderr = 'line 3: Bad \u001b[31moption\r\nterminating\n';
  expect(await answerTo({ state: 'failed', exitCode: 255, stderr })).toMatch(
    /^line 3: Bad .*option *$/,
  );
  expect(await answerTo({ state: 'late' })).toBe('ssh is missing or timed out');
});
