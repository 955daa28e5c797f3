import { describe, expect, test } from 'vitest';
import { Secret } from '../../core/secret.ts';
import { KeychainError } from '../../core/vault/index.ts';
import type { CommandOf } from '../arguments.ts';
import { account, fakeAccounts, fakeTerminal } from '../testing/fakes.ts';
import { runLogin, runLogout } from './login.ts';

const ADA = account();
const BOB = account({
  id: 'd7f6a1f0-4c55-4a86-a3f0-0d3e6d1b2a22',
  label: 'bob@example.com',
  email: 'bob@example.com',
});
const baseUrl = { href: 'https://api.example.com', isLoopback: false };
const secret = new Secret('canary');

const byPassword: CommandOf<'login'> = {
  name: 'login',
  credential: { kind: 'login', provider: 'rental', baseUrl, email: 'ada@example.com' },
  account: null,
  verbose: false,
};
const byKey: CommandOf<'login'> = {
  ...byPassword,
  credential: { kind: 'apiKey', provider: 'runpod', baseUrl },
};

describe('login', () => {
  test.each([
    [byPassword, ['password', { baseUrl, email: 'ada@example.com', password: secret }]],
    [byKey, ['key', { provider: 'runpod', baseUrl, key: secret }]],
  ])('signs in and says where the credential is stored', async (command, call) => {
    const accounts = fakeAccounts(ADA);
    const terminal = fakeTerminal();
    expect(await runLogin(accounts, command, secret, terminal)).toBe(0);
    expect(accounts.calls).toEqual([call]);
    expect(terminal.takeOut()).toBe(
      'Signed in as ada@example.com. The credential is stored in your keychain.\n',
    );
    expect(terminal.takeErrors()).toBe('');
  });

  test.each([ADA.id, ADA.label])(
    'signs in again to the account with id or label %s',
    async (name) => {
      const accounts = fakeAccounts(ADA, [BOB, ADA]);
      await runLogin(accounts, { ...byKey, account: name }, secret, fakeTerminal());
      expect(accounts.calls).toEqual([
        ['key', { provider: 'runpod', baseUrl, key: secret, accountId: ADA.id }],
      ]);
    },
  );

  test('refuses a name that matches no account, or more than one, before a sign-in', async () => {
    const twin = account({ id: BOB.id });
    const accounts = fakeAccounts(ADA, [ADA, twin]);
    const login = (name: string) =>
      runLogin(accounts, { ...byKey, account: name }, secret, fakeTerminal());
    await expect(login('car\u001b[31mol')).rejects.toMatchObject({
      exitCode: 2,
      message: `No stored account matches "car [31mol". Stored accounts: ada (${ADA.id}), ada 2 (${BOB.id}).`,
    });
    await expect(login('ada@example.com')).rejects.toMatchObject({
      exitCode: 2,
      message: `More than one account matches "ada@example.com". Use an id: ${ADA.id}, ${BOB.id}.`,
    });
    accounts.listed = [];
    await expect(login('carol')).rejects.toMatchObject({
      message: 'No stored account matches "carol". No account is stored.',
    });
    expect(accounts.calls).toEqual([]);
  });

  test('fails and removes the new account when the keychain does not store the credential', async () => {
    const accounts = fakeAccounts(ADA);
    accounts.problem = new KeychainError('locked');
    await expect(runLogin(accounts, byKey, secret, fakeTerminal())).rejects.toMatchObject({
      exitCode: 3,
      message: 'Your keychain is locked. The credential was not stored. Unlock it, then try again.',
    });
    expect(accounts.calls.at(-1)).toEqual(['out', ADA.id]);
  });

  test.each(['timeout', 'crashed', 'locked'] as const)(
    'keeps an existing account when the keychain does not store the credential (%s)',
    async (kind) => {
      const accounts = fakeAccounts(ADA, [BOB, ADA]);
      accounts.problem = new KeychainError(kind);
      for (const command of [byPassword, { ...byKey, account: ADA.id }])
        await expect(runLogin(accounts, command, secret, fakeTerminal())).rejects.toMatchObject({
          exitCode: 3,
        });
      expect(accounts.calls.map(([name]) => name)).toEqual(['password', 'key']);
    },
  );
});

describe('logout', () => {
  const command: CommandOf<'logout'> = { name: 'logout', account: null, verbose: false };

  test('signs out of the only account', async () => {
    const accounts = fakeAccounts(ADA, [ADA]);
    const terminal = fakeTerminal();
    expect(await runLogout(accounts, command, terminal)).toBe(0);
    expect(accounts.calls).toEqual([['out', ADA.id]]);
    expect(terminal.takeOut()).toBe('Signed out of ada@example.com. Its credential was deleted.\n');
  });

  test.each([BOB.id, BOB.label])('signs out of the account with id or label %s', async (name) => {
    const accounts = fakeAccounts(ADA, [ADA, BOB]);
    await runLogout(accounts, { ...command, account: name }, fakeTerminal());
    expect(accounts.calls).toEqual([['out', BOB.id]]);
  });

  test('refuses to choose among several accounts', async () => {
    const accounts = fakeAccounts(ADA, [ADA, BOB]);
    await expect(runLogout(accounts, command, fakeTerminal())).rejects.toMatchObject({
      exitCode: 2,
      message: `More than one account is stored. Specify one: ada (${ADA.id}), bob (${BOB.id}).`,
    });
    expect(accounts.calls).toEqual([]);
  });

  test('fails without an account', async () => {
    await expect(runLogout(fakeAccounts(ADA), command, fakeTerminal())).rejects.toMatchObject({
      exitCode: 3,
      message: 'No account is signed in.',
    });
  });

  test('fails when the keychain does not delete the credential', async () => {
    const accounts = fakeAccounts(ADA, [ADA]);
    accounts.signingOut = new KeychainError('locked');
    const terminal = fakeTerminal();
    await expect(runLogout(accounts, command, terminal)).rejects.toMatchObject({
      exitCode: 3,
      message:
        'Your keychain is locked. The credential of ada@example.com is still stored. Unlock it, then try again.',
    });
    expect(terminal.takeOut()).toBe('');
  });
});
