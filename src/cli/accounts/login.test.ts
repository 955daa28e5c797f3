import { describe, expect, test } from 'vitest';
import { Secret } from '../../core/secret.ts';
import { KeychainError } from '../../core/vault/index.ts';
import type { CredentialSource } from '../options.ts';
import { account, fakeAccounts } from '../testing/fakes.ts';
import { storeAccount } from './run-login.ts';
import { storedAccount } from './sources.ts';

const ADA = account();
const BOB = account({
  id: 'd7f6a1f0-4c55-4a86-a3f0-0d3e6d1b2a22',
  label: 'bob@example.com',
  email: 'bob@example.com',
});
const baseUrl = { href: 'https://api.example.com', isLoopback: false };
const secret = new Secret('canary');

const byPassword: CredentialSource = {
  kind: 'login',
  provider: 'rental',
  baseUrl,
  email: 'ada@example.com',
};
const byKey: CredentialSource = { kind: 'apiKey', provider: 'runpod', baseUrl };

describe('login', () => {
  test.each([
    [byPassword, ['password', { baseUrl, email: 'ada@example.com', password: secret }]],
    [byKey, ['key', { provider: 'runpod', baseUrl, key: secret }]],
  ])('signs in', async (credential, call) => {
    const accounts = fakeAccounts(ADA);
    expect(await storeAccount(accounts, credential, secret, null)).toBe(ADA);
    expect(accounts.calls).toEqual([call]);
  });

  test.each([ADA.id, ADA.label])(
    'signs in again to the account with id or label %s',
    async (name) => {
      const accounts = fakeAccounts(ADA, [BOB, ADA]);
      await storeAccount(accounts, byKey, secret, name);
      expect(accounts.calls).toEqual([
        ['key', { provider: 'runpod', baseUrl, key: secret, accountId: ADA.id }],
      ]);
    },
  );

  test('fails and removes the new account when the keychain does not store the credential', async () => {
    const accounts = fakeAccounts(ADA);
    accounts.problem = new KeychainError('locked');
    await expect(storeAccount(accounts, byKey, secret, null)).rejects.toMatchObject({
      exitCode: 3,
      message: 'Your keychain is locked. The credential was not stored. Unlock it, then try again.',
    });
    expect(accounts.calls.at(-1)).toEqual(['out', ADA.id]);
  });

  test.each(['notAnswering', 'crashed', 'locked'] as const)(
    'keeps an existing account when the keychain does not store the credential (%s)',
    async (kind) => {
      const accounts = fakeAccounts(ADA, [BOB, ADA]);
      accounts.problem = new KeychainError(kind);
      for (const [credential, name] of [
        [byPassword, null],
        [byKey, ADA.id],
      ] as const)
        await expect(storeAccount(accounts, credential, secret, name)).rejects.toMatchObject({
          exitCode: 3,
        });
      expect(accounts.calls.map(([name]) => name)).toEqual(['password', 'key']);
    },
  );
});

test('logout takes the only account, or one by its id or label', () => {
  expect(storedAccount([ADA], null)).toBe(ADA);
  for (const name of [BOB.id, BOB.label]) expect(storedAccount([ADA, BOB], name)).toBe(BOB);
  expect(() => storedAccount([ADA, BOB], null)).toThrow(
    `More than one account matches. Specify one: ada (${ADA.id}), bob (${BOB.id}).`,
  );
  expect(() => storedAccount([ADA, account({ id: BOB.id })], ADA.label)).toThrow(
    `More than one account matches. Specify one: ada (${ADA.id}), ada 2 (${BOB.id}).`,
  );
  expect(() => storedAccount([ADA], 'car\u001b[31mol')).toThrow(
    `No stored account matches "car [31mol". Stored accounts: example (${ADA.id}).`,
  );
  expect(() => storedAccount([], null)).toThrow('No account is signed in.');
});
