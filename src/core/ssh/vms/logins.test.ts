import { describe, expect, test } from 'vitest';
import type { SshLogin } from '../../../shared/app/index.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../settings/index.ts';
import { sshLoginFor, sshLoginsOf, vmTemplatesOf, withSshLogin, withVmTemplate } from './logins.ts';

const OPEN: SshLogin = { user: null, port: null, identityFile: null, options: [] };
const ID = '5f2c1d7e-9d40-4b1e-8c43-000000000001';
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  accounts: [
    {
      id: ID,
      label: 'Mine',
      baseUrl: 'https://gpu.example/',
      credential: 'apiKey',
      email: null,
      hasCredential: true,
    },
  ],
};

describe('logins', () => {
  test('a template says more than an account, an account more than all; options add up', () => {
    const all = { ...OPEN, user: 'ubuntu', port: 22, options: ['LogLevel ERROR'] };
    const account = { ...OPEN, port: 2222, options: ['ServerAliveInterval 30'] };
    const template = { ...OPEN, user: 'root', identityFile: '~/.ssh/notebooks' };
    const settings = [
      [{ kind: 'all' }, all],
      [{ kind: 'account', accountId: ID }, account],
      [{ kind: 'template', template: 102 }, template],
    ] as const;
    const logins = sshLoginsOf(
      settings.reduce((current, [scope, login]) => withSshLogin(current, scope, login), SETTINGS),
    );
    expect(sshLoginFor(logins, ID, 102)).toEqual({
      user: 'root',
      port: 2222,
      identityFile: '~/.ssh/notebooks',
      options: ['ServerAliveInterval 30', 'LogLevel ERROR'],
    });
    expect(sshLoginFor(logins, ID, null)).toMatchObject({ user: 'ubuntu', port: 2222 });
    expect(sshLoginFor(logins, 'another', 100)).toEqual(all);
  });

  test('one that says nothing is not kept, and the rest of the settings stays', () => {
    const with102 = withSshLogin(
      { ...SETTINGS, ssh: { ...SETTINGS.ssh, later: 1 } },
      { kind: 'template', template: 102 },
      { ...OPEN, user: 'root' },
    );
    const without = withSshLogin(with102, { kind: 'template', template: 102 }, OPEN);
    expect(sshLoginsOf(without).templates).toEqual({});
    expect(without.ssh).toMatchObject({ later: 1 });
    const scope = { kind: 'account', accountId: ID } as const;
    const back = withSshLogin(withSshLogin(SETTINGS, scope, { ...OPEN, port: 1 }), scope, OPEN);
    expect(sshLoginsOf(back)).toEqual(sshLoginsOf(SETTINGS));
  });

  test('what a VM was made from is kept until it is taken back', () => {
    const told = withVmTemplate(SETTINGS, ID, 'vm-1', 103);
    expect(vmTemplatesOf(told)).toEqual(new Map([[`${ID}/vm-1`, 103]]));
    expect(vmTemplatesOf(withVmTemplate(told, ID, 'vm-1', null)).size).toBe(0);
  });
});
