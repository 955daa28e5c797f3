import { describe, expect, it } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { signedIn, signIn, statuses, systemReach, watched } from './signed-in.ts';

const MINUTE = 60_000;

describe('a refresh that goes wrong', () => {
  const lost: FaultInput = { path: '/auth/refresh', times: 1, fault: { kind: 'drop-answer' } };

  it('its answer is lost: stale, and with a service that forgives it the session goes on', async () => {
    const { sim, view } = await watched({ refreshReuse: 'grace' });
    sim.control.expireAccessTokens();
    sim.control.addFault(lost);
    await view.monitor.refresh();
    expect(view.problems()).toEqual(['network', 'network']);
    expect(view.state().vms.value?.vms).toHaveLength(5);
    await view.monitor.refresh();
    expect(view.status()).toBe('live');
    sim.control.expireAccessTokens();
    await view.monitor.refresh();
    expect(view.status()).toBe('live');
  });

  it.each(['reject', 'revoke'] as const)(
    'its answer is lost and the service does not forgive (%s): sign in again, nothing deleted',
    async (refreshReuse) => {
      const { sim, user, account, view } = await watched({ refreshReuse });
      const [settings, items] = [await user.stored(), [...user.store.items]];
      sim.control.expireAccessTokens();
      sim.control.addFault(lost);
      await view.monitor.refresh();
      expect(view.status()).toBe('stale');
      await view.monitor.refresh();
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

  it('it is refused: signed out and left in peace, nothing deleted', async () => {
    const { time, sim, user, view } = await watched();
    const [settings, items] = [await user.stored(), [...user.store.items]];
    sim.control.expireAccessTokens();
    sim.control.revokeRefreshTokens();
    await view.monitor.refresh();
    expect(view.status()).toBe('signedOut');
    sim.control.clearLog();
    await time.pass(24 * 60 * MINUTE);
    expect(statuses(sim)).toEqual([]);
    expect(await user.stored()).toEqual(settings);
    expect([...user.store.items]).toEqual(items);
  });

  it.each([
    ['a web page', { kind: 'html' }, 'notTheService'],
    ['500', { kind: 'status', status: 500 }, 'server'],
    ['too many requests', { kind: 'status', status: 429 }, 'rateLimited'],
    ['an answer without a token', { kind: 'json', body: {} }, 'incompatible'],
    ['a token of the wrong type', { kind: 'wrong-types' }, 'incompatible'],
    ['half an answer', { kind: 'cut-body' }, 'network'],
  ] as const)('%s is no refusal: stale, then well again', async (_name, fault, kind) => {
    const { sim, user, view } = await watched({ refreshReuse: 'grace' });
    const items = [...user.store.items];
    sim.control.expireAccessTokens();
    sim.control.addFault({ path: '/auth/refresh', times: 1, fault });
    await view.monitor.refresh();
    expect(view.status()).toBe('stale');
    expect(view.problems()).toEqual([kind, kind]);
    expect([...user.store.items]).toEqual(items);
    await view.monitor.refresh();
    expect(view.status()).toBe('live');
  });

  it('signing out while it is under way ends the session for good', async () => {
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
    expect(await out).toEqual({ ok: true });
    expect(user.store.items.size).toBe(0);
    expect(await user.stored()).toEqual([]);
  });
});
