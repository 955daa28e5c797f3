import { expect, test } from 'vitest';
import { gpuOf } from './gpu-names.ts';
import type { FoundOffer, OfferFilter } from './gpu-offer.ts';
import { ANY_OFFER } from './offer-filter.ts';
import { firstOfEach, foundOffers, kindsOf, offeredGpu } from './offer-list.ts';

interface Change extends Partial<Omit<FoundOffer, 'price'>> {
  readonly perHour?: number | null;
  readonly oneGb?: number | null;
}

function offer(gpuText: string, { perHour = 1, oneGb = null, ...change }: Change = {}): FoundOffer {
  return {
    ...{ provider: 'vast', account: null, offer: '1', gpu: gpuOf(gpuText, oneGb), gpuText },
    ...{ gpuCount: 1, vramGb: null, where: null, tier: null, terms: 'onDemand', stock: null },
    price: { perHour, diskGb: 100, extra: [] },
    endsAt: null,
    ...change,
  };
}

const OFFERS = [
  offer('H100 SXM', { offer: 'eight', gpuCount: 8, perHour: 16, oneGb: 80 }),
  offer('H100 PCIE', { offer: 'one', perHour: 2.5, oneGb: 80 }),
  offer('RTX 4090D', { offer: 'd', perHour: 0.3, oneGb: 24 }),
  offer('RTX 4090', { offer: 'two', gpuCount: 2, perHour: 0.8, oneGb: 24 }),
  offer('RTX 4090', { offer: 'spot', perHour: 0.1, terms: 'interruptible' }),
  offer('RTX 4090', { offer: 'sold', perHour: 0.1, stock: 'none' }),
  offer('RTX 4090', { offer: 'gone', perHour: 0.1, stock: 0 }),
  offer('Odd Card', { offer: 'odd', perHour: 0.2, gpuCount: null, vramGb: 96 }),
  offer('Odd Card', { offer: 'wide', perHour: 3.8, gpuCount: 2, vramGb: 192 }),
  offer('H200', { offer: 'priceless', perHour: null, oneGb: 141, terms: null }),
];

test.each<[Partial<OfferFilter>, string]>([
  [{}, 'd two wide eight one odd priceless'],
  [{ gpu: 'h100' }, 'eight one'],
  [{ gpu: ' 4090 ' }, 'two'],
  [{ gpu: 'h100 pcie' }, 'one'],
  [{ gpu: ' ' }, 'd two wide eight one odd priceless'],
  [{ minGpus: 2 }, 'two wide eight'],
  [{ maxPrice: 2 }, 'd two wide eight'],
  [{ minVramGb: 80 }, 'wide eight one priceless'],
  [{ isInterruptible: true }, 'spot'],
  [{ provider: 'vast', gpu: '4090' }, 'two'],
  [{ provider: 'lambda' }, ''],
])('finds for %j, by the price of one GPU, %s', (change, found) => {
  const handles = foundOffers(OFFERS, { ...ANY_OFFER, ...change }).map(
    ({ offer: handle }) => handle,
  );
  expect(handles.join(' ')).toBe(found);
});

test('offers of one kind differ in place and price only', () => {
  const change = { tier: 'verified', oneGb: 24 };
  const offers = [
    offer('RTX 4090', { ...change, offer: 'a', where: 'Norway' }),
    offer('RTX 4090', { ...change, offer: 'b', perHour: 2 }),
    offer('RTX 4090', { ...change, offer: 'more GB', oneGb: 48 }),
    offer('RTX 4090', { ...change, offer: 'another tier', tier: null }),
    offer('RTX 4090', { ...change, offer: 'two', gpuCount: 2 }),
    offer('RTX 4090', { ...change, offer: 'other account', account: 'lea' }),
    offer('RTX 4090', { ...change, offer: 'other terms', terms: 'reserved' }),
    offer('RTX 4090', { ...change, offer: 'c', perHour: 3 }),
    offer('RTX 4090', { ...change, offer: 'unknown terms', terms: null }),
  ];
  const kinds = kindsOf(offers).map(({ first, more }) => [first, ...more].map((one) => one.offer));
  expect(kinds[0]).toEqual(['a', 'b', 'c']);
  expect(kinds).toHaveLength(7);
  const first = firstOfEach(offers).map(({ offer: handle }) => handle);
  expect(first).toEqual(['a', 'more GB', 'other account', 'other terms']);
});

test.each([
  ['H100 SXM', 80, 'H100 SXM 80 GB'],
  ['L40S', null, 'L40S'],
  ['Odd Card', 24, 'Odd Card'],
])('%s with %s GB is shown as %s', (text, oneGb, name) => {
  expect(offeredGpu(offer(text, { oneGb }))).toBe(name);
});
