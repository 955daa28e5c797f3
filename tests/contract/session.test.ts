import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { baseUrlOf, requestsTo, simulate, vmIds } from './fixtures.ts';
import { home, refreshes, signedIn, statuses, systemReach, watched } from './signed-in.ts';

const MINUTE = 60_000;

describe('a session of login and refresh', () => {
  it('login, VMs and spend, expiry, refresh: the same session, without a 401 in it', async () => {
    const { time, sim, user, client } = await signedIn();
    const { store } = user;
    const [firstToken] = store.items.values();
    expect((await client.listVms()).items.map((vm) => vm.id)).toEqual(vmIds(sim));
    expect((await client.currentSpend()).perHour).toBeGreaterThan(0);
    expect(refreshes(sim)).toBe(0);
    const tokens = new Set([firstToken]);
    for (let hour = 1; hour <= 3; hour += 1) {
      await time.pass(61 * MINUTE);
      expect((await client.listVms()).items).toHaveLength(5);
      await client.currentSpend();
      expect(refreshes(sim)).toBe(hour);
      tokens.add([...store.items.values()][0]);
    }
    // Rotated each time, and each time what is stored is the new one.
    expect(tokens.size).toBe(4);
    expect(store.items.size).toBe(1);
    expect(requestsTo(sim, 'POST /auth/login')).toBe(1);
    expect(statuses(sim)).not.toContain(401);
  });

  it('another process goes on with the stored, rotated token', async () => {
    const { sim, user, account, client } = await signedIn({ refreshReuse: 'revoke' });
    sim.control.expireAccessTokens();
    await client.listVms();
    const next = user.another().open(account);
    expect((await next.listVms()).items).toHaveLength(5);
    // And the first one notices that its own token is history.
    sim.control.expireAccessTokens();
    expect((await client.listVms()).items).toHaveLength(5);
    expect(refreshes(sim)).toBe(3);
  });

  it.each(['reject', 'grace', 'revoke'] as const)(
    'two processes that refresh at the same moment (reuse: %s) both go on',
    async (refreshReuse) => {
      const { sim, user, account, client } = await signedIn({ refreshReuse }, systemReach);
      const other = user.another().open(account);
      sim.control.expireAccessTokens();
      const [here, there] = await Promise.all([client.listVms(), other.listVms()]);
      expect([here.items.length, there.items.length]).toEqual([5, 5]);
      sim.control.expireAccessTokens();
      await Promise.all([client.currentSpend(), other.currentSpend()]);
    },
  );

  it('a storm of five calls that are all refused makes one refresh', async () => {
    const { sim, client } = await signedIn({ refreshReuse: 'revoke' });
    const [id = ''] = vmIds(sim);
    await client.listVms();
    sim.control.clearLog();
    sim.control.expireAccessTokens();
    const answers = await Promise.all([
      client.listVms(),
      client.currentSpend(),
      client.usage({}),
      client.getVm(id),
      client.listVms(),
    ]);
    expect(answers).toHaveLength(5);
    expect(refreshes(sim)).toBe(1);
    expect(statuses(sim).filter((status) => status === 401)).toHaveLength(5);
  });

  it('a call that is refused long after the others finds the new token and makes no other', async () => {
    const { sim, client } = await signedIn({ refreshReuse: 'revoke' });
    sim.control.expireAccessTokens();
    sim.control.addFault({ path: '/billing/usage', times: 1, fault: { kind: 'delay', ms: 300 } });
    await Promise.all([client.usage({}), client.listVms(), client.currentSpend()]);
    expect(refreshes(sim)).toBe(1);
  });

  it.each(['full', 'no-refresh-token', 'no-expires-in', 'access-only'] as const)(
    'the refresh answer "%s" keeps the session',
    async (refreshAnswer) => {
      const { time, sim, user, client } = await signedIn({ refreshAnswer, tokenTtlSeconds: 300 });
      for (let round = 1; round <= 3; round += 1) {
        await time.pass(6 * MINUTE);
        expect((await client.listVms()).items).toHaveLength(5);
        expect(refreshes(sim)).toBe(round);
      }
      expect(user.store.items.size).toBe(1);
    },
  );

  it('a service that keeps its refresh tokens is fine too', async () => {
    const { sim, client } = await signedIn({ refreshTokens: 'keep' });
    for (let round = 0; round < 3; round += 1) {
      sim.control.expireAccessTokens();
      await client.currentSpend();
    }
    expect(refreshes(sim)).toBe(3);
  });

  it('a watch of three hours with tokens of ten minutes never shows a gap', async () => {
    const { time, sim, view } = await watched({ tokenTtlSeconds: 600 });
    const seen = new Set<string>();
    view.monitor.onPoll(() => seen.add(view.status()));
    for (let minute = 0; minute < 180; minute += 3) {
      await time.pass(3 * MINUTE);
      await view.monitor.refresh();
    }
    expect([...seen]).toEqual(['live']);
    expect(refreshes(sim)).toBeGreaterThanOrEqual(15);
    expect(statuses(sim)).not.toContain(401);
  });
});

describe('an API key in the keychain', () => {
  it('is read once for all who wait for it: each reading may ask the owner to unlock', async () => {
    const sim = await simulate({ vms: 2 });
    const { accounts, store } = await home();
    const key = new Secret(sim.credentials[0].apiKeys.read_only);
    const { account } = await accounts.signInWithKey({ baseUrl: baseUrlOf(sim), key });
    const get = vi.spyOn(store, 'get');
    const client = accounts.open(account);
    await Promise.all([client.listVms(), client.currentSpend(), client.usage({})]);
    expect(get).toHaveBeenCalledTimes(1);
  });
});
