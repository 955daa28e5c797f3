import { describe, expect, it } from 'vitest';
import { type Costs, costNow } from '../../shared/app/index.ts';
import {
  billedOnce,
  costsOf,
  untilNextAsking,
  utcDay,
  utcMonthStart,
  withRateChange,
} from './costs.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const NOTHING: Costs = {
  today: { known: null, asOf: NOON, perHour: null },
  month: { known: null, asOf: NOON, perHour: null },
};

describe('billedOnce', () => {
  const bill = (accountId: string, today: number | null, month: number | null) => ({
    ...{ accountId, today, month },
  });

  it('takes two accounts of one owner for one, with what either of them knows', () => {
    const billed = [bill('a', 10, null), bill('b', null, 100), bill('c', 1, 2)];
    expect(billedOnce(billed, [['a', 'b'], ['c']])).toEqual([
      { today: 10, month: 100 },
      { today: 1, month: 2 },
    ]);
    expect(billedOnce([bill('a', null, 5), bill('b', null, 5)], [['a', 'b']])).toEqual([
      { today: null, month: 5 },
    ]);
  });

  it('leaves out whom it has no report of', () => {
    expect(billedOnce([bill('a', 1, 2)], [['a'], ['new']])).toEqual([{ today: 1, month: 2 }]);
  });
});

describe('costsOf', () => {
  it('adds up the accounts and goes on at the rate', () => {
    const billed = [
      { today: 10, month: 100 },
      { today: 2.5, month: 7 },
    ];
    const costs = costsOf(billed, NOTHING, 3, NOON);
    expect(costNow(costs.today, NOON + HOUR)).toBe(15.5);
    expect(costNow(costs.month, NOON)).toBe(107);
  });

  it('is unknown, not less, while one account is unknown', () => {
    const costs = costsOf(
      [
        { today: 10, month: null },
        { today: null, month: 5 },
      ],
      NOTHING,
      1,
      NOON,
    );
    expect([costs.today.known, costs.month.known]).toEqual([null, null]);
  });

  it('keeps what is known when a later report fails, but not over midnight', () => {
    const known = costsOf([{ today: 10, month: 100 }], NOTHING, 2, NOON);
    const failed = [{ today: null, month: null }];
    expect(costNow(costsOf(failed, known, 2, NOON + HOUR).today, NOON + HOUR)).toBe(12);
    const nextDay = costsOf(failed, known, 2, NOON + 13 * HOUR);
    expect(nextDay.today.known).toBeNull();
    expect(costNow(nextDay.month, NOON + 13 * HOUR)).toBe(126);
  });

  it('knows nothing without accounts', () => {
    expect(costsOf([], NOTHING, null, NOON).today.known).toBeNull();
  });
});

describe('withRateChange', () => {
  it('bills each stretch at its own rate', () => {
    const costs = costsOf([{ today: 0, month: 0 }], NOTHING, 2, NOON);
    const cheaper = withRateChange(costs, 1, NOON + HOUR);
    expect(costNow(cheaper.today, NOON + 3 * HOUR)).toBe(4);
  });

  it('changes nothing at the same rate', () => {
    const costs = costsOf([{ today: 1, month: 1 }], NOTHING, 2, NOON);
    expect(withRateChange(costs, 2, NOON + HOUR)).toBe(costs);
  });

  it('knows nothing of a day or a month that has just begun', () => {
    const lastDay = Date.UTC(2026, 10, 30, 23);
    const costs = costsOf([{ today: 5, month: 50 }], NOTHING, 2, lastDay);
    const { today, month } = withRateChange(costs, 1, lastDay + 2 * HOUR);
    expect([today.known, month.known]).toEqual([null, null]);
    const midMonth = costsOf([{ today: 5, month: 50 }], NOTHING, 2, NOON);
    const next = withRateChange(midMonth, 1, NOON + 13 * HOUR);
    expect([next.today.known, next.month.known]).toEqual([null, 76]);
  });

  it('adds nothing for a time in which the rate was unknown', () => {
    const costs = costsOf([{ today: 5, month: 5 }], NOTHING, null, NOON);
    expect(costNow(withRateChange(costs, 1, NOON + HOUR).today, NOON + 2 * HOUR)).toBe(6);
  });
});

describe('the days of usage', () => {
  it('are those of UTC', () => {
    const lateInUtc = Date.UTC(2026, 11, 31, 23, 59);
    expect([utcDay(lateInUtc), utcMonthStart(lateInUtc)]).toEqual(['2026-12-31', '2026-12-01']);
  });

  it('are asked for every hour, and soon after midnight', () => {
    expect(untilNextAsking(NOON)).toBe(HOUR);
    expect(untilNextAsking(Date.UTC(2026, 10, 20, 23, 50))).toBe(11 * 60_000);
  });
});
