import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createComputer } from './testing/computer.ts';
import { EMAIL, PASSWORD, startService } from './testing/service.ts';

async function setup() {
  const service = await startService();
  const computer = await createComputer();
  const [one, two] = [computer.process(), computer.process()];
  return { service, computer, one, two };
}

async function withLogin() {
  const all = await setup();
  const { account } = await all.one.accounts.signInWithPassword({
    baseUrl: all.service.url,
    email: EMAIL,
    password: new Secret(PASSWORD),
  });
  return { ...all, account };
}

async function withKey() {
  const all = await setup();
  all.service.keys.set('old-key', 'all');
  const { account } = await all.one.accounts.signInWithKey({
    baseUrl: all.service.url,
    key: new Secret('old-key'),
  });
  return { ...all, account };
}

describe('a login in two processes, at a service that revokes reused tokens', () => {
  test('is not signed out when both refresh', async () => {
    const { service, computer, one, two, account } = await withLogin();
    const clients = [await computer.open(one, account.id), await computer.open(two, account.id)];
    for (let round = 0; round < 5; round += 1) {
      service.expireAccess();
      const reads = clients.flatMap((client) => [client.listVms(), client.currentSpend?.()]);
      await Promise.all(reads);
    }
    expect(service.reused).toEqual([]);
    const refreshes = service.requests.filter((request) => request === 'POST /auth/refresh');
    expect(refreshes.length).toBeGreaterThanOrEqual(5);
    expect(computer.refreshToken(account.id)).toBe(`canary-refresh-${refreshes.length + 1}`);
  });

  const refreshesOf = ({ requests }: Awaited<ReturnType<typeof startService>>) =>
    requests.filter((request) => request === 'POST /auth/refresh').length;

  test.each([
    ['by an earlier version, without an access token', (item: string) => JSON.parse(item).refresh],
    [
      'an hour ago',
      (item: string) => {
        const stored = JSON.parse(item);
        return JSON.stringify({ ...stored, receivedAt: stored.receivedAt - 3_600_000 });
      },
    ],
  ])('is refreshed once for two processes where it was stored %s', async (_, before) => {
    const { service, computer, one, two, account } = await withLogin();
    const { items, set } = computer.keychain;
    await set(account.id, before(items.get(account.id) ?? ''));
    const clients = [await computer.open(one, account.id), await computer.open(two, account.id)];
    await Promise.all(clients.map((client) => client.currentSpend?.()));
    expect([refreshesOf(service), service.reused]).toEqual([1, []]);
  });

  test('survives that the access token taken over was revoked, too', async () => {
    const { service, computer, one, two, account } = await withLogin();
    const [first, second] = [
      await computer.open(one, account.id),
      await computer.open(two, account.id),
    ];
    await second.currentSpend?.();
    service.expireAccess();
    await first.currentSpend?.();
    service.expireAccess();
    // The next poll refreshes.
    await expect(second.currentSpend?.()).rejects.toThrow();
    await second.currentSpend?.();
    expect([refreshesOf(service), service.reused]).toEqual([2, []]);
  });

  test('keeps a rotated token in memory while the keychain is locked, and stores the next', async () => {
    const { service, computer, one, account } = await withLogin();
    const client = await computer.open(one, account.id);
    // The keychain locks between the read of the old token and the write of the new one.
    const held = service.holdRefreshes();
    service.expireAccess();
    const reading = client.currentSpend?.();
    await held.arrived;
    computer.keychain.locked = true;
    held.release();
    await reading;
    expect(computer.refreshToken(account.id)).toBe('canary-refresh-1');
    expect(computer.log.join('\n')).toContain('session.keptInMemory');

    await one.accounts.storeFromMemory();
    expect(one.accounts.isInMemory(account)).toBe(true);

    computer.keychain.locked = false;
    await one.accounts.storeFromMemory();
    expect(computer.refreshToken(account.id)).toBe('canary-refresh-2');
    expect(one.accounts.isInMemory(account)).toBe(false);
    service.expireAccess();
    await client.currentSpend?.();
    expect(computer.refreshToken(account.id)).toBe('canary-refresh-3');
    expect(service.reused).toEqual([]);
  });

  test('is unauthorized when the service refuses, and nothing is deleted', async () => {
    const { service, computer, one, two, account } = await withLogin();
    const thief = await fetch(`${service.url.href}/auth/refresh`, {
      method: 'POST',
      body: JSON.stringify({ refresh_token: 'stolen and used up' }),
    });
    expect(thief.status).toBe(401);
    for (const process of [one, two]) {
      const client = await computer.open(process, account.id);
      await expect(client.currentSpend?.()).rejects.toHaveProperty('problem.kind', 'unauthorized');
    }
    expect(await one.accounts.list()).toHaveLength(1);
    expect(computer.refreshToken(account.id)).toBe('canary-refresh-1');
  });

  test('leaves no secret in files and logs', async () => {
    const { service, computer, one, two, account } = await withLogin();
    for (const process of [one, two]) {
      service.expireAccess();
      await (await computer.open(process, account.id)).listVms();
    }
    await one.accounts.signOut(account.id);
    const traces = await computer.traces();
    expect(traces).toContain('session.refreshed');
    expect(traces).not.toContain('canary');
  });
});

describe('a key in two processes', () => {
  test('that one process replaced is read by the other after a 401', async () => {
    const { service, computer, one, two, account } = await withKey();
    const client = await computer.open(two, account.id);
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
});

describe('an account that another process moved to another service', () => {
  test('never sends the new credential to the old service', async () => {
    const { service, computer, one, two, account } = await withKey();
    const client = await computer.open(two, account.id);
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

  test('does not use a key as a refresh token', async () => {
    const { service, computer, one, two, account } = await withLogin();
    const client = await computer.open(two, account.id);
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

describe('unreadable settings and locks', () => {
  test.each(['settings.json', 'lock'])(
    'are reported as keychain unavailable (%s)',
    async (file) => {
      const { computer, two, account } = await withLogin();
      const client = await computer.open(two, account.id);
      const name = file === 'lock' ? `account-${account.id}.lock` : file;
      await rm(join(computer.folder, name));
      await mkdir(join(computer.folder, name));
      await expect(client.currentSpend?.()).rejects.toMatchObject({
        problem: {
          kind: 'keychainUnavailable',
          detail: expect.stringMatching(/^Failed to (read|lock) .*\. (Check|Move) /),
        },
      });
      await rm(join(computer.folder, name), { recursive: true });
    },
  );
});
