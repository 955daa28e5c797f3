import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRounds } from './rounds.ts';

function beginnings(accountIds: readonly string[]): readonly boolean[] {
  return accountIds.map(createRounds());
}

test('every poll of a single account is a round', () => {
  expect(beginnings(['a', 'a', 'a'])).toEqual([true, true, true]);
});

test('two accounts that are heard in turn make one round together', () => {
  expect(beginnings(['a', 'b', 'a', 'b', 'a'])).toEqual([true, false, true, false, true]);
});

test('an account that is heard of seldom holds up nobody', () => {
  expect(beginnings(['a', 'a', 'b', 'a', 'a'])).toEqual([true, true, false, true, true]);
});

test('between two beginnings some account was heard of twice, and within a round none', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (ids) => {
      const begins = beginnings(ids);
      let round: string[] = [];
      ids.forEach((id, index) => {
        const isRepeated = round.includes(id);
        expect(begins[index]).toBe(index === 0 || isRepeated);
        round = begins[index] ? [id] : [...round, id];
        expect(new Set(round).size).toBe(round.length);
      });
    }),
  );
});
