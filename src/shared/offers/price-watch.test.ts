import { expect, test } from 'vitest';
import { ANY_OFFER, filterText } from './offer-filter.ts';
import { observeWatch, priceWatch, type WatchMemory } from './price-watch.ts';

const MINUTE = 60_000;

const MATCHES: Readonly<Record<string, string | null>> = { '+': 'place', '-': null };

/** Whether a watch is met after each minute: `+` an offer matches, `-` none does, `?` a reading failed. */
function metAfter(readings: string, isMet = false): string {
  let watch: WatchMemory = { isMet, isMatched: false, place: null, missedSince: null };
  return [...readings]
    .map((reading, minute) => {
      watch = observeWatch(watch, MATCHES[reading], minute * MINUTE);
      return watch.isMet ? '!' : '.';
    })
    .join('');
}

test.each([
  ['two in a row', '++', '.!'],
  ['offers that flap', '+-+-?+-+', '........'],
  ['two around a failed reading', '+?+?+', '.....'],
  ['failed readings after a match', '++????????????-++', '.!!!!!!!!!!!!!!!!'],
  ['an offer that stays', '++++++', '.!!!!!'],
  ['an offer that was gone for nine minutes', '++---------+--', '.!!!!!!!!!!!!!'],
  ['an offer that was gone for ten minutes', '++-----------++', '.!!!!!!!!!!!..!'],
  ['places that cannot be read', '++????????????', '.!!!!!!!!!!!!!'],
  ['places that could not be read for a while', '++--????????----', '.!!!!!!!!!!!....'],
])('of %s, a watch notifies once', (_, readings, met) => {
  expect(metAfter(readings)).toBe(met);
});

test('a watch that was met before a restart waits until its offer is gone', () => {
  expect(metAfter('+?+', true)).toBe('!!!');
  expect(metAfter('-----------', true)).toBe('!!!!!!!!!!.');
});

const WATCH = { ...ANY_OFFER, id: 'w', gpu: 'h100', maxPrice: 2, isMet: false };

test.each([
  [{}, true],
  [{ provider: 'vast', minVramGb: 80, isInterruptible: true }, true],
  [{ gpu: '' }, false],
  [{ maxPrice: null }, false],
  [{ maxPrice: '2' }, false],
  [{ provider: 'constructor' }, false],
  [{ gpu: 'x'.repeat(61) }, false],
  [{ minGpus: 0 }, false],
  [{ more: 1 }, false],
])('a watch with %j is valid: %s', (change, isValid) => {
  expect(priceWatch.safeParse({ ...WATCH, ...change }).success).toBe(isValid);
});

test.each([
  [WATCH, 'h100, up to $2.00/h per GPU, on demand'],
  [
    { ...WATCH, minGpus: 4, minVramGb: 80, isInterruptible: true, provider: 'vast' as const },
    'h100, 4+ GPUs, 80+ GB, up to $2.00/h per GPU, interruptible, Vast.ai',
  ],
])('the filter %j is said in words', (filter, text) => {
  expect(filterText(filter)).toBe(text);
});
