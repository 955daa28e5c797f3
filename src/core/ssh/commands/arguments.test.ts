import { describe, expect, test } from 'vitest';
import { EMPTY_LOGIN } from '../../../shared/ssh/ssh-state.ts';
import { makeHost } from '../testing/make-host.ts';
import {
  loginCommand,
  portForwardCommand,
  type SshSetup,
  scpCommand,
  sshArguments,
} from './arguments.ts';
import { vmArguments } from './run-on-vm.ts';

const HOST = makeHost({ alias: 'gpu-train-1', hostKeyAlias: 'gpu-tray-vm-1' });
const LOGIN = { user: 'ubuntu', port: 2222, identityFile: '~/.ssh/id_gpu' };
const INCLUDED: SshSetup = {
  isIncluded: true,
  configArguments: [],
  ...{ folder: '/home/ann/.ssh/gpu-tray', configFile: '/home/ann/.ssh/gpu-tray/config' },
  ...{ home: '/home/ann', accountHome: '/home/ann' },
  platform: 'linux',
};
const OTHER_HOME = { configArguments: ['-F', '/tmp/home/.ssh/config'] };
const PLAIN: SshSetup = { ...INCLUDED, isIncluded: false };
const IDENTITY = [
  ...['-o', 'HostKeyAlias gpu-tray-vm-1'],
  ...['-o', 'UserKnownHostsFile ~/.ssh/gpu-tray/known_hosts'],
  ...['-o', 'CheckHostIP no'],
];
const DEFAULTS = [
  ...['-o', 'StrictHostKeyChecking accept-new', '-o', 'HashKnownHosts no'],
  ...['-o', 'ForwardAgent no', '-o', 'ControlPath ~/.ssh/gpu-tray/833787%C'],
];

describe('with the Include', () => {
  test('the alias is enough, whatever the login', () => {
    const host = { ...HOST, login: LOGIN };
    expect(sshArguments(host, INCLUDED)).toEqual(['gpu-train-1']);
    expect(loginCommand(host, INCLUDED)).toEqual(['ssh', 'gpu-train-1']);
    expect(portForwardCommand(host, INCLUDED, 8080)).toEqual([
      ...['ssh', '-N', '-L', '127.0.0.1:8080:127.0.0.1:8080', 'gpu-train-1'],
    ]);
    expect(scpCommand(host, INCLUDED, 'data.tar')).toEqual([
      ...['scp', '-r', 'data.tar', 'gpu-train-1:'],
    ]);
  });

  test('a config in another home folder is named', () => {
    const args = ['-F', '/tmp/home/.ssh/config', 'gpu-train-1'];
    expect(sshArguments(HOST, { ...INCLUDED, ...OTHER_HOME })).toEqual(args);
    expect(loginCommand(HOST, { ...INCLUDED, ...OTHER_HOME })).toEqual(['ssh', ...args]);
  });
});

describe('without the Include, the command to paste', () => {
  test.each([
    ['nothing', {}, ['203.0.113.7']],
    ['a user', { user: 'ubuntu' }, ['ubuntu@203.0.113.7']],
    ['a port', { port: 2222 }, ['-p', '2222', '203.0.113.7']],
    ['a key file', { identityFile: '~/a key' }, ['-i', '~/a key', '203.0.113.7']],
    ['everything', LOGIN, ['-i', '~/.ssh/id_gpu', '-p', '2222', 'ubuntu@203.0.113.7']],
    ['a user like an option', { user: '-oProxyCommand=id' }, ['203.0.113.7']],
    ['a port that is none', { port: 70_000 }, ['203.0.113.7']],
  ])('has only what is set: %s', (_, set, args) => {
    const host = { ...HOST, login: { ...EMPTY_LOGIN, ...set } };
    expect(loginCommand(host, PLAIN)).toEqual(['ssh', ...args]);
    expect(loginCommand(host, { ...PLAIN, ...OTHER_HOME })).toEqual(['ssh', ...args]);
  });

  test('a port forward goes before the address', () => {
    expect(portForwardCommand({ ...HOST, login: LOGIN }, PLAIN, 9000)).toEqual([
      ...['ssh', '-i', '~/.ssh/id_gpu', '-p', '2222'],
      ...['-N', '-L', '127.0.0.1:9000:127.0.0.1:9000', 'ubuntu@203.0.113.7'],
    ]);
  });

  test('scp uses -P for the port, and brackets for IPv6', () => {
    const host = { ...HOST, address: '2001:db8::1', login: { ...LOGIN, identityFile: null } };
    expect(scpCommand(host, PLAIN, 'FILE')).toEqual([
      ...['scp', '-P', '2222', '-r', 'FILE', 'ubuntu@[2001:db8::1]:'],
    ]);
    expect(loginCommand(host, PLAIN)?.at(-1)).toBe('ubuntu@2001:db8::1');
  });

  test('a VM without an alias is reached by its address, with or without the Include', () => {
    expect(loginCommand({ ...HOST, alias: null }, INCLUDED)).toEqual(['ssh', '203.0.113.7']);
  });
});

describe('without the Include, the arguments for ssh', () => {
  test('have the login after the host key options and before our defaults', () => {
    expect(sshArguments({ ...HOST, login: LOGIN }, { ...PLAIN, ...OTHER_HOME })).toEqual([
      ...OTHER_HOME.configArguments,
      ...IDENTITY,
      ...['-i', '~/.ssh/id_gpu', '-o', 'IdentitiesOnly yes'],
      ...DEFAULTS,
      ...['-p', '2222', 'ubuntu@203.0.113.7'],
    ]);
  });

  test.each([
    ['~/.ssh/id gpu', ['-i', '~/.ssh/id gpu']],
    ["/keys/o'brien \\x", ['-i', "/keys/o'brien \\x"]],
    ['/home/ann/key', ['-i', '~/key']],
    ['/keys/100%', ['-o', 'IdentityFile /keys/100%%']],
    ['/keys/100% sure', ['-o', 'IdentityFile "/keys/100%% sure"']],
  ])('pass the key file %j as %j', (identityFile, expected) => {
    const args = sshArguments({ ...HOST, login: { ...EMPTY_LOGIN, identityFile } }, PLAIN) ?? [];
    const at = args.indexOf('CheckHostIP no') + 1;
    expect(args.slice(at, at + 2)).toEqual(expected);
  });

  test('have / in Windows paths, and do not share connections', () => {
    const home = 'C:\\Users\\Ann Lee';
    const folder = `${home}\\.ssh\\gpu-tray`;
    const setup = { ...PLAIN, folder, home, accountHome: home, platform: 'win32' } as const;
    for (const identityFile of ['~\\keys\\id', `${home}\\keys\\id`]) {
      const args = sshArguments({ ...HOST, login: { ...EMPTY_LOGIN, identityFile } }, setup) ?? [];
      expect(args).toContain('~/keys/id');
      expect(args).toContain('UserKnownHostsFile ~/.ssh/gpu-tray/known_hosts');
      expect(args.join(' ')).not.toContain('ControlPath');
    }
  });
});

test('a shell through a proxy has a login and nothing else', () => {
  const login = { user: '7h9k-64411eb2', port: 22, identityFile: null };
  const host = { ...HOST, address: 'ssh.cloud.example', login, isShellOnly: true } as const;
  expect(loginCommand(host, PLAIN)).toEqual([
    ...['ssh', '-p', '22', '7h9k-64411eb2@ssh.cloud.example'],
  ]);
  expect(sshArguments(host, PLAIN)?.at(-1)).toBe('7h9k-64411eb2@ssh.cloud.example');
  expect(portForwardCommand(host, PLAIN, 8080)).toBeNull();
  expect(scpCommand(host, PLAIN, 'FILE')).toBeNull();
  expect(vmArguments(host, PLAIN)).toBeNull();
});

test.each([null, '203.0.113.7%eth0', '-oProxyCommand=x', 'localhost.', '127.1'])(
  'there is no command for the address %j',
  (address) => {
    const host = { ...HOST, address };
    expect(sshArguments(host, PLAIN)).toBeNull();
    expect(loginCommand(host, PLAIN)).toBeNull();
    expect(portForwardCommand(host, PLAIN, 8080)).toBeNull();
    expect(scpCommand(host, PLAIN, 'FILE')).toBeNull();
  },
);
