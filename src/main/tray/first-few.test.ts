import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstFew } from './first-few.ts';

test('is what sorting would bring to the front, also among equals', () => {
  const things = fc.array(fc.record({ rank: fc.nat(5), was: fc.nat() }));
  fc.assert(
    fc.property(things, fc.nat(12), (all, most) => {
      const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
      expect(firstFew(all, most, byRank)).toEqual(all.toSorted(byRank).slice(0, most));
    }),
  );
});

test('compares each of many with little more than the last of the few', () => {
  let compared = 0;
  const all = Array.from({ length: 10_000 }, (_, index) => index);
  firstFew(all, 10, (a, b) => {
    compared += 1;
    return a - b;
  });
  expect(compared).toBeLessThan(11_000);
});
