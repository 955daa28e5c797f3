import { describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import type { Notification } from '../../src/core/app/index.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { startPriceWatches } from '../../src/core/app/offers/price-watches.ts';
import type { Clock } from '../../src/core/clock.ts';
import { showingEach } from '../../src/core/events/testing/group-of.ts';
import { preferencesOf, type Settings, withPreferences } from '../../src/core/settings/index.ts';
import { settingsFolder } from '../../src/core/settings/testing/settings-folder.ts';
import type { PriceWatch } from '../../src/shared/offers/price-watch.ts';
import { initialState } from '../../src/shared/state/index.ts';
import { environment } from '../../src/shared/testing/environment.ts';
import { network, requestsTo, simulate } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const MINUTE = 60_000;

/** Watches of 2 pro6000 at $1.20/h, with the settings that a later start reads. */
async function setup(services: number, watchesOfEach: number) {
  const time = createSharedTime();
  const sims: Simulator[] = [];
  for (let count = 0; count < services; count += 1)
    sims.push(await simulate({ vms: 0 }, time.simulatorClock));
  const { file } = await settingsFolder();
  await file.load();
  const priceWatches: readonly PriceWatch[] = sims.flatMap(({ baseUrl }, service) =>
    Array.from({ length: watchesOfEach }, (_, index) => ({
      ...{ id: `${service} ${index}`, baseUrl, gpuType: 'pro6000', minGpus: 2 },
      ...{ maxPrice: 0.7, isMet: false },
    })),
  );
  let settings = await file.update((current) => withPreferences(current, { priceWatches }));
  const notified: Notification[] = [];

  /** What a test replaces. */
  const hooks = { fetch: time.fetch, update: file.update };
  /** Its timers end a millisecond early, as Node's may. */
  const clock: Clock = {
    ...time.clock,
    after: (ms, run) => time.clock.after(Math.max(1, ms - 1), run),
  };
  function start() {
    const initial = initialState(environment, time.now());
    const store = createStateStore({ ...initial, preferences: preferencesOf(settings) });
    const part = startPriceWatches({
      store,
      network: network({ clock, fetch: (...input) => hooks.fetch(...input) }),
      settings: { update: (change) => hooks.update(change) },
      deliver: showingEach((shown) => void notified.push(shown), store.get, time.now),
      settingsChanged(next: Settings) {
        settings = next;
        store.set({ preferences: preferencesOf(next) });
        part.settingsChanged();
      },
    });
    part.begin();
    return { part, store };
  }

  const requests = () => sims.reduce((sum, sim) => sum + requestsTo(sim, 'GET /search'), 0);
  const stored = () => preferencesOf(settings).priceWatches;
  return { time, sims, notified, requests, start, hooks, stored };
}

describe('price watches', () => {
  test('notify once while the price holds, also after a restart, and again after it rose', async () => {
    const { time, sims, notified, start } = await setup(1, 1);
    const control = sims[0]?.control;
    const { part } = start();
    await time.pass(3 * MINUTE);
    expect(notified).toEqual([]);
    control?.setPrice('pro6000', 1);
    await time.pass(3 * MINUTE);
    expect(notified).toMatchObject([
      {
        title: 'pro6000 for $0.60/h each',
        body: expect.stringMatching(
          /^\d available on vm\d\d\. Your price alert: 2\+ at \$0\.70\/h or less\. Click to see the offers\.$/,
        ),
        destination: { kind: 'offers', baseUrl: sims[0]?.baseUrl },
      },
    ]);
    // Within the margin.
    control?.setPrice('pro6000', 1.2);
    await time.pass(5 * MINUTE);
    await part.stop?.();
    start();
    await time.pass(5 * MINUTE);
    expect(notified).toHaveLength(1);
    control?.setPrice('pro6000', 2);
    await time.pass(5 * MINUTE);
    control?.setPrice('pro6000', 1);
    await time.pass(5 * MINUTE);
    expect(notified).toHaveLength(2);
  });

  test('send at most one request a minute together, none while asleep, and none without a watch', async () => {
    const { time, requests, start } = await setup(2, 5);
    const { part, store } = start();
    await time.pass(30 * MINUTE);
    expect(requests()).toBeGreaterThanOrEqual(28);
    expect(requests()).toBeLessThanOrEqual(30);
    part.suspended?.();
    const before = requests();
    await time.pass(30 * MINUTE);
    expect(requests()).toBe(before);
    part.resumed?.();
    await time.pass(MINUTE);
    expect(requests()).toBeGreaterThan(before);
    store.set({ preferences: { ...store.get().preferences, priceWatches: [] } });
    await time.pass(MINUTE);
    const last = requests();
    await time.pass(30 * MINUTE);
    expect(requests()).toBe(last);
  });

  test('wait as long as the service says, else ten minutes', async () => {
    const { time, sims, requests, start } = await setup(1, 3);
    const [sim] = sims;
    const limited = (headers: Record<string, string>) =>
      sim?.control.addFault({
        path: '/search',
        fault: { kind: 'status', status: 429, detail: 'slow down', headers },
      });
    const fault = limited({ 'Retry-After': '300' });
    start();
    await time.pass(5 * MINUTE);
    expect(requests()).toBe(1);
    fault?.clear();
    await time.pass(1.5 * MINUTE);
    expect(requests()).toBe(2);
    limited({});
    await time.pass(11 * MINUTE);
    expect(requests()).toBe(4);
  });

  test('notify of the first page where the next one is limited, and wait', async () => {
    const { time, notified, hooks, start } = await setup(1, 1);
    const offers = Array.from({ length: 50 }, (_, index) => ({
      ...{ gpu_type: 'pro6000', gpu_count: 2, price: 1 + index, available: true },
    }));
    const asked: string[] = [];
    hooks.fetch = async (input) => {
      const { search } = new URL(new Request(input).url);
      asked.push(search);
      return search === ''
        ? Response.json(offers)
        : Response.json({ detail: 'no' }, { status: 429, headers: { 'Retry-After': '300' } });
    };
    start();
    await time.pass(5 * MINUTE);
    expect(asked).toEqual(['', '?limit=50&offset=50']);
    expect(notified).toHaveLength(1);
    await time.pass(2 * MINUTE);
    expect(asked).toHaveLength(4);
  });

  test.each([
    [429, 2],
    [404, 6],
  ])('of other services go on while one answers %i', async (status, tries) => {
    const { time, sims, start } = await setup(2, 1);
    const headers = { 'Retry-After': '86400' };
    sims[1]?.control.addFault({
      path: '/search',
      fault: { kind: 'status', status, detail: 'no', headers },
    });
    start();
    await time.pass(62 * MINUTE);
    const asked = sims.map((sim) => requestsTo(sim, 'GET /search'));
    expect(asked).toEqual([62 - tries, tries]);
  });

  test('go on a minute after a request without a response, as after a wake', async () => {
    const { time, notified, sims, hooks, start } = await setup(1, 1);
    sims[0]?.control.setPrice('pro6000', 1);
    const { part } = start();
    part.suspended?.();
    await time.pass(30 * MINUTE);
    const { fetch } = hooks;
    hooks.fetch = () => Promise.reject(new TypeError('net::ERR_NETWORK_CHANGED'));
    part.resumed?.();
    await time.pass(2_000);
    hooks.fetch = fetch;
    expect(notified).toEqual([]);
    await time.pass(1.5 * MINUTE);
    expect(notified).toHaveLength(1);
  });

  test('keep those that another program has stored meanwhile', async () => {
    const { time, notified, sims, hooks, start, stored } = await setup(1, 1);
    start();
    const [watch] = stored();
    if (watch === undefined) throw new Error('no watch');
    const other = { ...watch, id: 'other', gpuType: 'none' };
    await hooks.update((current) =>
      withPreferences(current, { priceWatches: [...preferencesOf(current).priceWatches, other] }),
    );
    sims[0]?.control.setPrice('pro6000', 1);
    await time.pass(3 * MINUTE);
    expect(notified).toHaveLength(1);
    expect(stored()).toEqual([{ ...watch, isMet: true }, other]);
  });

  test('notify once where the settings cannot be written', async () => {
    const { time, notified, requests, sims, hooks, start } = await setup(1, 1);
    hooks.update = () => Promise.reject(new Error('ENOSPC'));
    start();
    sims[0]?.control.setPrice('pro6000', 1);
    await time.pass(30 * MINUTE);
    expect([notified.length, requests()]).toEqual([1, 30]);
  });
});
