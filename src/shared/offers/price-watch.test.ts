import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Offer } from '../domain/offer-schemas.ts';
import { cheapest, isPriceWatch, observeWatch, type PriceWatch } from './price-watch.ts';

const WATCH: PriceWatch = {
  ...{ id: 'w', baseUrl: 'https://api.example.com', gpuType: 'pro6000' },
  ...{ minGpus: 2, maxPrice: 1.2, isMet: false },
};

const offer = (change: Partial<Offer>): Offer => ({
  ...{ gpuType: 'pro6000', gpuCount: 1, node: null, pricePerHour: 1, pricePerGpu: 1 },
  ...{ rentalType: null, months: null, available: 2, ...change },
});

test.each<[string, readonly Partial<Offer>[], number | null]>([
  ['the lowest price', [{ pricePerHour: 1.5 }, { pricePerHour: 1.1 }], 1.1],
  ['the price of one GPU', [{ gpuCount: 4, pricePerHour: 4.4, available: true }], 1.1],
  ['nothing of another type', [{ gpuType: '4090' }], null],
  ['nothing with too few GPUs', [{ available: 1 }, { available: false }], null],
  ['nothing of unknown price or number', [{ pricePerHour: null }, { available: null }], null],
])('finds %s', (_, offers, price) => {
  expect(cheapest(WATCH, offers.map(offer))?.price ?? null).toBe(price);
});

/** The responses at which the user is notified. */
function notified(prices: readonly (number | null)[]): readonly number[] {
  let watch = WATCH;
  let misses = 0;
  return prices.flatMap((price, index) => {
    const next = observeWatch(watch, price, misses);
    const isNew = next.isMet && !watch.isMet;
    watch = { ...watch, isMet: next.isMet };
    misses = next.misses;
    return isNew ? [index] : [];
  });
}

test.each<[string, readonly (number | null)[], readonly number[]]>([
  ['at once', [1.5, 1.2], [1]],
  ['once while the price moves around the limit', [1.2, 1.25, 1.19, 1.26, 1.2], [0]],
  ['once although one response lacks it', [1.1, null, 1.1], [0]],
  ['again after it was gone', [1.1, null, null, 1.1], [0, 3]],
  ['again after it was dearer', [1.1, 1.3, 1.3, 1.1], [0, 3]],
])('notifies %s', (_, prices, at) => {
  expect(notified(prices)).toEqual(at);
});

test('between two notifications are two responses in a row that are clearly dearer', () => {
  const price = fc.option(fc.integer({ min: 100, max: 140 }).map((cents) => cents / 100));
  fc.assert(
    fc.property(fc.array(price, { maxLength: 60 }), (prices) => {
      const at = notified(prices);
      for (const [index, end] of at.entries()) {
        expect(prices[end] ?? 9).toBeLessThanOrEqual(1.2);
        const between = prices.slice((at[index - 1] ?? -9) + 1, end);
        const isDear = between.map((each) => each === null || each > 1.2 * 1.05);
        if (index > 0) expect(isDear.some((dear, i) => dear && isDear[i + 1])).toBe(true);
      }
    }),
  );
});

test('are valid with every field', () => {
  expect(isPriceWatch(WATCH)).toBe(true);
  for (const change of [{ minGpus: 0 }, { maxPrice: -1 }, { gpuType: '' }, { isMet: 1 }, { x: 1 }])
    expect(isPriceWatch({ ...WATCH, ...change })).toBe(false);
  for (const value of [null, {}, 'x', [WATCH]]) expect(isPriceWatch(value)).toBe(false);
});
