import { expect, test } from 'vitest';
import type { GpuOffer } from '../offers/gpu-offer.ts';
import { orderErrors } from './check-order.ts';
import {
  balanceWarning,
  longerCosts,
  offeredGpus,
  offeredPlace,
  priceText,
} from './launch-texts.ts';
import type { LaunchChoices, LaunchOrder } from './order.ts';

const OFFER: GpuOffer = {
  ...{ provider: 'runpod', offer: 'x', gpuText: 'NVIDIA H100', gpuCount: 2, vramGb: 160 },
  gpu: { family: 'H100', form: 'SXM', vramGb: 80 },
  ...{ where: 'EU-RO-1', tier: 'secure', terms: 'onDemand', stock: null, endsAt: null },
  price: { perHour: 2.7, diskGb: 100, extra: [] },
};
const CHOICES: LaunchChoices = {
  ...{ images: [{ id: '1', name: 'one' }], hasOtherImages: false, defaultImage: '1' },
  ...{ disk: { min: 10, usual: 20 }, hasName: true, keys: null, hasPassword: true },
  ...{ months: [], minBid: null, balance: null, notes: [] },
};
const ORDER: LaunchOrder = {
  ...{ offer: OFFER, name: null, image: '1', diskGb: 20, bid: null, months: null },
  login: { method: 'publicKey', publicKey: 'ssh-ed25519 AAAA' },
};
const PASSWORD = { login: { method: 'password' } } as const;

test.each<[string, Partial<LaunchOrder>, Partial<LaunchChoices>, string | null]>([
  ['', {}, {}, null],
  ['name', { name: 'a\nb' }, {}, 'Enter up to 50 printable characters.'],
  ['image', { image: '2' }, {}, 'Choose 1 (one).'],
  ['image', { image: '' }, { hasOtherImages: true }, 'Enter the name of an image.'],
  ['', { image: 'me/mine:1' }, { hasOtherImages: true }, null],
  ['diskGb', { diskGb: Number.NaN }, {}, 'Enter a whole number of GB, at least 10.'],
  ['diskGb', { diskGb: 9 }, {}, 'Enter a whole number of GB, at least 10.'],
  ['', { diskGb: null }, { disk: null }, null],
  ['bid', { bid: 0.1 }, { minBid: 0.2 }, 'Enter at least $0.20/h.'],
  ['bid', { bid: Number.NaN }, { minBid: 0.2 }, 'Enter at least $0.20/h.'],
  ['months', { months: 2 }, { months: [1, 3] }, 'Choose 1, 3 months.'],
  ['password', PASSWORD, {}, 'Enter at least 12 characters.'],
])('an order whose %s is wrong: %j', (field, order, choices, error) => {
  const expected = error === null ? {} : { [field]: error };
  const errors = orderErrors({ ...ORDER, ...order }, { ...CHOICES, ...choices }, 'short 🙂🙂🙂');
  expect(errors).toEqual(expected);
});

test('an offer and its costs in words', () => {
  expect(offeredGpus(OFFER)).toBe('2 × H100 SXM 80 GB');
  expect(offeredGpus({ ...OFFER, gpuCount: null, gpu: null, gpuText: '' })).toBe('unknown GPU');
  expect(offeredPlace({ ...OFFER, endsAt: Date.UTC(2027, 5, 1, 12) })).toBe(
    'RunPod secure · EU-RO-1 · on demand · until Jun 1',
  );
  expect([priceText(2.7, null), priceText(0.66, 3)]).toEqual(['$2.70/h', '$1,445 for 3 months']);
  expect(longerCosts(2.7)).toBe('$64.80 a day · $1,971 a month');
});

test.each([
  [null, 2, null],
  [2, 2, null],
  [1, 2, 'Your balance of $1.00 lasts 30 m at this rate.'],
  [0, 2, 'Your balance is used up.'],
])('a balance of %s at %s/h', (balance, perHour, warning) => {
  expect(balanceWarning(balance, perHour)).toBe(warning);
});
