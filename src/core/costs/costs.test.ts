import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_STATE, type Vm } from '../../shared/domain/index.ts';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import type { Costs, RateSample } from '../../shared/usage/index.ts';
import { costNow } from '../../shared/usage/index.ts';
import {
  type BilledCosts,
  billedBy,
  billedOnce,
  costsAtLeast,
  costsOf,
  todayPart,
  untilNextReports,
  withRate,
  withRateChange,
} from './costs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 20, 12);
const UNKNOWN: Costs = {
  today: { known: null, asOf: NOON, perHour: null },
  month: { known: null, asOf: NOON, perHour: null },
};

describe('billedBy', () => {
  const bill = { accountId: 'a', at: NOON, today: 10, month: 100, vms: {}, problem: null };
  const HOUR = 3_600_000;

  test.each<[string, Partial<typeof bill>, number | null, number, number | null, number | null]>([
    ['its time', {}, 2, NOON, 10, 100],
    ['an hour later', {}, 2, NOON + HOUR, 12, 102],
    ['an hour later without a rate', {}, null, NOON + HOUR, 10, 100],
    ['the next day', {}, 2, NOON + 12 * HOUR, null, 124],
    ['the next month', {}, 2, NOON + 11 * 24 * HOUR, null, null],
    ['a clock that was set back', {}, 2, NOON - HOUR, 10, 100],
  ])('the amounts of a report by %s', (_, change, perHour, now, today, month) => {
    expect(billedBy({ ...bill, ...change }, perHour, now)).toEqual({ today, month });
  });
});

describe('billedOnce', () => {
  const bill = (accountId: string, today: number | null, month: number | null) => ({
    ...{ accountId, at: NOON, today, month, vms: {}, problem: null },
  });

  test('has one amount per owner, the known one of its accounts', () => {
    const billed = [bill('a', 10, null), bill('b', null, 100), bill('c', 1, 2)];
    expect(billedOnce(billed, [['a', 'b'], ['c']])).toEqual([
      { today: 10, month: 100 },
      { today: 1, month: 2 },
    ]);
    expect(billedOnce([bill('a', null, 5), bill('b', null, 5)], [['a', 'b']])).toEqual([
      { today: null, month: 5 },
    ]);
  });

  test('leaves out owners without a report', () => {
    expect(billedOnce([bill('a', 1, 2)], [['a'], ['new']])).toEqual([{ today: 1, month: 2 }]);
  });
});

describe('costsOf', () => {
  test('adds up the accounts and grows at the rate', () => {
    const billed = [
      { today: 10, month: 100 },
      { today: 2.5, month: 7 },
    ];
    const costs = costsOf(billed, UNKNOWN, 3, NOON);
    expect(costNow(costs.today, NOON + HOUR)).toBe(15.5);
    expect(costNow(costs.month, NOON)).toBe(107);
  });

  test('is unknown while one account is unknown', () => {
    const costs = costsOf(
      [
        { today: 10, month: null },
        { today: null, month: 5 },
      ],
      UNKNOWN,
      1,
      NOON,
    );
    expect([costs.today.known, costs.month.known]).toEqual([null, null]);
  });

  test('keeps the known amount when a later report fails, except over midnight', () => {
    const known = costsOf([{ today: 10, month: 100 }], UNKNOWN, 2, NOON);
    const failed = [{ today: null, month: null }];
    expect(costNow(costsOf(failed, known, 2, NOON + HOUR).today, NOON + HOUR)).toBe(12);
    const nextDay = costsOf(failed, known, 2, NOON + 13 * HOUR);
    expect(nextDay.today.known).toBeNull();
    expect(costNow(nextDay.month, NOON + 13 * HOUR)).toBe(126);
  });

  test('is unknown without accounts', () => {
    expect(costsOf([], UNKNOWN, null, NOON).today.known).toBeNull();
  });
});

describe('withRateChange', () => {
  test('bills each period at its own rate', () => {
    const costs = costsOf([{ today: 0, month: 0 }], UNKNOWN, 2, NOON);
    const cheaper = withRateChange(costs, 1, NOON + HOUR);
    expect(costNow(cheaper.today, NOON + 3 * HOUR)).toBe(4);
  });

  test('keeps the object at the same rate', () => {
    const costs = costsOf([{ today: 1, month: 1 }], UNKNOWN, 2, NOON);
    expect(withRateChange(costs, 2, NOON + HOUR)).toBe(costs);
  });

  test('is unknown at the start of a day or a month', () => {
    const lastDay = Date.UTC(2026, 10, 30, 23);
    const costs = costsOf([{ today: 5, month: 50 }], UNKNOWN, 2, lastDay);
    const { today, month } = withRateChange(costs, 1, lastDay + 2 * HOUR);
    expect([today.known, month.known]).toEqual([null, null]);
    const midMonth = costsOf([{ today: 5, month: 50 }], UNKNOWN, 2, NOON);
    const next = withRateChange(midMonth, 1, NOON + 13 * HOUR);
    expect([next.today.known, next.month.known]).toEqual([null, 76]);
  });

  test('adds nothing for a time with an unknown rate', () => {
    const costs = costsOf([{ today: 5, month: 5 }], UNKNOWN, null, NOON);
    expect(costNow(withRateChange(costs, 1, NOON + HOUR).today, NOON + 2 * HOUR)).toBe(6);
  });
});

describe('usage reports', () => {
  test('are due every hour and soon after midnight', () => {
    expect(untilNextReports(NOON)).toBe(HOUR);
    expect(untilNextReports(Date.UTC(2026, 10, 20, 23, 50))).toBe(11 * 60_000);
  });
});

describe('todayPart', () => {
  const vm = (id: string, since: string | null, status = 'running'): Vm =>
    makeVm({ id, status, startedAt: since && `2026-11-${since}:00Z` });
  const [night, eight] = [vm('night', '19T20:00'), vm('eight', '20T08:00')];
  const bill = (today: number | null, ofToday?: BilledCosts['ofToday']): BilledCosts => ({
    ...{ accountId: 'a', at: NOON, today, month: today, vms: {}, problem: null },
    ...(ofToday && { ofToday }),
  });
  const named = (today: number, vms: BilledCosts['vms'], unnamed = 0) =>
    bill(today, { vms, unnamed });
  /** Each VM costs $0.50/h. */
  function partOf(
    vms: readonly Vm[],
    own: BilledCosts | undefined,
    { listedAt = NOON, measured = 0, lastUpdated = null as string | null, now = NOON },
  ) {
    const entries = vms.map(({ id }) => ({ vmId: id, totalPerHour: 0.5 }));
    const spend = makeSpend({ perHour: vms.length / 2, vms: entries, lastUpdated });
    const state = {
      ...UNKNOWN_STATE,
      vms: { value: makeVmList(vms), problem: null },
      spend: { value: spend, problem: null },
    };
    const accrued = own === undefined ? null : billedBy(own, vms.length / 2, now).today;
    return todayPart({ state, listedAt, bill: own, accrued, measured }, now);
  }

  test.each<
    [string, readonly Vm[], BilledCosts | undefined, Parameters<typeof partOf>[2], number, number]
  >([
    ['no record yet', [eight], named(0, {}), {}, 0, 2],
    ['no record yet of a run since yesterday', [night], named(0, {}), {}, 0, 6],
    ['no report yet', [eight], undefined, {}, 0, 2],
    ['a failed report', [eight], bill(null), {}, 0, 2],
    ['the report of yesterday', [eight], { ...bill(9), at: NOON - DAY }, {}, 0, 2],
    ['one of two VMs', [night, eight], named(6, { night: 6 }), {}, 6, 2],
    ['a VM that is gone, and not the one that runs', [eight], named(3, { gone: 3 }), {}, 3, 2],
    ['serverless, and not the VM', [eight], named(20, {}), {}, 20, 2],
    ['hours', [night], named(2, { night: 2 }), {}, 2, 4],
    ['less than the last hour', [night], named(5.7, { night: 5.7 }), {}, 5.7, 0],
    ['nothing', [night], named(6, { night: 6 }), {}, 6, 0],
    ['the names of VMs', [night], named(6, {}, 6), {}, 6, 0],
    ['all but the sum', [night], bill(6), {}, 6, 0],
    ['a start', [vm('x', '20T12:00')], named(0, {}), { now: NOON + HOUR }, 0.5, 0],
    ['an unknown start', [vm('x', null)], named(0, {}), {}, 0, 0],
    ['a disk', [vm('x', '20T08:00', 'stopped')], named(0, {}), {}, 0, 0],
    ['hours, since an old list', [night], named(0, {}), { listedAt: NOON - 10 * HOUR }, 0, 1],
    ['a day of another clock', [night], named(0, {}), { lastUpdated: '2026-01-15T12:00Z' }, 0, 0],
    ['what was measured', [vm('x', null)], named(0, {}), { measured: 3 }, 0, 3],
    ['less than was measured', [eight], named(0, {}), { measured: 1 }, 0, 2],
  ])('a bill lacks %s', (_, vms, own, known, billed, lack) => {
    const part = partOf(vms, own, known);
    expect(part.billed).toBeCloseTo(billed, 6);
    expect(part.lack).toBeCloseTo(lack, 6);
  });

  test.each([
    ['nothing yet', vm('x', null), named(0, {}), true],
    ['an amount', vm('x', null), named(3, {}), false],
    ['nothing yet, of a run with a start', eight, named(0, {}), false],
    ['nothing yet, of a disk', vm('x', null, 'stopped'), named(0, {}), false],
  ])('a bill of %s may be open', (_, one, own, isOpen) => {
    const part = partOf([one], own, {});
    expect(part.isOpen).toBe(isOpen);
    const costs = costsOf([{ today: 0, month: 0 }], UNKNOWN, 1, NOON);
    expect(costsAtLeast(costs, [[part]], NOON).today.isAtLeast === true).toBe(
      isOpen || part.lack > 0,
    );
  });

  test('costs nothing where a provider has no past costs', () => {
    const silent = { ...bill(null), isSilent: true };
    expect(partOf([night], silent, {})).toEqual({ billed: 0, lack: 0 });
  });

  test('each owner counts once, and a month costs at least its day', () => {
    const complete = { billed: 5, lack: 0 };
    const late = { billed: 1, lack: 2 };
    const costs = (known: number) => costsOf([{ today: known, month: known }], UNKNOWN, 1, NOON);
    expect(costsAtLeast(costs(6), [[complete], [complete]], NOON)).toEqual(costs(6));
    expect(costsAtLeast(costs(6), [[complete, late], [late]], NOON)).toEqual({
      today: { known: 8, asOf: NOON, perHour: 1, isAtLeast: true },
      month: { known: 8, asOf: NOON, perHour: 1, isAtLeast: true },
    });
    const { month } = costsAtLeast({ ...costs(0), month: costs(50).month }, [[late]], NOON);
    expect(month).toMatchObject({ known: 50, isAtLeast: true });
  });
});

function afterRates(steps: readonly { readonly after: number; readonly rate: number | null }[]) {
  let now = 0;
  let samples: readonly RateSample[] = [];
  for (const { after, rate } of steps) {
    now += after;
    samples = withRate(samples, rate, now);
  }
  return { samples, now };
}

describe('withRate', () => {
  test('keeps the array while the rate stays the same within five minutes', () => {
    const first = withRate([], 1, 0);
    expect(withRate(first, 1, 4 * MINUTE)).toBe(first);
    expect(withRate(first, 1, 5 * MINUTE)).toHaveLength(2);
  });

  test('has a gap where the rate was unknown', () => {
    const { samples } = afterRates([
      { after: 0, rate: 1 },
      { after: 1_000, rate: null },
      { after: 1_000, rate: 1 },
    ]);
    expect(samples.map(({ rate }) => rate)).toEqual([1, null, 1]);
  });

  test('keeps the last sample before the day, which is the rate at its start', () => {
    const { samples } = afterRates([
      { after: 0, rate: 1 },
      { after: 5 * MINUTE, rate: 2 },
      { after: 30 * 60 * MINUTE, rate: 3 },
    ]);
    expect(samples.map(({ rate }) => rate)).toEqual([2, 3]);
  });

  test('has a bounded number of ordered samples and ends with the current rate', () => {
    const step = fc.record({ after: fc.integer({ min: 1, max: 20 * MINUTE }), rate: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 600 }), (steps) => {
        const { samples, now } = afterRates(steps);
        expect(samples.at(-1)?.rate).toBe(steps.at(-1)?.rate);
        expect(samples.length).toBeLessThanOrEqual(2 * 288 + 3);
        for (const [index, { at }] of samples.entries()) {
          expect(at).toBeGreaterThan(samples[index - 1]?.at ?? -1);
          // The first sample may be older: it is the rate at the start of the day.
          if (index > 0) expect(now - at).toBeLessThanOrEqual(DAY + 20 * MINUTE);
        }
      }),
    );
  });
});
