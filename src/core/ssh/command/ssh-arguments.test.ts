import { describe, expect, test } from 'vitest';
import { PLAIN_LOGIN, type SshHost } from '../host.ts';
import { scpArguments } from './scp-arguments.ts';
import type { SshSetup } from './setup.ts';
import { sshArguments, tunnelArguments } from './ssh-arguments.ts';

const HOST: SshHost = {
  accountId: 'a',
  vmId: '1',
  alias: 'gpu-train-1',
  hostKeyAlias: 'gpu-tray-vm-1',
  address: '203.0.113.7',
  login: PLAIN_LOGIN,
};
const LOGIN = {
  user: 'ubuntu',
  port: 2222,
  identityFile: '~/.ssh/id_gpu',
  options: ['ForwardAgent yes', 'ServerAliveInterval 30'],
};
const INCLUDED: SshSetup = {
  isIncluded: true,
  configArguments: [],
  ...{ folder: '/home/ann/.ssh/gpu-tray', home: '/home/ann', accountHome: '/home/ann' },
  platform: 'linux',
  isOption: (option) => option !== 'UseKeychain yes',
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

describe('where our configuration is included', () => {
  test('the alias says it all, whatever the login', () => {
    expect(sshArguments({ ...HOST, login: LOGIN }, INCLUDED)).toEqual(['gpu-train-1']);
    expect(tunnelArguments(HOST, INCLUDED)).toEqual(['-L', '8888:localhost:8888', 'gpu-train-1']);
  });

  test('a configuration in another home is named', () => {
    const setup = { ...INCLUDED, configArguments: ['-F', '/tmp/home/.ssh/config'] };
    expect(sshArguments(HOST, setup)).toEqual(['-F', '/tmp/home/.ssh/config', 'gpu-train-1']);
  });

  test('scp takes the alias as well', () => {
    const upload = { direction: 'upload', localPath: 'data.tar', remotePath: '' } as const;
    expect(scpArguments(HOST, INCLUDED, upload)).toEqual(['-r', 'data.tar', 'gpu-train-1:']);
    const download = { direction: 'download', localPath: '.', remotePath: 'runs/1' } as const;
    expect(scpArguments(HOST, INCLUDED, download)).toEqual(['-r', 'gpu-train-1:runs/1', '.']);
  });
});

describe('where it is not', () => {
  test('the command says everything the configuration would', () => {
    expect(sshArguments(HOST, FULL)).toEqual([...IDENTITY, ...DEFAULTS, '203.0.113.7']);
  });

  test("the user's options come before our defaults, and after who the host is", () => {
    expect(sshArguments({ ...HOST, login: LOGIN }, FULL)).toEqual([
      ...IDENTITY,
      ...['-o', 'ForwardAgent yes', '-o', 'ServerAliveInterval 30'],
      ...['-o', 'IdentityFile ~/.ssh/id_gpu', '-o', 'IdentitiesOnly yes'],
      ...DEFAULTS,
      ...['-p', '2222', 'ubuntu@203.0.113.7'],
    ]);
  });

  test('a tunnel goes before the address', () => {
    const tunnel = { localPort: 9000, remotePort: 8888 };
    expect(tunnelArguments(HOST, FULL, tunnel)?.slice(-3)).toEqual([
      ...['-L', '9000:localhost:8888', '203.0.113.7'],
    ]);
  });

  test('scp has its own letter for the port, and brackets for IPv6', () => {
    const host = { ...HOST, address: '2001:db8::1', login: { ...LOGIN, identityFile: null } };
    const words = scpArguments(host, FULL, {
      direction: 'upload',
      localPath: '-a:b',
      remotePath: '/data/x y',
    });
    expect(words?.slice(-5)).toEqual([
      ...['-P', '2222', '-r', './-a:b', 'ubuntu@[2001:db8::1]:/data/x y'],
    ]);
    expect(sshArguments(host, FULL)?.at(-1)).toBe('ubuntu@2001:db8::1');
  });

  test.each([
    ['/abs:olute', '/abs:olute'],
    ['C:\\data', 'C:\\data'],
    ['..', '..'],
    ['host:file', './host:file'],
    ['..x:y', './..x:y'],
    ['plain', 'plain'],
  ])('a local path %j is given to scp as %j', (localPath, word) => {
    const words = scpArguments(HOST, FULL, { direction: 'upload', localPath, remotePath: '' });
    expect(words?.at(-2)).toBe(word);
  });

  test('a user that ssh would read as an option is left out', () => {
    const login = { ...PLAIN_LOGIN, user: '-oProxyCommand=id' };
    expect(sshArguments({ ...HOST, login }, FULL)?.at(-1)).toBe('203.0.113.7');
  });

  test.each([
    ['~/.ssh/id gpu', ['-i', '~/.ssh/id gpu']],
    ["/keys/o'brien \\x", ['-i', "/keys/o'brien \\x"]],
    ['/home/ann/key', ['-o', 'IdentityFile ~/key']],
    ['/keys/100%', ['-o', 'IdentityFile /keys/100%%']],
    ['/keys/100% sure', ['-o', 'IdentityFile "/keys/100%% sure"']],
  ])('the key file %j is given to ssh as %j', (identityFile, expected) => {
    const words = sshArguments({ ...HOST, login: { ...PLAIN_LOGIN, identityFile } }, FULL) ?? [];
    const at = words.indexOf('CheckHostIP no') + 1;
    expect(words.slice(at, at + 2)).toEqual(expected);
  });

  test('on Windows a path has / in it, and connections are not shared', () => {
    const home = 'C:\\Users\\Ann Lee';
    const folder = `${home}\\.ssh\\gpu-tray`;
    const setup = { ...FULL, folder, home, accountHome: home, platform: 'win32' } as const;
    for (const identityFile of ['~\\keys\\id', `${home}\\keys\\id`]) {
      const words = sshArguments({ ...HOST, login: { ...PLAIN_LOGIN, identityFile } }, setup) ?? [];
      expect(words).toContain('IdentityFile ~/keys/id');
      expect(words).toContain('UserKnownHostsFile ~/.ssh/gpu-tray/known_hosts');
      expect(words.join(' ')).not.toContain('ControlPath');
    }
  });

  test('a VM that no file knows goes by its address, included or not', () => {
    expect(sshArguments({ ...HOST, alias: null }, INCLUDED)?.at(-1)).toBe('203.0.113.7');
  });

  test('an option that ssh refuses is left out, as in the configuration', () => {
    const login = { ...PLAIN_LOGIN, options: ['UseKeychain yes', 'Compression yes'] };
    const words = sshArguments({ ...HOST, login }, FULL) ?? [];
    expect(words).not.toContain('UseKeychain yes');
    expect(words).toContain('Compression yes');
  });

  test('an option that would start a block of its own is left out', () => {
    const login = { ...PLAIN_LOGIN, options: ['Host *', 'Match exec id', 'Compression yes'] };
    const words = sshArguments({ ...HOST, login }, FULL) ?? [];
    expect(words.filter((word) => /^(Host|Match) /.test(word))).toEqual([]);
    expect(words).toContain('Compression yes');
  });
});

test('without an address there is nothing to log in to', () => {
  const host = { ...HOST, address: null };
  const transfer = { direction: 'upload', localPath: 'a', remotePath: '' } as const;
  for (const setup of [INCLUDED, FULL]) {
    expect(sshArguments(host, setup)).toBeNull();
    expect(tunnelArguments(host, setup)).toBeNull();
    expect(scpArguments(host, setup, transfer)).toBeNull();
  }
});
