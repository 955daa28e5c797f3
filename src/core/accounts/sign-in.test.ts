import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createHousehold } from './testing/household.ts';
import { EMAIL, PASSWORD, startService } from './testing/service.ts';

const KEY = 'canary-key-1';

async function setUp() {
  const service = await startService();
  service.keys.set(KEY, 'all');
  const household = await createHousehold();
  const process = household.process();
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
  const stored = async () => (await process.settings.load()).settings.accounts;
  return { service, household, process, withKey, withPassword, stored };
}

describe('signing in with a key', () => {
  test('keeps a good one in the keychain, and what is not secret in the settings', async () => {
    const { service, household, process, withKey, stored } = await setUp();
    const { account, kept } = await withKey();
    expect(kept).toEqual({ in: 'keychain' });
    expect(account).toEqual({
      id: '00000000-0000-4000-8000-000000000001',
      label: new URL(service.url.href).host,
      baseUrl: service.url.href,
      credential: 'apiKey',
      email: null,
      consoleUrl: null,
    });
    expect(household.keychain.items).toEqual(new Map([[account.id, KEY]]));
    const { consoleUrl: _, ...written } = account;
    expect(await stored()).toEqual([{ ...written, hasCredential: true }]);
    expect(await process.accounts.list()).toEqual([account]);
    expect((await (await household.open(process, account.id)).currentSpend()).perHour).toBe(0.69);
  });

  test('tries it first: a refused one is kept nowhere', async () => {
    const { household, process, withKey } = await setUp();
    await expect(withKey('canary-wrong')).rejects.toHaveProperty('problem.kind', 'unauthorized');
    expect(household.keychain.items.size).toBe(0);
    expect(await process.accounts.list()).toEqual([]);
    expect(await household.traces()).not.toContain('canary');
  });

  test.each(['billingOnly', 'vmsOnly'] as const)('takes a key that allows %s', async (scope) => {
    const { service, withKey } = await setUp();
    service.keys.set('canary-narrow', scope);
    expect((await withKey('canary-narrow')).kept).toEqual({ in: 'keychain' });
  });

  test('refuses a key that allows nothing that is shown', async () => {
    const { service, household, withKey } = await setUp();
    service.keys.set('canary-nothing', 'nothing');
    await expect(withKey('canary-nothing')).rejects.toHaveProperty('problem.kind', 'forbidden');
    expect(household.keychain.items.size).toBe(0);
  });

  test.each(['kéy', 'a key', 'key\n', 'key\u0007', '“key”', ''])(
    'refuses %j, which no header can carry, without a request',
    async (key) => {
      const { service, withKey } = await setUp();
      await expect(withKey(key)).rejects.toHaveProperty('problem.kind', 'unauthorized');
      expect(service.requests).toEqual([]);
    },
  );

  test('each key is an account of its own, unless it replaces one', async () => {
    const { service, household, process, withKey } = await setUp();
    service.keys.set('canary-key-2', 'all');
    const first = await withKey();
    const second = await withKey('canary-key-2');
    expect(second.account.id).not.toBe(first.account.id);
    const again = await withKey('canary-key-2', first.account.id);
    expect(again.account.id).toBe(first.account.id);
    expect(household.keychain.items.get(first.account.id)).toBe('canary-key-2');
    expect(await process.accounts.list()).toHaveLength(2);
  });
});

describe('the same key once more', () => {
  test('is the account that is there, in whichever process', async () => {
    const { service, household, process, withKey } = await setUp();
    service.keys.set('canary-key-2', 'all');
    await withKey('canary-key-2');
    const { account } = await withKey();
    expect((await withKey()).account).toEqual(account);
    const again = await household.process().accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret(KEY),
    });
    expect(again.account).toEqual(account);
    expect(await process.accounts.list()).toHaveLength(2);
    expect(household.keychain.items.size).toBe(2);
  });

  test('is found where only memory holds it', async () => {
    const { household, process, withKey } = await setUp();
    household.keychain.locked = true;
    const { account } = await withKey();
    expect((await withKey()).account.id).toBe(account.id);
    expect(await process.accounts.list()).toHaveLength(1);
  });

  test('at another service is another account', async () => {
    const { process, withKey } = await setUp();
    await withKey();
    const elsewhere = await startService();
    elsewhere.keys.set(KEY, 'all');
    await process.accounts.signInWithKey({ baseUrl: elsewhere.url, key: new Secret(KEY) });
    expect(await process.accounts.list()).toHaveLength(2);
  });

  test('is taken where the keychain cannot be looked into, without asking to unlock it', async () => {
    const { household, process, withKey } = await setUp();
    await withKey();
    household.keychain.locked = true;
    expect(await withKey()).toMatchObject({ kept: { in: 'memory' } });
    expect(await process.accounts.list()).toHaveLength(2);
  });
});

test('accounts of one name are told apart by a number, which stays theirs', async () => {
  const { service, process, withKey } = await setUp();
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
  test('keeps the refresh token; the password is nowhere', async () => {
    const { household, withPassword, stored } = await setUp();
    const { account } = await withPassword();
    expect(account).toMatchObject({ label: EMAIL, credential: 'login', email: EMAIL });
    expect(household.keychain.items).toEqual(new Map([[account.id, 'canary-refresh-1']]));
    expect(await stored()).toMatchObject([{ id: account.id, hasCredential: true }]);
    const traces = await household.traces();
    expect(traces).toContain(EMAIL);
    expect(traces).not.toContain('canary');
  });

  test('needs no refresh for the first figures', async () => {
    const { service, household, process, withPassword } = await setUp();
    const { account } = await withPassword();
    await (await household.open(process, account.id)).currentSpend();
    expect(service.requests).toEqual(['POST /auth/login', 'GET /billing/current-spend']);
  });

  test('a wrong one is kept nowhere, and its words are not repeated', async () => {
    const { household, process, withPassword } = await setUp();
    const wrong = withPassword(EMAIL, 'canary-wrong');
    await expect(wrong).rejects.toHaveProperty('problem.kind', 'unauthorized');
    expect(await process.accounts.list()).toEqual([]);
    expect(await household.traces()).not.toContain('canary');
  });

  test('the same login again is the same account, however its letters are written', async () => {
    const { household, process, withPassword } = await setUp();
    const first = await withPassword();
    const again = await withPassword('Ada@Example.COM');
    expect(again.account.id).toBe(first.account.id);
    expect(await process.accounts.list()).toEqual([again.account]);
    expect(household.keychain.items).toEqual(new Map([[first.account.id, 'canary-refresh-2']]));
  });

  test('the same email at another service is another account', async () => {
    const { process, withPassword } = await setUp();
    const first = await withPassword();
    const elsewhere = await startService();
    const other = await process.accounts.signInWithPassword({
      baseUrl: elsewhere.url,
      email: EMAIL,
      password: new Secret(PASSWORD),
    });
    expect(other.account.id).not.toBe(first.account.id);
    expect(await process.accounts.list()).toHaveLength(2);
  });

  test('may take over an account that had a key', async () => {
    const { household, process, withKey, withPassword } = await setUp();
    const { account } = await withKey();
    const again = await withPassword(EMAIL, PASSWORD, account.id);
    expect(again.account).toMatchObject({ id: account.id, credential: 'login' });
    expect(household.keychain.items.get(account.id)).toBe('canary-refresh-1');
    expect(await process.accounts.list()).toEqual([again.account]);
    await (await household.open(process, account.id)).listVms();
  });
});

describe('a keychain that does not take the credential', () => {
  test('keeps it in memory for this process, and says why', async () => {
    const { household, process, withKey, stored } = await setUp();
    household.keychain.locked = true;
    const { account, kept } = await withKey();
    expect(kept).toMatchObject({ in: 'memory', reason: { kind: 'locked' } });
    expect(await stored()).toMatchObject([{ id: account.id, hasCredential: false }]);
    await (await household.open(process, account.id)).currentSpend();
    const later = await household.open(household.process(), account.id);
    await expect(later.currentSpend()).rejects.toHaveProperty('problem.kind', 'noCredential');
  });

  test('keeps the marker of one that was there before: it is still in there', async () => {
    const { service, household, withKey, stored } = await setUp();
    const { account } = await withKey();
    household.keychain.locked = true;
    service.keys.set('canary-key-2', 'all');
    expect(await withKey('canary-key-2', account.id)).toMatchObject({ kept: { in: 'memory' } });
    expect(await stored()).toMatchObject([{ hasCredential: true }]);
    const later = await household.open(household.process(), account.id);
    await expect(later.currentSpend()).rejects.toHaveProperty('problem.kind', 'keychainLocked');
    household.keychain.locked = false;
    await expect(later.currentSpend()).resolves.toHaveProperty('perHour', 0.69);
  });

  test('does not let an older credential of another service take its place', async () => {
    const { service, household, process, withKey, stored } = await setUp();
    const { account } = await withKey();
    const elsewhere = await startService();
    elsewhere.keys.set('canary-elsewhere', 'all');
    household.keychain.locked = true;
    await process.accounts.signInWithKey({
      baseUrl: elsewhere.url,
      key: new Secret('canary-elsewhere'),
      accountId: account.id,
    });
    await (await household.open(process, account.id)).currentSpend();
    household.keychain.locked = false;
    expect(await stored()).toMatchObject([{ baseUrl: elsewhere.url.href, hasCredential: false }]);
    const later = await household.open(household.process(), account.id);
    await expect(later.currentSpend()).rejects.toHaveProperty('problem.kind', 'noCredential');
    expect(elsewhere.seen).toEqual(new Set(['canary-elsewhere']));
    expect(service.seen).toEqual(new Set([KEY]));
  });
});

describe('a crash while signing in', () => {
  /** The settings are on the disk, and the process dies before the keychain has the credential. */
  async function crashBeforeVault() {
    const all = await setUp();
    all.household.keychain.onChange = () => {
      throw new Error('the process is gone');
    };
    await expect(all.withKey()).rejects.toThrow('the process is gone');
    all.household.keychain.onChange = () => {};
    const after = all.household.process();
    const [account] = await after.accounts.list();
    if (!account) throw new Error('the account is not there');
    return { ...all, after, account };
  }

  test('leaves an account that says "sign in again" when the keychain can be looked into', async () => {
    const { household, after, account } = await crashBeforeVault();
    const client = await household.open(after, account.id);
    await expect(client.currentSpend()).rejects.toHaveProperty('problem.kind', 'noCredential');
  });

  test('leaves an account that says "locked" while it cannot', async () => {
    const { household, after, account } = await crashBeforeVault();
    household.keychain.locked = true;
    const client = await household.open(after, account.id);
    await expect(client.currentSpend()).rejects.toHaveProperty('problem.kind', 'keychainLocked');
  });

  test('again to an account does not lose the credential it had', async () => {
    const { service, household, withKey } = await setUp();
    const { account } = await withKey();
    service.keys.set('canary-key-2', 'all');
    household.keychain.onChange = () => {
      throw new Error('the process is gone');
    };
    await expect(withKey('canary-key-2', account.id)).rejects.toThrow('the process is gone');
    household.keychain.onChange = () => {};
    const client = await household.open(household.process(), account.id);
    await expect(client.currentSpend()).resolves.toHaveProperty('perHour', 0.69);
  });
});

test('what only memory holds is stored, and marked so, as soon as the keychain takes it', async () => {
  const { household, process, withKey, stored } = await setUp();
  household.keychain.locked = true;
  const { account } = await withKey();
  expect(process.accounts.isInMemory(account.id)).toBe(true);
  await process.accounts.storeFromMemory();
  expect((await stored())[0]?.hasCredential).toBe(false);
  household.keychain.locked = false;
  await process.accounts.storeFromMemory();
  expect(household.keychain.items.get(account.id)).toBe(KEY);
  expect((await stored())[0]?.hasCredential).toBe(true);
  const client = await household.open(household.process(), account.id);
  await client.currentSpend();
});

test('what only memory holds is not stored under an account that has moved to another service', async () => {
  const { household, process, withKey } = await setUp();
  household.keychain.locked = true;
  const { account } = await withKey();
  household.keychain.locked = false;
  const elsewhere = await startService();
  elsewhere.keys.set('key-of-another-service', 'all');
  await household.process().accounts.signInWithKey({
    baseUrl: elsewhere.url,
    key: new Secret('key-of-another-service'),
    accountId: account.id,
  });
  await process.accounts.storeFromMemory();
  expect(household.keychain.items.get(account.id)).toBe('key-of-another-service');
});
