import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { withBilled } from '../../shared/domain/billing.ts';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import type { Costs, RateSample, RunningCost } from '../../shared/usage/usage-slice.ts';
import {
  type AccountBill,
  accruedBill,
  type BilledCosts,
  type CostFacts,
  costsOf,
  lackOf,
  withBillRate,
  withRate,
  withReport,
} from './costs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 20, 12);
const UNKNOWN: Costs = {
  today: { known: null, asOf: NOON, perHour: null },
  month: { known: null, asOf: NOON, perHour: null },
};

const REPORT = {
  ...{ accountId: 'a', at: NOON, today: 10, month: 100, vms: {}, problem: null },
  dueAt: NOON + HOUR,
};

/** The bill of an account after reports at these times, each at its rate. */
const billOf = (
  ...reports: readonly (Partial<BilledCosts> & { readonly perHour?: number | null })[]
) =>
  reports.reduce<AccountBill | undefined>((bill, { perHour = 2, ...report }) => {
    return withReport(bill, { ...REPORT, ...report }, perHour);
  }, undefined);

/** An account without VMs, billed $2/h. */
function factsOf(bill: AccountBill | undefined, perHour: number | null = 2): CostFacts {
  const spend = { value: makeSpend({ perHour }), problem: null };
  const state = { ...UNKNOWN_STATE, spend, asOf: NOON, freshness: 'live' } as const;
  return { state, listedAt: NOON, bill, measured: 0 };
}

const costsAt = (now: number, ...accounts: readonly CostFacts[]) => {
  const { today, month } = costsOf(
    accounts.map((own) => [own]),
    UNKNOWN,
    now,
  );
  const shown = (cost: RunningCost) => (cost.isAtLeast ? `≥ ${cost.known}` : cost.known);
  return [shown(today), shown(month)];
};

describe('costsOf', () => {
  test.each([
    ['its time', NOON, 10, 100],
    ['an hour later', NOON + HOUR, 12, 102],
    ['the next day', NOON + 12 * HOUR, null, 124],
    ['the next month', NOON + 11 * DAY, null, null],
    ['a clock that was set back', NOON - HOUR, 10, 100],
  ])('has the amounts of a report by %s', (_, now, today, month) => {
    expect(costsAt(now, factsOf(billOf({})))).toEqual([today, month]);
  });

  test('adds up what is known, and is at least that while a part is not', () => {
    const a = factsOf(billOf({}));
    expect(costsAt(NOON, a, factsOf(billOf({ today: 2.5, month: 7 })))).toEqual([12.5, 107]);
    expect(costsAt(NOON, a, factsOf(undefined))).toEqual(['≥ 10', '≥ 100']);
    expect(costsAt(NOON, a, factsOf(billOf({ month: null })))).toEqual([20, '≥ 100']);
    expect(costsAt(NOON, a, factsOf(billOf({ isSilent: true })))).toEqual(['≥ 20', '≥ 200']);
    expect(costsAt(NOON, factsOf(billOf({}), null))).toEqual(['≥ 10', '≥ 100']);
    expect(costsAt(NOON, factsOf(undefined))).toEqual([null, null]);
    expect(costsAt(NOON)).toEqual([null, null]);
  });

  test('has one amount per owner, rather one that is complete', () => {
    const one = (...bills: readonly (AccountBill | undefined)[]) => {
      const { month } = costsOf([bills.map((bill) => factsOf(bill))], UNKNOWN, NOON);
      return [month.known, month.isAtLeast === true];
    };
    expect(one(billOf({}), billOf({ month: 101 }))).toEqual([101, false]);
    expect(one(billOf({}), billOf({ month: null }))).toEqual([100, false]);
    expect(one(billOf({}), billOf({ isSilent: true }), undefined)).toEqual([100, false]);
    expect(one(billOf({}), billOf({ month: 103, isSilent: true }))).toEqual([103, true]);
  });

  test('keeps the known amount when a later report fails, except over midnight', () => {
    const failed = { today: null, month: null };
    const later = billOf({}, { ...failed, at: NOON + HOUR });
    expect(costsAt(NOON + 2 * HOUR, factsOf(later))).toEqual(['≥ 14', '≥ 104']);
    const nextDay = billOf({}, { ...failed, at: NOON + 13 * HOUR });
    expect(costsAt(NOON + 13 * HOUR, factsOf(nextDay))).toEqual([null, '≥ 126']);
  });

  test('is at least the amount of a report that has less than one before, until one has more', () => {
    const late = { today: 6, month: 96 };
    const bill = billOf(
      {},
      { ...late, at: NOON + HOUR },
      { today: 7, month: 97, at: NOON + 2 * HOUR },
    );
    expect(costsAt(NOON + 2 * HOUR, factsOf(bill))).toEqual(['≥ 7', '≥ 97']);
    const whole = billOf(
      {},
      { ...late, at: NOON + HOUR },
      { today: 13, month: 103, at: NOON + 2 * HOUR },
    );
    expect(costsAt(NOON + 2 * HOUR, factsOf(whole))).toEqual([13, 103]);
    const nextDay = billOf({}, { today: 1, month: 90, at: NOON + 13 * HOUR });
    expect(costsAt(NOON + 13 * HOUR, factsOf(nextDay))).toEqual([1, '≥ 90']);
    // Half a cent is rounding.
    expect(costsAt(NOON, factsOf(billOf({}, { today: 9.999, month: 99.999 })))).toEqual([
      9.999, 99.999,
    ]);
  });

  test('keeps the object while only time passes', () => {
    const at = (now: number, previous: Costs) => costsOf([[factsOf(billOf({}))]], previous, now);
    const first = at(NOON, UNKNOWN);
    expect(at(NOON + HOUR, first)).toBe(first);
    const nextDay = at(NOON + DAY, first);
    expect(nextDay.today.known).toBeNull();
    expect(nextDay.month).toBe(first.month);
    expect(at(NOON + DAY + 1, nextDay)).toBe(nextDay);
  });
});

describe('withBillRate', () => {
  /** Today and the month at a time, after another rate since `after`. */
  const changed = (first: number | null, next: number, after: number, at = after) => {
    const bill = withBillRate(withReport(undefined, REPORT, first), next, NOON + after);
    return costsAt(NOON + at, factsOf(bill, next));
  };

  test('bills each time at its own rate', () => {
    expect(changed(2, 1, HOUR, 3 * HOUR)).toEqual([14, 104]);
  });

  test('is unknown at the start of a day or a month', () => {
    expect(changed(2, 1, 13 * HOUR)).toEqual([null, 126]);
    expect(changed(2, 1, 11 * DAY)).toEqual([null, null]);
  });

  // Billed $10 at noon, $2/h since then, read last half an hour later.
  test.each<[string, AccountSnapshot['freshness'], number, string | number]>([
    ['read at its time', 'live', HOUR, 12],
    ['tried again', 'retrying', HOUR, 12],
    ['not read any more', 'outOfDate', HOUR, '≥ 11'],
    ['not read for a day', 'outOfDate', 11 * HOUR, '≥ 11'],
  ])('an account that is %s', (_, freshness, after, amount) => {
    const { state, ...facts } = factsOf(billOf({}));
    const snapshot = { ...state, freshness, asOf: NOON + HOUR / 2 };
    const bill = accruedBill(withReport(undefined, REPORT, 2), snapshot, NOON + after);
    expect(costsAt(NOON + after, { ...facts, state: snapshot, bill })[0]).toBe(amount);
    // Read again: the time between is unknown until the next report.
    const read = accruedBill(bill, state, NOON + after);
    const later = costsAt(NOON + after + HOUR / 2, { ...facts, state, bill: read })[0];
    expect(later).toBe(freshness === 'outOfDate' ? '≥ 12' : 13);
    expect(read.hasGap === true).toBe(freshness === 'outOfDate');
    const reported = withReport(read, { ...REPORT, at: NOON + after, today: 14 }, 2);
    expect(reported.hasGap).toBeUndefined();
  });

  test('counts on while only the list of VMs fails, beside the own rate of the account', () => {
    const { state, ...facts } = factsOf(billOf({}));
    const vms = { value: null, problem: { kind: 'network' } } as const;
    const snapshot = { ...state, vms, freshness: 'outOfDate', asOf: NOON } as const;
    const bill = accruedBill(withReport(undefined, REPORT, 2), snapshot, NOON + HOUR);
    expect(costsAt(NOON + HOUR, { ...facts, state: snapshot, bill })[0]).toBe(12);
  });

  test('adds nothing for a time with an unknown rate, and is at least the rest then', () => {
    expect(changed(null, 1, HOUR)[0]).toBe('≥ 10');
  });
});

describe('lackOf', () => {
  const vm = (id: string, since: string | null, status = 'running'): Vm =>
    makeVm({ id, status, startedAt: since && `2026-11-${since}:00Z` });
  const [night, eight] = [vm('night', '19T20:00'), vm('eight', '20T08:00')];
  const bill = (today: number | null, ofToday?: BilledCosts['ofToday']): BilledCosts => ({
    ...{ ...REPORT, today, month: today },
    ...(ofToday && { ofToday }),
  });
  const named = (today: number, vms: BilledCosts['vms'], unnamed = 0) =>
    bill(today, { vms, unnamed });
  /** Each VM costs $0.50/h. */
  function partOf(
    vms: readonly Vm[],
    own: BilledCosts | undefined,
    { listedAt = NOON, measured = 0, gapMs = DAY, lastUpdated = '', now = NOON },
  ) {
    const entries = vms.map(({ id }) => ({ vmId: id, totalPerHour: 0.5 }));
    const spend = makeSpend({
      perHour: vms.length / 2,
      vms: entries,
      lastUpdated: lastUpdated || null,
    });
    const state = {
      ...{ asOf: listedAt, freshness: 'live' as const },
      vms: { value: makeVmList(withBilled(vms, spend)), problem: null },
      spend: { value: spend, problem: null },
    };
    const known = own && withReport(undefined, own, vms.length / 2);
    const facts = { state, listedAt, bill: known, measured, gapMs };
    const isToday = new Date(own?.at ?? 0).getUTCDate() === new Date(now).getUTCDate();
    const sinceMs = now - (own?.at ?? now);
    const billed = isToday && own ? (own.today ?? 0) + ((vms.length / 2) * sinceMs) / HOUR : 0;
    return { billed, facts, ...lackOf(facts, billed, now) };
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
    ['hours at an earlier rate', [night], named(5, { night: 5 }), { measured: 5, gapMs: 0 }, 5, 0],
    ['hours of a gap', [night], named(2, { night: 2 }), { measured: 3, gapMs: 6 * HOUR }, 2, 4],
    ['the members of a cluster', [{ ...night, cluster: 'c' }], named(6, {}), {}, 6, 0],
    ['the end of a run, measured late', [], named(120, { x: 120 }), { measured: 120.2 }, 120, 0],
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
    const { today } = costsOf([[part.facts]], UNKNOWN, NOON);
    expect(today.isAtLeast === true).toBe(isOpen || part.lack > 0);
  });

  test('each owner counts once, and a month costs at least its day', () => {
    const complete = partOf([eight], named(5, { eight: 5 }), {}).facts;
    const late = partOf([eight], named(0, {}), {}).facts;
    const costs = costsOf([[complete, late], [late]], UNKNOWN, NOON);
    expect(costs.today).toMatchObject({ known: 7, isAtLeast: true });
    const first = costsOf([[late]], UNKNOWN, NOON);
    expect([first.today, first.month]).toMatchObject([{ known: 2 }, { known: 2, isAtLeast: true }]);
    const more = partOf([eight], { ...named(0, {}), month: 50 }, {}).facts;
    expect(costsOf([[more]], UNKNOWN, NOON).month).toMatchObject({ known: 50, isAtLeast: true });
    const [small, unknown] = [5, null].map(
      (month) => partOf([], { ...named(month ?? 10, {}), month }, {}).facts,
    );
    const both = costsOf(
      [small, unknown].map((facts) => (facts ? [facts] : [])),
      UNKNOWN,
      NOON,
    );
    expect(both).toMatchObject({ today: { known: 15 }, month: { known: 15, isAtLeast: true } });
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
