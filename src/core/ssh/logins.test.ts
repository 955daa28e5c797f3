import { describe, expect, test } from 'vitest';
import { EMPTY_LOGIN } from '../../shared/ssh/ssh-state.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings/index.ts';
import { sshLoginFor, sshLoginsOf, withSshLogin } from './logins.ts';

const ACCOUNT = '5f2c1d7e-9d40-4b1e-8c43-000000000001';
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  ssh: { ...DEFAULT_SETTINGS.ssh, later: 1 },
  accounts: [
    {
      id: ACCOUNT,
      label: 'Mine',
      baseUrl: 'https://gpu.example/',
      credential: 'apiKey',
      email: null,
      hasCredential: true,
    },
  ],
};
const VM = { accountId: ACCOUNT, vmId: 'vm-1' };
const OF_VM = { kind: 'vm', ...VM } as const;
const OF_ACCOUNT = { kind: 'account', accountId: ACCOUNT } as const;

test('each field falls back from the VM to its account to all VMs', () => {
  const all = { user: 'ubuntu', port: 22, identityFile: '~/.ssh/id' };
  const withAll = withSshLogin(SETTINGS, { kind: 'all' }, all);
  const withAccount = withSshLogin(withAll, OF_ACCOUNT, { ...EMPTY_LOGIN, port: 2222 });
  const settings = withSshLogin(withAccount, OF_VM, { ...EMPTY_LOGIN, user: 'root' });
  const logins = sshLoginsOf(settings);
  expect(sshLoginFor(logins, VM)).toEqual({ user: 'root', port: 2222, identityFile: '~/.ssh/id' });
  expect(sshLoginFor(logins, { ...VM, vmId: 'vm-2' })).toEqual({ ...all, port: 2222 });
  expect(sshLoginFor(logins, { ...VM, accountId: 'other' })).toEqual(all);
  expect(settings.ssh).toMatchObject({ later: 1 });
});

describe('of the login that a provider names', () => {
  const full = { host: '203.0.113.9', port: 34_446, user: 'root', isShellOnly: false };
  const shell = { host: 'ssh.cloud.example', port: 22, user: '7h9k-64411eb2', isShellOnly: true };
  const own = { user: 'lea', port: 2222, identityFile: '~/.ssh/id' };

  test('port and user count where the user set none', () => {
    const found = sshLoginFor(sshLoginsOf(SETTINGS), VM, full);
    expect(found).toEqual({ user: 'root', port: 34_446, identityFile: null });
  });

  test.each([{ kind: 'all' } as const, OF_ACCOUNT, OF_VM])(
    'the port counts, and the user’s own name and key: %j',
    (scope) => {
      const logins = sshLoginsOf(withSshLogin(SETTINGS, scope, own));
      expect(sshLoginFor(logins, VM, full)).toEqual({ ...own, port: 34_446 });
    },
  );

  test('the user’s port counts where the provider names none', () => {
    const logins = sshLoginsOf(withSshLogin(SETTINGS, { kind: 'all' }, { port: 2222 }));
    expect(sshLoginFor(logins, VM, { ...full, port: null })).toMatchObject({ port: 2222 });
  });

  test.each([
    [{ kind: 'all' } as const, '7h9k-64411eb2'],
    [OF_ACCOUNT, '7h9k-64411eb2'],
    [OF_VM, 'lea'],
  ])('the user name that selects the VM at a proxy: %j gives %s', (scope, user) => {
    const logins = sshLoginsOf(withSshLogin(SETTINGS, scope, own));
    expect(sshLoginFor(logins, VM, shell)).toEqual({ ...own, port: 22, user });
  });
});

test.each([OF_ACCOUNT, OF_VM])('an empty login is removed: %j', (scope) => {
  const set = withSshLogin(SETTINGS, scope, { ...EMPTY_LOGIN, port: 1 });
  const unset = withSshLogin(set, scope, EMPTY_LOGIN);
  expect(sshLoginsOf(set)).not.toEqual(sshLoginsOf(SETTINGS));
  expect(sshLoginsOf(unset)).toEqual(sshLoginsOf(SETTINGS));
});

test.each([{ kind: 'all' } as const, OF_ACCOUNT, OF_VM])(
  'only given fields change: %j',
  (scope) => {
    const first = withSshLogin(SETTINGS, scope, { user: 'root' });
    const second = withSshLogin(first, scope, { port: 2222 });
    expect(sshLoginFor(sshLoginsOf(second), VM)).toEqual({
      ...EMPTY_LOGIN,
      user: 'root',
      port: 2222,
    });
  },
);
