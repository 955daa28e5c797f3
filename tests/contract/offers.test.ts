import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import {
  createAccountClient,
  createKeySession,
  loadProvider,
  publicPlace,
} from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { printable } from '../../src/shared/format/index.ts';
import type { GpuOffer, OfferWish } from '../../src/shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import { perGpuHour } from '../../src/shared/offers/offer-list.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { baseUrlOf, network, simulate } from './fixtures.ts';

// The offers of each provider, by its adapter from its simulator.

const PATHS: Readonly<Record<ProviderId, string>> = {
  rental: '/search',
  runpod: '/v2/catalog/gpus',
  vast: '/api/v0/bundles/',
  lambda: '/api/v1/instance-types',
};

const WISH = { ...ANY_OFFER, diskGb: 100 };

async function start(provider: ProviderId) {
  const simulator = await simulate({ provider, vms: 2 });
  const { open, isOwnError } = await loadProvider(provider);
  const { read_only: key } = simulator.credentials[0].apiKeys;
  // Intervals of an address are those of a clock: each client has its own, and waits for no other one.
  const reach = () => network({ clock: { ...systemClock } });
  const target = { base: baseUrlOf(simulator), open, isOwnError };
  const clientWith = (secret: string) =>
    createAccountClient(target, reach(), {
      createSession: () => createKeySession(new Secret(secret)),
    });
  const { control } = simulator;
  const read = async (wish: Partial<OfferWish> = {}) => {
    const reading = await clientWith(key).offers?.({ ...WISH, ...wish });
    if (reading === undefined) throw new Error('it has no offers');
    return reading;
  };
  const openPublic = () => publicPlace(provider, target.base, reach()).open();
  return { control, clientWith, openPublic, read };
}

const nameOf = ({ offer, tier, terms, where, gpuCount }: GpuOffer) =>
  [offer, tier, terms, where, gpuCount].join(' · ');

describe.each(Object.keys(PATHS) as ProviderId[])('the offers of %s', (provider) => {
  test('are whole records of known GPUs, each once, with a price', async () => {
    const { read } = await start(provider);
    const { offers, problem, isComplete } = await read();
    expect([offers.length > 5, problem, isComplete]).toEqual([true, null, true]);
    expect(new Set(offers.map(nameOf)).size).toBe(offers.length);
    for (const offer of offers) {
      const { gpu, gpuText, where } = offer;
      expect([offer.provider, gpu === null]).toEqual([provider, false]);
      for (const text of [offer.offer, gpuText, where ?? '-']) expect(printable(text)).toBe(text);
      expect(perGpuHour(offer)).toBeGreaterThan(0.1);
      expect(perGpuHour(offer)).toBeLessThan(10);
    }
    const free = offers.filter(({ stock, where }) => stock !== 'none' && where !== null);
    expect(free.length).toBeGreaterThan(3);
  });

  test('follow the prices', async () => {
    const { read, control } = await start(provider);
    const before = await read();
    for (const gpu of ['5090', '4090', 'pro6000'] as const) control.setPrice(gpu, 7.77);
    const after = await read();
    const at = (offers: readonly GpuOffer[]) =>
      offers.filter((offer) => (perGpuHour(offer) ?? 0) > 7).length;
    expect([at(before.offers), at(after.offers) > 0]).toEqual([0, true]);
  });

  test('need a key that is known, where they are not public', async () => {
    const { clientWith } = await start(provider);
    const read = clientWith('unknown-key').offers?.(WISH);
    if (provider === 'rental' || provider === 'vast')
      await expect(read).resolves.toMatchObject({ problem: null });
    else await expect(read).rejects.toMatchObject({ problem: { kind: 'unauthorized' } });
  });
});

const PUBLIC = (Object.keys(PATHS) as ProviderId[]).filter((id) => PROVIDERS[id].publicOffers);

test.each(PUBLIC)(
  'the offers of %s are the same without an account, and no key is sent',
  async (provider) => {
    const { read, openPublic, control } = await start(provider);
    const client = await openPublic();
    expect(await client.offers?.(WISH)).toEqual(await read());
    const { log } = control.state().requests;
    expect(log.map(({ hasAuthorization }) => hasAuthorization)).toEqual([false, false]);
  },
);
