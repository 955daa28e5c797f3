import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createComputer } from './testing/computer.ts';
import { EMAIL, PASSWORD, startService } from './testing/service.ts';

const KEY = 'canary-key-1';

async function setup() {
  const service = await startService();
  service.keys.set(KEY, 'all');
  const computer = await createComputer();
  const process = computer.process();
  const withKey = (key = KEY, accountId?: string) =>
    process.accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret(key),
      ...(accountId !== undefined && { accountId }),
    });
  const withPassword = (email = EMAIL, password = PASSWORD, accountId?: string) =>
    process.accounts.signInWithPassword({
      baseUrl: service.url,
      email,
      password: new Secret(password),
      ...(accountId !== undefined && { accountId }),
    });
  const stored = async () => (await process.settings.load()).accounts;
  return { service, computer, process, withKey, withPassword, stored };
}

describe('signing in with a key', () => {
  test('stores an accepted key in the keychain, and the rest in the settings', async () => {
    const { service, computer, process, withKey, stored } = await setup();
    const { account, problem } = await withKey();
    expect(problem).toBeNull();
    expect(account).toEqual({
      id: '00000000-0000-4000-8000-000000000001',
      provider: 'rental',
      label: new URL(service.url.href).host,
      baseUrl: service.url.href,
      credential: 'apiKey',
      email: null,
      consoleUrl: null,
      profile: null,
      keys: {},
      turnedOn: {},
    });
    expect(computer.keychain.items).toEqual(new Map([[account.id, KEY]]));
    const { consoleUrl: _, profile: __, keys: ___, turnedOn: ____, ...written } = account;
    expect(await stored()).toEqual([{ ...written, hasCredential: true }]);
    expect(await process.accounts.list()).toEqual([account]);
    expect((await (await computer.open(process, account.id)).currentSpend?.())?.perHour).toBe(0.69);
  });

  test('does not store a refused key', async () => {
    const { computer, process, withKey } = await setup();
    await expect(withKey('canary-wrong')).rejects.toHaveProperty('problem.kind', 'unauthorized');
    expect(computer.keychain.items.size).toBe(0);
    expect(await process.accounts.list()).toEqual([]);
    expect(await computer.traces()).not.toContain('canary');
  });

  test.each(['billingOnly', 'vmsOnly'] as const)('accepts a key that allows %s', async (scope) => {
    const { service, withKey } = await setup();
    service.keys.set('canary-narrow', scope);
    expect((await withKey('canary-narrow')).problem).toBeNull();
  });

  test('refuses a key that may read nothing', async () => {
    const { service, computer, withKey } = await setup();
    service.keys.set('canary-nothing', 'nothing');
    await expect(withKey('canary-nothing')).rejects.toHaveProperty('problem.kind', 'forbidden');
    expect(computer.keychain.items.size).toBe(0);
  });
});

describe('the same key again', () => {
  test('is the existing account, in every process', async () => {
    const { service, computer, process, withKey } = await setup();
    service.keys.set('canary-key-2', 'all');
    await withKey('canary-key-2');
    const { account } = await withKey();
    expect((await withKey()).account).toEqual(account);
    const again = await computer.process().accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret(KEY),
    });
    expect(again.account).toEqual(account);
    expect(await process.accounts.list()).toHaveLength(2);
    expect(computer.keychain.items.size).toBe(2);
  });

  test('is found in memory', async () => {
    const { computer, process, withKey } = await setup();
    computer.keychain.locked = true;
    const { account } = await withKey();
    expect((await withKey()).account.id).toBe(account.id);
    expect(await process.accounts.list()).toHaveLength(1);
  });

  test('is a new account while the keychain is locked, without a prompt', async () => {
    const { computer, process, withKey } = await setup();
    await withKey();
    computer.keychain.locked = true;
    expect(await withKey()).toMatchObject({ problem: { kind: expect.any(String) } });
    expect(await process.accounts.list()).toHaveLength(2);
  });
});

test('accounts with the same name get a number, which they keep', async () => {
  const { service, process, withKey } = await setup();
  const { host } = new URL(service.url.href);
  const keys = ['canary-key-2', 'canary-key-3', 'canary-key-4'] as const;
  for (const key of keys) service.keys.set(key, 'all');
  const labels = async () => (await process.accounts.list()).map(({ label }) => label);
  await withKey();
  const second = await withKey(keys[0]);
  await withKey(keys[1]);
  expect(await labels()).toEqual([host, `${host} (2)`, `${host} (3)`]);
  expect((await withKey(keys[2], second.account.id)).account.label).toBe(`${host} (2)`);
  await process.accounts.signOut(second.account.id);
  await withKey(keys[0]);
  expect(await labels()).toEqual([host, `${host} (3)`, `${host} (2)`]);
});

describe('signing in with a password', () => {
  test('stores the refresh token but not the password', async () => {
    const { computer, withPassword, stored } = await setup();
    const { account } = await withPassword();
    expect(account).toMatchObject({ label: EMAIL, credential: 'login', email: EMAIL });
    expect([...computer.keychain.items.keys()]).toEqual([account.id]);
    expect(computer.refreshToken(account.id)).toBe('canary-refresh-1');
    expect(await stored()).toMatchObject([{ id: account.id, hasCredential: true }]);
    const traces = await computer.traces();
    expect(traces).toContain(EMAIL);
    expect(traces).not.toContain('canary');
  });

  test('uses the same account for the same login, ignoring case', async () => {
    const { computer, process, withPassword } = await setup();
    const first = await withPassword();
    const again = await withPassword('Ada@Example.COM');
    expect(again.account.id).toBe(first.account.id);
    expect(await process.accounts.list()).toEqual([again.account]);
    expect([...computer.keychain.items.keys()]).toEqual([first.account.id]);
    expect(computer.refreshToken(first.account.id)).toBe('canary-refresh-2');
  });
});

describe('a keychain that refuses the credential', () => {
  test('keeps it in memory for this process, with the reason', async () => {
    const { computer, process, withKey, stored } = await setup();
    computer.keychain.locked = true;
    const { account, problem } = await withKey();
    expect(problem).toMatchObject({ kind: 'locked' });
    expect(await stored()).toMatchObject([{ id: account.id, hasCredential: false }]);
    await (await computer.open(process, account.id)).currentSpend?.();
    const later = await computer.open(computer.process(), account.id);
    await expect(later.currentSpend?.()).rejects.toHaveProperty('problem.kind', 'noCredential');
  });

  test('keeps the marker of a previous credential, which is still stored', async () => {
    const { service, computer, withKey, stored } = await setup();
    const { account } = await withKey();
    computer.keychain.locked = true;
    service.keys.set('canary-key-2', 'all');
    expect(await withKey('canary-key-2', account.id)).toMatchObject({
      problem: { kind: expect.any(String) },
    });
    expect(await stored()).toMatchObject([{ hasCredential: true }]);
    const later = await computer.open(computer.process(), account.id);
    await expect(later.currentSpend?.()).rejects.toHaveProperty('problem.kind', 'keychainLocked');
    computer.keychain.locked = false;
    await expect(later.currentSpend?.()).resolves.toHaveProperty('perHour', 0.69);
  });

  test('is not replaced by an older credential of another service', async () => {
    const { service, computer, process, withKey, stored } = await setup();
    const { account } = await withKey();
    const elsewhere = await startService();
    elsewhere.keys.set('canary-elsewhere', 'all');
    computer.keychain.locked = true;
    await process.accounts.signInWithKey({
      baseUrl: elsewhere.url,
      key: new Secret('canary-elsewhere'),
      accountId: account.id,
    });
    await (await computer.open(process, account.id)).currentSpend?.();
    computer.keychain.locked = false;
    expect(await stored()).toMatchObject([{ baseUrl: elsewhere.url.href, hasCredential: false }]);
    const later = await computer.open(computer.process(), account.id);
    await expect(later.currentSpend?.()).rejects.toHaveProperty('problem.kind', 'noCredential');
    expect(elsewhere.seen).toEqual(new Set(['canary-elsewhere']));
    expect(service.seen).toEqual(new Set([KEY]));
  });
});

describe('a crash while signing in', () => {
  /** The process crashes after writing the settings and before writing the keychain. */
  async function crashBeforeVault() {
    const all = await setup();
    all.computer.keychain.onChange = () => {
      throw new Error('crashed');
    };
    await expect(all.withKey()).rejects.toThrow('crashed');
    all.computer.keychain.onChange = () => {};
    const after = all.computer.process();
    const [account] = await after.accounts.list();
    if (!account) throw new Error('the account is not there');
    return { ...all, after, account };
  }

  test('leaves an account without a credential', async () => {
    const { computer, after, account } = await crashBeforeVault();
    const client = await computer.open(after, account.id);
    await expect(client.currentSpend?.()).rejects.toHaveProperty('problem.kind', 'noCredential');
  });
});

test('a credential in memory is stored and marked once the keychain accepts it', async () => {
  const { computer, process, withKey, stored } = await setup();
  computer.keychain.locked = true;
  const { account } = await withKey();
  expect(process.accounts.isInMemory(account)).toBe(true);
  await process.accounts.storeFromMemory();
  expect((await stored())[0]?.hasCredential).toBe(false);
  computer.keychain.locked = false;
  await process.accounts.storeFromMemory();
  expect(computer.keychain.items.get(account.id)).toBe(KEY);
  expect((await stored())[0]?.hasCredential).toBe(true);
  const client = await computer.open(computer.process(), account.id);
  await client.currentSpend?.();
});

test('a credential in the memory of a viewer is stored by the application that replaces it', async () => {
  const { computer, process, withKey } = await setup();
  computer.keychain.locked = true;
  const { account } = await withKey();
  const { accounts } = computer.process(process.vault);
  accounts.open(account).close();
  computer.keychain.locked = false;
  await accounts.storeFromMemory();
  expect(computer.keychain.items.get(account.id)).toBe(KEY);
});

test('a credential in memory is not stored for an account moved to another service', async () => {
  const { computer, process, withKey } = await setup();
  computer.keychain.locked = true;
  const { account } = await withKey();
  computer.keychain.locked = false;
  const elsewhere = await startService();
  elsewhere.keys.set('key-of-another-service', 'all');
  await computer.process().accounts.signInWithKey({
    baseUrl: elsewhere.url,
    key: new Secret('key-of-another-service'),
    accountId: account.id,
  });
  await process.accounts.storeFromMemory();
  expect(computer.keychain.items.get(account.id)).toBe('key-of-another-service');
});
