import { describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { CAPTIVE_PORTAL } from '../../simulator/testing/intermediaries.ts';
import type { Notification } from '../../src/core/app/index.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { startPriceWatches } from '../../src/core/app/offers/price-watches.ts';
import type { Clock } from '../../src/core/clock.ts';
import { showingEach } from '../../src/core/events/testing/group-of.ts';
import {
  createAccountClient,
  createKeySession,
  createRequestPace,
  loadProvider,
} from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { preferencesOf, type Settings, withPreferences } from '../../src/core/settings/index.ts';
import { settingsFolder } from '../../src/core/settings/testing/settings-folder.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import type { PriceWatch } from '../../src/shared/offers/price-watch.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { initialState } from '../../src/shared/state/index.ts';
import { environment } from '../../src/shared/testing/environment.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { baseUrlOf, network, requestsTo, simulate } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const MINUTE = 60_000;

const CALLS: Readonly<Record<ProviderId, string>> = {
  rental: 'GET /search',
  runpod: 'GET /v2/catalog/gpus',
  vast: 'POST /api/v0/bundles/',
  lambda: 'GET /api/v1/instance-types',
};

const WATCH: PriceWatch = {
  ...ANY_OFFER,
  ...{ id: 'w', gpu: 'pro6000', minGpus: 2, maxPrice: 1.2, isMet: false },
};

/** An account at each of these providers, and watches that a later start reads. */
async function setup(providers: readonly ProviderId[], watches: readonly Partial<PriceWatch>[]) {
  const time = createSharedTime();
  /** Its timers end a millisecond early, as Node's may. */
  const clock: Clock = {
    ...time.clock,
    after: (ms, run) => time.clock.after(Math.max(1, ms - 1), run),
  };
  const hooks = { fetch: time.fetch };
  const ports = network({ clock, fetch: (...input) => hooks.fetch(...input) });
  const sims = new Map<ProviderId, Simulator>();
  const places = await Promise.all(
    providers.map(async (provider) => {
      const sim = await simulate({ provider, vms: 0 }, time.simulatorClock);
      sims.set(provider, sim);
      const key = new Secret(sim.credentials[0].apiKeys.read_only);
      const target = { base: baseUrlOf(sim), ...(await loadProvider(provider)) };
      const pace = createRequestPace(clock, PROVIDERS[provider].minIntervalMs);
      const createSession = () => createKeySession(key);
      const client = createAccountClient(target, ports, { createSession, pace });
      return { provider, account: `my ${provider}`, open: async () => client };
    }),
  );
  const { file } = await settingsFolder();
  await file.load();
  const priceWatches = watches.map((watch, at) => ({ ...WATCH, id: `${at}`, ...watch }));
  let settings = await file.update((current) => withPreferences(current, { priceWatches }));
  const notified: Notification[] = [];
  const writes = { update: file.update };

  function start() {
    const initial = initialState(environment, time.now());
    const accounts = places.map(({ provider, account: id }) =>
      makeAccount({ id, label: id, provider }),
    );
    const store = createStateStore({ ...initial, accounts, preferences: preferencesOf(settings) });
    const part = startPriceWatches({
      ...{ store, network: ports, places: () => places },
      settings: { update: (change) => writes.update(change) },
      deliver: showingEach((shown) => void notified.push(shown), store.get, time.now),
      settingsChanged(next: Settings) {
        settings = next;
        store.set({ preferences: preferencesOf(next) });
      },
    });
    part.begin();
    return { part, store };
  }

  const sim = (provider: ProviderId) => {
    const found = sims.get(provider);
    if (found === undefined) throw new Error(`no ${provider}`);
    return found;
  };
  const requests = (provider: ProviderId) => requestsTo(sim(provider), CALLS[provider]);
  const control = (provider: ProviderId) => sim(provider).control;
  const stored = () => preferencesOf(settings).priceWatches;
  return { time, control, notified, requests, start, hooks, writes, stored };
}

describe('price watches', () => {
  test('notify once after two readings, also after a restart, and again after the offer was gone for ten minutes', async () => {
    const { time, control, notified, start } = await setup(['rental'], [{}]);
    const { part } = start();
    await time.pass(3 * MINUTE);
    control('rental').setPrice('pro6000', 1);
    await time.pass(MINUTE);
    expect(notified).toEqual([]);
    await time.pass(1.2 * MINUTE);
    expect(notified).toMatchObject([
      {
        title: 'RTX PRO 6000 for $1.00/h per GPU',
        body: expect.stringMatching(
          /^2 × · my rental · vm\d\d\. Read at \d\d:\d\d\. Your price alert: pro6000, 2\+ GPUs, up to \$1\.20\/h per GPU, on demand\. Click to see the offers\.$/,
        ),
        destination: {
          ...{
            kind: 'offers',
            filter: { ...ANY_OFFER, gpu: 'pro6000', minGpus: 2, maxPrice: 1.2 },
          },
        },
      },
    ]);
    await part.stop?.();
    start();
    for (const price of [2, 1, 2]) {
      control('rental').setPrice('pro6000', price);
      await time.pass(8 * MINUTE);
    }
    expect(notified).toHaveLength(1);
    await time.pass(4 * MINUTE);
    control('rental').setPrice('pro6000', 1);
    await time.pass(3 * MINUTE);
    expect(notified).toHaveLength(2);
  });

  test('watch the clouds that they name by one list each, and name the cheapest', async () => {
    const all = ['rental', 'runpod', 'vast', 'lambda'] as const;
    const { time, notified, requests, start } = await setup(all, [
      { gpu: 'H100 80 GB', minGpus: 1, maxPrice: 5 },
      { gpu: 'a100', maxPrice: 0.01, provider: 'lambda' },
    ]);
    start();
    await time.pass(5.5 * MINUTE);
    expect(notified).toMatchObject([{ body: expect.stringContaining('my vast') }]);
    const expected = { rental: 1, runpod: 2, vast: 1, lambda: 2 };
    for (const provider of all) {
      const calls = requests(provider) / expected[provider];
      expect([provider, calls >= 4 && calls <= 5]).toEqual([provider, true]);
    }
  });

  test('read once for those that differ in their price, and nothing while asleep, offline or without one', async () => {
    const watches = [{}, { maxPrice: 1 }, { gpu: 'PRO6000 ', maxPrice: 0.9 }];
    const { time, requests, start } = await setup(['rental'], watches);
    const { part, store } = start();
    await time.pass(30 * MINUTE);
    expect(requests('rental')).toBeGreaterThanOrEqual(28);
    expect(requests('rental')).toBeLessThanOrEqual(30);
    async function expectNone() {
      await time.pass(MINUTE);
      const before = requests('rental');
      await time.pass(30 * MINUTE);
      expect(requests('rental')).toBe(before);
    }
    part.suspended?.();
    await expectNone();
    part.resumed?.();
    const { environment: before, preferences } = store.get();
    store.set({ environment: { ...before, isOnline: false } });
    await expectNone();
    store.set({ environment: before });
    const asked = requests('rental');
    await time.pass(2 * MINUTE);
    expect(requests('rental')).toBeGreaterThan(asked);
    store.set({ preferences: { ...preferences, priceWatches: [] } });
    await expectNone();
  });

  test.each([
    [429, { 'Retry-After': '86400' }, 1],
    [429, {}, 6],
    [404, {}, 6],
  ])(
    'leave alone a place that answers %i, and go on at the others',
    async (status, headers, tries) => {
      const { time, control, requests, start } = await setup(['rental', 'lambda'], [{}]);
      const fault = { kind: 'status', status, detail: 'no', headers } as const;
      control('rental').addFault({ path: '/search', fault });
      start();
      await time.pass(59 * MINUTE);
      expect(requests('rental')).toBeLessThanOrEqual(tries);
      expect(requests('lambda')).toBeGreaterThan(55);
    },
  );

  test('are not met by a reservation, which is no offer on demand', async () => {
    const { time, notified, hooks, start } = await setup(['rental'], [{ minGpus: 1 }]);
    const reserved = { gpu_type: 'pro6000', node: 'vm03', reserved_6m_price: 0.9, available: 4 };
    hooks.fetch = () => Promise.resolve(Response.json([reserved]));
    start();
    await time.pass(5 * MINUTE);
    expect(notified).toEqual([]);
  });

  test('do not take an offer for gone where it could not be read', async () => {
    const { time, control, notified, start } = await setup(['rental', 'lambda'], [{}]);
    control('rental').setPrice('pro6000', 1);
    start();
    await time.pass(5 * MINUTE);
    const html = { path: '/search', fault: CAPTIVE_PORTAL } as const;
    const fault = control('rental').addFault(html);
    await time.pass(40 * MINUTE);
    fault.clear();
    await time.pass(20 * MINUTE);
    expect(notified).toHaveLength(1);
  });

  test('that were met before the start stay met while nothing can be read', async () => {
    const { time, control, notified, start } = await setup(['rental'], [{ isMet: true }]);
    control('rental').setPrice('pro6000', 1);
    const fault = control('rental').addFault({ path: '/search', fault: CAPTIVE_PORTAL });
    start();
    await time.pass(40 * MINUTE);
    fault.clear();
    await time.pass(20 * MINUTE);
    expect(notified).toEqual([]);
  });

  test('go on a minute after a request without a response, as after a wake', async () => {
    const { time, control, notified, hooks, start } = await setup(['rental'], [{}]);
    control('rental').setPrice('pro6000', 1);
    const { part } = start();
    part.suspended?.();
    await time.pass(30 * MINUTE);
    const { fetch } = hooks;
    hooks.fetch = () => Promise.reject(new TypeError('net::ERR_NETWORK_CHANGED'));
    part.resumed?.();
    await time.pass(2_000);
    hooks.fetch = fetch;
    expect(notified).toEqual([]);
    await time.pass(2.5 * MINUTE);
    expect(notified).toHaveLength(1);
  });

  test('read a place for the next list although a request for the one before had no response', async () => {
    const { time, requests, hooks, start } = await setup(['lambda'], [{}, { gpu: 'h100' }]);
    const { fetch } = hooks;
    let lastAt = 0;
    hooks.fetch = (...input) => {
      const isFirst = time.now() - lastAt > MINUTE / 2;
      lastAt = time.now();
      return isFirst ? Promise.reject(new TypeError('net::ERR_NETWORK_CHANGED')) : fetch(...input);
    };
    start();
    await time.pass(5.5 * MINUTE);
    expect(requests('lambda')).toBeGreaterThanOrEqual(4);
  });

  test('keep those that another program has stored meanwhile', async () => {
    const { time, control, notified, writes, start, stored } = await setup(['rental'], [{}]);
    start();
    const [watch = WATCH] = stored();
    const other = { ...watch, id: 'other', gpu: 'none' };
    await writes.update((current) =>
      withPreferences(current, { priceWatches: [...preferencesOf(current).priceWatches, other] }),
    );
    control('rental').setPrice('pro6000', 1);
    await time.pass(4 * MINUTE);
    expect(notified).toHaveLength(1);
    expect(stored()).toEqual([{ ...watch, isMet: true }, other]);
  });
});
