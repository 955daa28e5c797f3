import { expect, test } from 'vitest';
import { makeSpend } from '../domain/testing/records.ts';
import { balanceOf, timeLeft } from './balance.ts';

test.each([
  [{ perHour: 2 }, 62, '31 h left'],
  [{ perHour: 2, isAtLeast: true }, 62, 'at most 31 h left'],
  [{ perHour: 0 }, 62, null],
  [{ perHour: 2 }, -1, '0 s left'],
])('at the rate %j, a balance of $%s has %s', (rate, amount, text) => {
  const spend = { value: makeSpend(rate), problem: null };
  const snapshot = {
    ...{ vms: { value: null, problem: null }, spend, asOf: 0 },
    freshness: 'live' as const,
  };
  expect(timeLeft(balanceOf({ balances: { a: amount }, snapshots: { a: snapshot } }, 'a'))).toBe(
    text,
  );
});
