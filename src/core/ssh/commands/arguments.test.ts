import { describe, expect, test } from 'vitest';
import { EMPTY_LOGIN, type SshHost } from '../host.ts';
import { portForwardArguments, type SshSetup, scpArguments, sshArguments } from './arguments.ts';

const HOST: SshHost = {
  accountId: 'a',
  vmId: '1',
  alias: 'gpu-train-1',
  hostKeyAlias: 'gpu-tray-vm-1',
  address: '203.0.113.7',
  login: EMPTY_LOGIN,
};
const LOGIN = { user: 'ubuntu', port: 2222, identityFile: '~/.ssh/id_gpu' };
const INCLUDED: SshSetup = {
  isIncluded: true,
  configArguments: [],
  ...{ folder: '/home/ann/.ssh/gpu-tray', home: '/home/ann', accountHome: '/home/ann' },
  platform: 'linux',
};
const FULL: SshSetup = { ...INCLUDED, isIncluded: false };
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
    expect(sshArguments({ ...HOST, login: LOGIN }, INCLUDED)).toEqual(['gpu-train-1']);
    expect(portForwardArguments(HOST, INCLUDED, 8080)).toEqual([
      ...['-N', '-L', '127.0.0.1:8080:127.0.0.1:8080', 'gpu-train-1'],
    ]);
  });

  test('a config in another home folder is named', () => {
    const setup = { ...INCLUDED, configArguments: ['-F', '/tmp/home/.ssh/config'] };
    expect(sshArguments(HOST, setup)).toEqual(['-F', '/tmp/home/.ssh/config', 'gpu-train-1']);
  });

  test('scp uses the alias', () => {
    expect(scpArguments(HOST, INCLUDED, 'data.tar')).toEqual(['-r', 'data.tar', 'gpu-train-1:']);
  });
});

describe('without the Include', () => {
  test('the command carries all options of our config', () => {
    expect(sshArguments(HOST, FULL)).toEqual([...IDENTITY, ...DEFAULTS, '203.0.113.7']);
  });

  test('the login comes after the host key options and before our defaults', () => {
    expect(sshArguments({ ...HOST, login: LOGIN }, FULL)).toEqual([
      ...IDENTITY,
      ...['-o', 'IdentityFile ~/.ssh/id_gpu', '-o', 'IdentitiesOnly yes'],
      ...DEFAULTS,
      ...['-p', '2222', 'ubuntu@203.0.113.7'],
    ]);
  });

  test('a port forward goes before the address', () => {
    expect(portForwardArguments(HOST, FULL, 9000)?.slice(-4)).toEqual([
      ...['-N', '-L', '127.0.0.1:9000:127.0.0.1:9000', '203.0.113.7'],
    ]);
  });

  test('scp uses -P for the port, and brackets for IPv6', () => {
    const host = { ...HOST, address: '2001:db8::1', login: { ...LOGIN, identityFile: null } };
    expect(scpArguments(host, FULL, 'FILE')?.slice(-5)).toEqual([
      ...['-P', '2222', '-r', 'FILE', 'ubuntu@[2001:db8::1]:'],
    ]);
    expect(sshArguments(host, FULL)?.at(-1)).toBe('ubuntu@2001:db8::1');
  });

  test('a user that ssh would read as an option is left out', () => {
    const login = { ...EMPTY_LOGIN, user: '-oProxyCommand=id' };
    expect(sshArguments({ ...HOST, login }, FULL)?.at(-1)).toBe('203.0.113.7');
  });

  test.each([
    ['~/.ssh/id gpu', ['-i', '~/.ssh/id gpu']],
    ["/keys/o'brien \\x", ['-i', "/keys/o'brien \\x"]],
    ['/home/ann/key', ['-o', 'IdentityFile ~/key']],
    ['/keys/100%', ['-o', 'IdentityFile /keys/100%%']],
    ['/keys/100% sure', ['-o', 'IdentityFile "/keys/100%% sure"']],
  ])('the key file %j is passed to ssh as %j', (identityFile, expected) => {
    const args = sshArguments({ ...HOST, login: { ...EMPTY_LOGIN, identityFile } }, FULL) ?? [];
    const at = args.indexOf('CheckHostIP no') + 1;
    expect(args.slice(at, at + 2)).toEqual(expected);
  });

  test('Windows paths contain /, and connections are not shared', () => {
    const home = 'C:\\Users\\Ann Lee';
    const folder = `${home}\\.ssh\\gpu-tray`;
    const setup = { ...FULL, folder, home, accountHome: home, platform: 'win32' } as const;
    for (const identityFile of ['~\\keys\\id', `${home}\\keys\\id`]) {
      const args = sshArguments({ ...HOST, login: { ...EMPTY_LOGIN, identityFile } }, setup) ?? [];
      expect(args).toContain('IdentityFile ~/keys/id');
      expect(args).toContain('UserKnownHostsFile ~/.ssh/gpu-tray/known_hosts');
      expect(args.join(' ')).not.toContain('ControlPath');
    }
  });

  test('a VM without an alias is reached by its address, with or without the Include', () => {
    expect(sshArguments({ ...HOST, alias: null }, INCLUDED)?.at(-1)).toBe('203.0.113.7');
  });
});

test('there are no arguments without an address', () => {
  const host = { ...HOST, address: null };
  for (const setup of [INCLUDED, FULL]) {
    expect(sshArguments(host, setup)).toBeNull();
    expect(portForwardArguments(host, setup, 8080)).toBeNull();
    expect(scpArguments(host, setup, 'FILE')).toBeNull();
  }
});
