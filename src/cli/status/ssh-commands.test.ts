import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../core/settings/index.ts';
import { freshSsh } from '../../core/ssh/testing/fresh-ssh.ts';
import { vm } from '../testing/views.ts';
import { sshCommands } from './ssh-commands.ts';

const ACCOUNT = { id: 'a', baseUrl: 'https://gpu.example/' };
const LOOPBACK = { id: 'a', baseUrl: 'http://127.0.0.1:8700/' };

function settingsWith(user: string | null, port: number | null): Settings {
  return { ...DEFAULT_SETTINGS, ssh: { user, port } };
}

test('a VM that no file knows is logged in to by its address, under its own name', async () => {
  const commandOf = await sshCommands(await freshSsh(), settingsWith('ubuntu', 2222), 'posix');
  const command = commandOf(ACCOUNT, vm('1', { ipAddress: '2001:db8::1' }));
  expect(command).toMatch(/^ssh -o 'HostKeyAlias gpu-tray-vm-1' .* -p 2222 ubuntu@2001:db8::1$/);
  expect(command).toContain("-o 'UserKnownHostsFile ~/.ssh/gpu-tray/known_hosts'");
});

test('one that is known goes by its alias once the configuration includes ours', async () => {
  const ssh = await freshSsh();
  const seen = vm('1', { label: 'Train 1', ipAddress: '203.0.113.7' });
  await ssh.hosts.update({
    vms: [
      {
        ...{ accountId: 'a', serviceUrl: ACCOUNT.baseUrl, vmId: '1', label: 'Train 1' },
        ...{ vmid: 1, gpuType: '4090', address: '203.0.113.7' },
        login: { user: null, port: null, identityFile: null, options: [] },
      },
    ],
    gone: [],
    accountIds: ['a'],
  });
  const before = await sshCommands(ssh, DEFAULT_SETTINGS, 'posix');
  expect(before(ACCOUNT, seen)).toMatch(/ 203\.0\.113\.7$/);
  await ssh.include.add();
  const after = await sshCommands(ssh, DEFAULT_SETTINGS, 'posix');
  expect(after(ACCOUNT, seen)).toBe('ssh gpu-train-1');
  expect(after(ACCOUNT, { ...seen, ipAddress: '203.0.113.8' })).toMatch(/ 203\.0\.113\.8$/);
});

test.each(['-oProxyCommand=x', 'host.example.com', '127.0.0.1', '0.0.0.0', '1.2.3.4;id'])(
  '%s is no address to log in at',
  async (ipAddress) => {
    const commandOf = await sshCommands(await freshSsh(), DEFAULT_SETTINGS, 'posix');
    expect(commandOf(ACCOUNT, vm('1', { ipAddress }))).toBeNull();
  },
);

test('an address on this machine is one where the service is on it', async () => {
  const commandOf = await sshCommands(await freshSsh(), DEFAULT_SETTINGS, 'posix');
  expect(commandOf(LOOPBACK, vm('1', { ipAddress: '127.0.0.7' }))).toMatch(/ 127\.0\.0\.7$/);
});

test('a VM that is destroyed has none, whoever has its address by now', async () => {
  const commandOf = await sshCommands(await freshSsh(), DEFAULT_SETTINGS, 'posix');
  const seen = vm('1', { ipAddress: '203.0.113.7', status: 'destroyed' });
  expect(commandOf(ACCOUNT, seen)).toBeNull();
});

test('a login that this shell cannot be given costs its own command only', async () => {
  const ssh = await freshSsh();
  const settings = {
    ...DEFAULT_SETTINGS,
    ssh: { user: null, port: null, identityFile: '~/100%/key' },
  };
  const seen = vm('1', { ipAddress: '203.0.113.7' });
  expect((await sshCommands(ssh, settings, 'cmd'))(ACCOUNT, seen)).toBeNull();
  expect((await sshCommands(ssh, settings, 'posix'))(ACCOUNT, seen)).toContain('~/100%%/key');
});

test('files that cannot be read cost the names only', async () => {
  const ssh = await freshSsh();
  await mkdir(join(ssh.places.folder, 'hosts.json'), { recursive: true });
  const commandOf = await sshCommands(ssh, DEFAULT_SETTINGS, 'posix');
  expect(commandOf(ACCOUNT, vm('1', { ipAddress: '203.0.113.7' }))).toMatch(/ 203\.0\.113\.7$/);
});
