import { describe, expect, test, vi } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { baseUrlOf, requestsTo, simulate, vmIds } from './fixtures.ts';
import { home, refreshes, signedIn, signIn, statuses, systemReach, watched } from './signed-in.ts';

const MINUTE = 60_000;
const DAY = { from: '2026-01-15', to: '2026-01-15' };

describe('a password session', () => {
  test('is refreshed before it expires, without a 401', async () => {
    const { time, sim, user, client } = await signedIn();
    const { store } = user;
    const [firstToken] = store.items.values();
    expect((await client.listVms()).items.map((vm) => vm.id)).toEqual(vmIds(sim));
    expect((await client.currentSpend?.())?.perHour).toBeGreaterThan(0);
    expect(refreshes(sim)).toBe(0);
    const tokens = new Set([firstToken]);
    for (let hour = 1; hour <= 3; hour += 1) {
      await time.pass(61 * MINUTE);
      expect((await client.listVms()).items).toHaveLength(5);
      await client.currentSpend?.();
      expect(refreshes(sim)).toBe(hour);
      tokens.add([...store.items.values()][0]);
    }
    // Rotated and stored each time.
    expect(tokens.size).toBe(4);
    expect(store.items.size).toBe(1);
    expect(requestsTo(sim, 'POST /auth/login')).toBe(1);
    expect(statuses(sim)).not.toContain(401);
  });

  test('continues in another process with the stored, rotated token', async () => {
    const { sim, user, account, client } = await signedIn({ refreshReuse: 'revoke' });
    sim.control.expireAccessTokens();
    await client.listVms();
    const next = user.another().open(account);
    expect((await next.listVms()).items).toHaveLength(5);
    // The first process notices that its own token is outdated.
    sim.control.expireAccessTokens();
    expect((await client.listVms()).items).toHaveLength(5);
    expect(refreshes(sim)).toBe(2);
  });

  test.each(['reject', 'grace', 'revoke'] as const)(
    'survives two processes that refresh at once (reuse: %s)',
    async (refreshReuse) => {
      const { sim, user, account, client } = await signedIn({ refreshReuse }, systemReach);
      const other = user.another().open(account);
      sim.control.expireAccessTokens();
      const [here, there] = await Promise.all([client.listVms(), other.listVms()]);
      expect([here.items.length, there.items.length]).toEqual([5, 5]);
      sim.control.expireAccessTokens();
      await Promise.all([client.currentSpend?.(), other.currentSpend?.()]);
    },
  );

  test('half an hour of polling with ten-minute tokens stays up to date', async () => {
    const { time, sim, view, refresh } = await watched({ tokenTtlSeconds: 600 });
    const seen = new Set<string>();
    view.monitor.onPoll(() => seen.add(view.status()));
    for (let minute = 0; minute < 30; minute += 3) {
      await time.pass(3 * MINUTE);
      await refresh();
    }
    expect([...seen]).toEqual(['live']);
    expect(refreshes(sim)).toBeGreaterThanOrEqual(2);
    expect(statuses(sim)).not.toContain(401);
  });
});

describe('an API key in the keychain', () => {
  test('is read once for concurrent requests: each read may prompt to unlock', async () => {
    const sim = await simulate({ vms: 2 });
    const { accounts, store } = await home();
    const key = new Secret(sim.credentials[0].apiKeys.read_only);
    const { account } = await accounts.signInWithKey({ baseUrl: baseUrlOf(sim), key });
    const get = vi.spyOn(store, 'get');
    const client = accounts.open(account);
    await Promise.all([client.listVms(), client.currentSpend?.(), client.usage?.(DAY)]);
    expect(get).toHaveBeenCalledTimes(1);
  });
});

describe('a failing refresh', () => {
  const lost: FaultInput = { path: '/auth/refresh', times: 1, fault: { kind: 'drop-answer' } };

  test('a lost response: out of date, then recovers when the service allows reuse', async () => {
    const { sim, view, refresh } = await watched({ refreshReuse: 'grace' });
    sim.control.expireAccessTokens();
    sim.control.addFault(lost);
    await refresh();
    expect(view.problems()).toEqual(['network', 'network']);
    expect(view.state().vms.value?.vms).toHaveLength(5);
    await refresh();
    expect(view.status()).toBe('live');
    sim.control.expireAccessTokens();
    await refresh();
    expect(view.status()).toBe('live');
  });

  test.each(['reject', 'revoke'] as const)(
    'a lost response without reuse (%s): signed out, nothing deleted',
    async (refreshReuse) => {
      const { sim, user, account, view, refresh } = await watched({ refreshReuse });
      const [settings, items] = [await user.stored(), [...user.store.items]];
      sim.control.expireAccessTokens();
      sim.control.addFault(lost);
      await refresh();
      expect(view.status()).toBe('outOfDate');
      await refresh();
      expect(view.status()).toBe('signedOut');
      expect(view.problems()).toEqual(['unauthorized', 'unauthorized']);
      expect(view.state().vms.value?.vms).toHaveLength(5);
      expect(await user.stored()).toEqual(settings);
      expect([...user.store.items]).toEqual(items);

      const again = await signIn(sim, user.accounts);
      expect(again).toEqual(account);
      expect(await user.stored()).toEqual(settings);
      expect((await user.accounts.open(again).listVms()).items).toHaveLength(5);
    },
  );

  test('a rejected token: signed out, tried again at most every half hour, nothing deleted', async () => {
    const { time, sim, user, view, refresh } = await watched();
    const [settings, items] = [await user.stored(), [...user.store.items]];
    sim.control.expireAccessTokens();
    sim.control.revokeRefreshTokens();
    await refresh();
    expect(view.status()).toBe('signedOut');
    sim.control.clearLog();
    await time.pass(24 * 60 * MINUTE);
    expect(new Set(statuses(sim))).toEqual(new Set([401]));
    expect(statuses(sim).length).toBeLessThan(60);
    expect(await user.stored()).toEqual(settings);
    expect([...user.store.items]).toEqual(items);
  });

  // rental/session.test.ts has the other failures.
  test('too many requests: out of date, then recovers', async () => {
    const { time, sim, user, view, refresh } = await watched({ refreshReuse: 'grace' });
    const items = [...user.store.items];
    sim.control.expireAccessTokens();
    const fault = { kind: 'status', status: 429 } as const;
    sim.control.addFault({ path: '/auth/refresh', times: 1, fault });
    await refresh();
    expect(view.status()).toBe('outOfDate');
    expect(view.problems()).toEqual(['rateLimited', 'rateLimited']);
    expect([...user.store.items]).toEqual(items);
    // Our backoff after a limit without a time.
    await time.pass(MINUTE);
    await refresh();
    expect(view.status()).toBe('live');
  });

  test('signing out during a refresh ends the session', async () => {
    const { sim, user, account, client } = await signedIn({}, systemReach);
    await client.listVms();
    sim.control.expireAccessTokens();
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    sim.control.addFault({ path: '/auth/refresh', fault: { kind: 'none' } }, async () => {
      arrived.resolve();
      await gate.promise;
    });
    const call = client.listVms();
    await arrived.promise;
    client.close();
    const out = user.accounts.signOut(account.id);
    gate.resolve();
    await expect(call).rejects.toMatchObject({ problem: { kind: 'unauthorized' } });
    expect(await out).toBeNull();
    expect(user.store.items.size).toBe(0);
    expect(await user.stored()).toEqual([]);
  });
});
