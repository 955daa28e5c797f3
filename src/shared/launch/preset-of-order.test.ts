import { expect, test } from 'vitest';
import type { FoundOffer } from '../offers/gpu-offer.ts';
import { presetOffer } from './preset-of-order.ts';
import type { PresetOrder } from './preset-order.ts';

const offer = (handle: string, gpuCount: number, perHour: number | null): FoundOffer => ({
  ...{ provider: 'vast', account: 'a', offer: handle, gpuText: 'RTX 4090', gpuCount },
  ...{ gpu: { family: 'RTX 4090', form: null, vramGb: 24 }, vramGb: 24 * gpuCount },
  ...{ where: null, tier: null, terms: 'onDemand', stock: 1, endsAt: null },
  price: { perHour, diskGb: 100, extra: [] },
});

const WANTED: PresetOrder = {
  ...{ provider: 'vast', gpu: '4090', gpuCount: null, where: null, tier: null, terms: null },
  ...{ months: null, image: null, diskGb: null, maxPerHour: null },
  login: { method: 'registered', id: null },
};

test('takes the cheapest machine, whose price the limit bounds, not the cheapest GPU', () => {
  const offers = [offer('8', 8, 3.12), offer('1', 1, 0.45), offer('2', 1, null)];
  expect(presetOffer(offers, WANTED)?.offer).toBe('1');
  expect(presetOffer(offers, { ...WANTED, gpuCount: 8 })?.offer).toBe('8');
});
