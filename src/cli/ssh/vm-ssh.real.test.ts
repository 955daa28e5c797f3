import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { freshSsh } from '../../core/ssh/testing/fresh-ssh.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { vm } from '../testing/fakes.ts';
import { NO_SSH, readVmSsh } from './vm-ssh.ts';

const ACCOUNT = makeAccount({ id: 'a', baseUrl: 'https://gpu.example/' });

test('a stored VM is addressed by alias once the SSH config includes ours', async () => {
  const ssh = await freshSsh();
  const seen = vm('1', { label: 'Train 1', ipAddress: '203.0.113.7' });
  await ssh.hosts.update({
    vms: [
      {
        ...{ accountId: 'a', serviceUrl: ACCOUNT.baseUrl, vmId: '1', label: 'Train 1' },
        ...{ defaultName: 'vm-1', gpuType: '4090', address: '203.0.113.7' },
        login: { user: null, port: null, identityFile: null },
      },
    ],
    gone: [],
    accountIds: ['a'],
  });
  const byAddress = await readVmSsh(ssh, DEFAULT_SETTINGS, 'posix');
  expect(byAddress(ACCOUNT, seen)).toEqual({
    alias: null,
    command: expect.stringMatching(/ 203\.0\.113\.7$/),
  });
  await ssh.include.add();
  const byAlias = await readVmSsh(ssh, DEFAULT_SETTINGS, 'posix');
  expect(byAlias(ACCOUNT, seen)).toEqual({ alias: 'gpu-train-1', command: 'ssh gpu-train-1' });
  // The SSH files still have its old address.
  expect(byAlias(ACCOUNT, { ...seen, ipAddress: '203.0.113.8' })).toEqual({
    alias: null,
    command: expect.stringMatching(/ 203\.0\.113\.8$/),
  });
});

test('a VM has its auto-stop, and whether it accepts logins where that was asked', async () => {
  const limit = { kind: 'time', at: 1 } as const;
  const autoStops = [{ accountId: 'a', vmId: '1', name: 'a', limit }];
  const settings = { ...DEFAULT_SETTINGS, autoStops };
  const readiness = new Map([[vmKey('a', '1'), false]]);
  const sshOf = await readVmSsh(await freshSsh(), settings, 'posix', readiness);
  expect(sshOf(ACCOUNT, vm('1'))).toMatchObject({ autoStop: { limit }, isReady: false });
  const other = sshOf(ACCOUNT, vm('2'));
  expect([other.autoStop, other.isReady]).toEqual([undefined, undefined]);
});

test('a destroyed VM has none', async () => {
  const sshOf = await readVmSsh(await freshSsh(), DEFAULT_SETTINGS, 'posix');
  const destroyed = vm('1', { ipAddress: '203.0.113.7', status: 'destroyed' });
  expect(sshOf(ACCOUNT, destroyed)).toEqual(NO_SSH);
});

test('a login that the shell cannot express has none', async () => {
  const ssh = await freshSsh();
  const settings = {
    ...DEFAULT_SETTINGS,
    ssh: { user: null, port: null, identityFile: '~/100%/key' },
  };
  const seen = vm('1', { ipAddress: '203.0.113.7' });
  expect((await readVmSsh(ssh, settings, 'cmd'))(ACCOUNT, seen).command).toBeNull();
  expect((await readVmSsh(ssh, settings, 'posix'))(ACCOUNT, seen).command).toContain('~/100%%/key');
});

test('falls back to addresses when the SSH files cannot be read', async () => {
  const ssh = await freshSsh();
  await mkdir(join(ssh.places.folder, 'hosts.json'), { recursive: true });
  const sshOf = await readVmSsh(ssh, DEFAULT_SETTINGS, 'posix');
  expect(sshOf(ACCOUNT, vm('1', { ipAddress: '203.0.113.7' })).command).toMatch(/ 203\.0\.113\.7$/);
});
