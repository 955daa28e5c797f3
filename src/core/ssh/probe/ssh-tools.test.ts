import { describe, expect, test } from 'vitest';
import { EMPTY_LOGIN } from '../../../shared/ssh/index.ts';
import type { RunOutcome, RunProgram } from '../../run-with-timeout.ts';
import { createIncludeCheck, findSshTools } from './ssh-tools.ts';

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

describe('createIncludeCheck', () => {
  const HOST = {
    ...{ accountId: 'a', vmId: '1', alias: 'gpu-x', hostKeyAlias: 'gpu-tray-vm-1' },
    ...{ address: null, login: EMPTY_LOGIN },
  };
  const tools = () => ({ ssh: '/usr/bin/ssh', keyscan: null });
  const answerTo = (outcome: RunOutcome) =>
    createIncludeCheck(tools, async () => outcome, [])(HOST);

  test('passes the alias after --', async () => {
    const seen: unknown[] = [];
    const run: RunProgram = async (...command) => {
      seen.push(command);
      return { state: 'absent' };
    };
    await createIncludeCheck(tools, run, ['-F', '/h/.ssh/config'])({
      ...HOST,
      alias: '-oProxyCommand=x',
    });
    expect(seen).toEqual([
      ['/usr/bin/ssh', ['-F', '/h/.ssh/config', '-G', '--', '-oProxyCommand=x']],
    ]);
  });

  test('compares the value, where ssh prints one', async () => {
    const stdout = 'hostname a b\r\nhostkeyalias gpu-tray-vm-1\r\n';
    expect(await answerTo({ state: 'done', stdout })).toBe(true);
    for (const other of ['user x\n', 'hostkeyalias gpu-tray-vm-12\n'])
      expect(await answerTo({ state: 'done', stdout: other })).toBe(false);
  });

  test('returns null for a run that failed or timed out', async () => {
    expect(await answerTo({ state: 'failed', stderr: 'x' })).toBeNull();
    expect(await answerTo({ state: 'late' })).toBeNull();
  });
});
