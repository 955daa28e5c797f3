import { describe, expect, test, vi } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { baseUrlOf, requestsTo, simulate, vmIds } from './fixtures.ts';
import { home, refreshes, signedIn, signIn, statuses, watched } from './signed-in.ts';

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
});
