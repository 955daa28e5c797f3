import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createHousehold } from './testing/household.ts';
import { EMAIL, PASSWORD, startService } from './testing/service.ts';

async function household() {
  const service = await startService();
  const home = await createHousehold();
  const [one, two] = [home.process(), home.process()];
  return { service, home, one, two };
}

async function withLogin() {
  const all = await household();
  const { account } = await all.one.accounts.signInWithPassword({
    baseUrl: all.service.url,
    email: EMAIL,
    password: new Secret(PASSWORD),
  });
  return { ...all, account };
}

async function withKey() {
  const all = await household();
  all.service.keys.set('old-key', 'all');
  const { account } = await all.one.accounts.signInWithKey({
    baseUrl: all.service.url,
    key: new Secret('old-key'),
  });
  return { ...all, account };
}

describe('a login in two processes, at a service that revokes a token used twice', () => {
  test('is never signed out, however often both refresh', async () => {
    const { service, home, one, two, account } = await withLogin();
    const clients = [await home.open(one, account.id), await home.open(two, account.id)];
    for (let round = 0; round < 5; round += 1) {
      service.expireAccess();
      const reads = clients.flatMap((client) => [client.listVms(), client.currentSpend()]);
      await Promise.all(reads);
    }
    expect(service.reused).toEqual([]);
    const refreshes = service.requests.filter((request) => request === 'POST /auth/refresh');
    expect(refreshes.length).toBeGreaterThanOrEqual(5);
    expect(home.keychain.items.get(account.id)).toBe(`canary-refresh-${refreshes.length + 1}`);
  });

  test('goes on in a third that starts later', async () => {
    const { service, home, one, account } = await withLogin();
    const first = await home.open(one, account.id);
    service.expireAccess();
    await first.currentSpend();
    const third = await home.open(home.process(), account.id);
    await third.currentSpend();
    await first.currentSpend();
    expect(service.reused).toEqual([]);
  });

  test('keeps a rotated token in memory while the keychain is locked, and stores the next', async () => {
    const { service, home, one, account } = await withLogin();
    const client = await home.open(one, account.id);
    // It locks between the reading of the old token and the writing of the new one.
    const held = service.holdRefreshes();
    service.expireAccess();
    const reading = client.currentSpend();
    await held.arrived;
    home.keychain.locked = true;
    held.letGo();
    await reading;
    expect(home.keychain.items.get(account.id)).toBe('canary-refresh-1');
    expect(home.log.join('\n')).toContain('session.keptInMemory');

    await one.accounts.storeFromMemory();
    expect(one.accounts.isInMemory(account.id)).toBe(true);

    home.keychain.locked = false;
    await one.accounts.storeFromMemory();
    expect(home.keychain.items.get(account.id)).toBe('canary-refresh-2');
    expect(one.accounts.isInMemory(account.id)).toBe(false);
    service.expireAccess();
    await client.currentSpend();
    expect(home.keychain.items.get(account.id)).toBe('canary-refresh-3');
    expect(service.reused).toEqual([]);
  });

  test('is told to sign in again when the service refuses, and nothing is deleted', async () => {
    const { service, home, one, two, account } = await withLogin();
    const thief = await fetch(`${service.url.href}/auth/refresh`, {
      method: 'POST',
      body: JSON.stringify({ refresh_token: 'stolen and used up' }),
    });
    expect(thief.status).toBe(401);
    for (const process of [one, two]) {
      const client = await home.open(process, account.id);
      await expect(client.currentSpend()).rejects.toHaveProperty('problem.kind', 'unauthorized');
    }
    expect(await one.accounts.list()).toHaveLength(1);
    expect(home.keychain.items.get(account.id)).toBe('canary-refresh-1');
  });

  test('leaves no secret in files and logs', async () => {
    const { service, home, one, two, account } = await withLogin();
    for (const process of [one, two]) {
      service.expireAccess();
      await (await home.open(process, account.id)).listVms();
    }
    await one.accounts.signOut(account.id);
    const traces = await home.traces();
    expect(traces).toContain('session.refreshed');
    expect(traces).not.toContain('canary');
  });
});

describe('a key in two processes', () => {
  test('that one of them replaced is picked up by the other after a refusal', async () => {
    const { service, home, one, two, account } = await withKey();
    const client = await home.open(two, account.id);
    await client.listVms();
    service.keys.set('new-key', 'all');
    await one.accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret('new-key'),
      accountId: account.id,
    });
    service.keys.delete('old-key');
    await client.listVms();
    expect(service.seen).toEqual(new Set(['old-key', 'new-key']));
  });

  test('that was revoked is refused, and stays where it is', async () => {
    const { service, home, two, account } = await withKey();
    const client = await home.open(two, account.id);
    service.keys.delete('old-key');
    await expect(client.listVms()).rejects.toMatchObject({
      problem: { kind: 'unauthorized', credential: 'apiKey' },
    });
    expect(home.keychain.items.get(account.id)).toBe('old-key');
  });

  test('is not asked of the keychain for each request', async () => {
    const { home, two, account } = await withKey();
    const client = await home.open(two, account.id);
    await client.listVms();
    home.broken = 'timeout';
    await expect(client.listVms()).resolves.toBeDefined();
    await expect((await home.open(two, account.id)).listVms()).rejects.toMatchObject({
      problem: { kind: 'keychainUnavailable', detail: 'Your keychain is not responding.' },
    });
  });
});

describe('an account that another process moved to another service', () => {
  test('never sends the new credential to the old one', async () => {
    const { service, home, one, two, account } = await withKey();
    const client = await home.open(two, account.id);
    await client.listVms();
    const elsewhere = await startService();
    elsewhere.keys.set('new-key', 'all');
    await one.accounts.signInWithKey({
      baseUrl: elsewhere.url,
      key: new Secret('new-key'),
      accountId: account.id,
    });
    service.keys.delete('old-key');
    await expect(client.listVms()).rejects.toHaveProperty('problem.kind', 'noCredential');
    expect(service.seen).toEqual(new Set(['old-key']));
  });

  test('does not take a key for a refresh token', async () => {
    const { service, home, one, two, account } = await withLogin();
    const client = await home.open(two, account.id);
    service.keys.set('new-key', 'all');
    await one.accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret('new-key'),
      accountId: account.id,
    });
    await expect(client.listVms()).rejects.toHaveProperty('problem.kind', 'noCredential');
    expect(service.requests).not.toContain('POST /auth/refresh');
  });
});

test('a client counts its requests, refreshes included', async () => {
  const { service, home, two, account } = await withLogin();
  const client = await home.open(two, account.id);
  expect(client.requestCount()).toBe(0);
  await client.currentSpend();
  expect(client.requestCount()).toBe(2);
  service.expireAccess();
  await client.currentSpend();
  expect(client.requestCount()).toBe(5);
});

describe('settings and locks that the system withholds', () => {
  test.each(['settings.json', 'lock'])(
    'are told as a credential out of reach, not as a defect (%s)',
    async (what) => {
      const { home, two, account } = await withLogin();
      const client = await home.open(two, account.id);
      const name = what === 'lock' ? `account-${account.id}.lock` : what;
      await rm(join(home.folder, name));
      await mkdir(join(home.folder, name));
      await expect(client.currentSpend()).rejects.toMatchObject({
        problem: {
          kind: 'keychainUnavailable',
          detail: expect.stringMatching(/ cannot be (read|taken) .* Check /),
        },
      });
      await rm(join(home.folder, name), { recursive: true });
    },
  );
});
