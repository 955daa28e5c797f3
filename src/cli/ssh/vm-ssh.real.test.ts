import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { freshSsh } from '../../core/ssh/testing/fresh-ssh.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { appOf, view, vm } from '../testing/fakes.ts';
import { readLogins, withUserFiles } from './vm-ssh.ts';

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
  const byAddress = await readLogins(ssh, DEFAULT_SETTINGS, 'posix');
  expect(byAddress(ACCOUNT, seen)).toMatchObject({
    alias: null,
    command: expect.stringMatching(/ 203\.0\.113\.7$/),
  });
  await ssh.include.add();
  const byAlias = await readLogins(ssh, DEFAULT_SETTINGS, 'posix');
  expect(byAlias(ACCOUNT, seen)).toMatchObject({
    alias: 'gpu-train-1',
    command: 'ssh gpu-train-1',
  });
  // The SSH files still have its old address.
  expect(byAlias(ACCOUNT, { ...seen, ipAddress: '203.0.113.8' })).toMatchObject({
    alias: null,
    command: expect.stringMatching(/ 203\.0\.113\.8$/),
  });
});

test('a VM has its auto-stop, and whether it accepts logins where that was asked', async () => {
  const limit = { kind: 'time', at: 1 } as const;
  const autoStops = [{ accountId: 'a', vmId: '1', name: 'a', limit }];
  const settings = { ...DEFAULT_SETTINGS, autoStops };
  const readiness = new Map([[vmKey('a', '1'), false]]);
  const app = appOf([view({ vms: [vm('1'), vm('2')] }, ACCOUNT)]);
  const files = { ssh: await freshSsh(), settings, shell: 'posix' } as const;
  const { vmSshAccess, autoStops: shown } = await withUserFiles(app, files, readiness);
  expect(shown).toEqual({ [vmKey('a', '1')]: expect.objectContaining({ limit }) });
  expect(Object.values(vmSshAccess).map(({ reach }) => reach)).toEqual(['waiting', null]);
});

test('a destroyed VM has none', async () => {
  const loginOf = await readLogins(await freshSsh(), DEFAULT_SETTINGS, 'posix');
  const destroyed = vm('1', { ipAddress: '203.0.113.7', status: 'destroyed' });
  expect(loginOf(ACCOUNT, destroyed)).toBeUndefined();
});

test('a login that the shell cannot express has none', async () => {
  const ssh = await freshSsh();
  const settings = {
    ...DEFAULT_SETTINGS,
    ssh: { user: null, port: null, identityFile: '~/100%/key' },
  };
  const seen = vm('1', { ipAddress: '203.0.113.7' });
  expect((await readLogins(ssh, settings, 'cmd'))(ACCOUNT, seen)?.command).toBeNull();
  expect((await readLogins(ssh, settings, 'posix'))(ACCOUNT, seen)?.command).toContain(
    '~/100%%/key',
  );
});

test('falls back to addresses when the SSH files cannot be read', async () => {
  const ssh = await freshSsh();
  await mkdir(join(ssh.places.folder, 'hosts.json'), { recursive: true });
  const loginOf = await readLogins(ssh, DEFAULT_SETTINGS, 'posix');
  expect(loginOf(ACCOUNT, vm('1', { ipAddress: '203.0.113.7' }))?.command).toMatch(
    / 203\.0\.113\.7$/,
  );
});
