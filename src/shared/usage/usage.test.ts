import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumAmounts, type Usage, type UsageLog, type UsageVm } from '../domain/billing.ts';
import { makeUsageLog } from '../domain/testing/records.ts';
import { daysOf } from './day-range.ts';
import {
  type AccountUsage,
  groupedUsage,
  MAX_SERIES,
  rowKey,
  usageBars,
  usageNoteText,
  usageTable,
} from './usage.ts';

const RANGE = { from: '2026-11-01', to: '2026-11-04' };

function log(vmId: string | null, day: number, change: Partial<UsageLog> = {}): UsageLog {
  return makeUsageLog({
    ...{ vmId, timestamp: `2026-11-0${day}T00:00:00Z` },
    ...{ gpuCost: 1, storageCost: 0.2, networkCost: 0, totalCost: 1.2 },
    ...change,
  });
}

const listed = (vmId: string, change: Partial<UsageVm> = {}): UsageVm => ({
  ...{ vmId, defaultName: 'vm-101', gpuModel: 'RTX 4090', hours: 1, cost: 1.2 },
  ...change,
});

function report(change: Partial<Usage> = {}, accountId = 'a'): AccountUsage {
  return {
    accountId,
    usage: {
      ...{ totalCost: 2.4, totalHours: 2, periodStart: null, periodEnd: null, skipped: 0 },
      logs: [log('x', 1), log('y', 2)],
      vms: [listed('x'), listed('y')],
      ...change,
    },
  };
}

const row = (vmId: string | null, change: object = {}) => ({
  ...{ accountId: 'a', vmId, defaultName: 'vm-101', gpuModel: 'RTX 4090', hours: 1, cost: 1.2 },
  ...{ gpuCost: 1, storageCost: 0.2, networkCost: 0 },
  ...{ gpuHours: null, storageGb: null, networkBytes: null },
  ...change,
});

test('a report that agrees with itself has a row per VM, a day per date, and nothing to say', () => {
  expect(usageTable([report()], RANGE)).toEqual({
    ...{ range: RANGE, periods: new Map(), totalCost: 2.4, totalHours: 2, notes: [] },
    rows: [row('x'), row('y')],
    days: [
      { date: '2026-11-01', cost: 1.2, vms: new Map([['a/x', 1.2]]) },
      { date: '2026-11-02', cost: 1.2, vms: new Map([['a/y', 1.2]]) },
    ],
  });
});

test('a VM is listed once, the highest cost first and unknown costs last', () => {
  const vms = [
    listed('x', { cost: 1 }),
    listed('y', { cost: null }),
    listed('z', { cost: 0.4, hours: 2 }),
    listed('z', { cost: 0.8, hours: 1, gpuModel: 'RTX 5090' }),
  ];
  const logs = [log('x', 1), log(null, 1), log('', 2)];
  expect(usageTable([report({ vms, logs })], RANGE).rows).toEqual([
    row('z', {
      ...{ cost: 1.2, hours: 3, gpuModel: 'RTX 4090, RTX 5090' },
      ...{ gpuCost: null, storageCost: null, networkCost: null },
    }),
    row('x', { cost: 1 }),
    row(null, {
      ...{ defaultName: null, gpuModel: null, hours: null, cost: null },
      ...{ gpuCost: 2, storageCost: 0.4 },
    }),
    row('y', { cost: null, gpuCost: null, storageCost: null, networkCost: null }),
  ]);
});

test('a row has the GPU hours, the largest disk and the traffic of its log', () => {
  const logs = [
    log('x', 1, { gpuSeconds: 3_600, storageGb: 100, networkBytes: 12_000_000_000 }),
    log('x', 2, { gpuSeconds: 1_800, storageGb: 200, networkBytes: 400_000_000 }),
    log('y', 2, { gpuSeconds: 0, networkBytes: 5 }),
    log('y', 2, { storageGb: 50 }),
  ];
  expect(usageTable([report({ logs })], RANGE).rows).toMatchObject([
    { vmId: 'x', gpuHours: 1.5, storageGb: 200, networkBytes: 12_400_000_000 },
    { vmId: 'y', gpuHours: null, storageGb: null, networkBytes: null },
  ]);
});

test('an entry that comes twice counts once, in each account', () => {
  const logs = [log('x', 1, { id: '1' }), log('x', 1, { id: '1' })];
  const { rows, days } = usageTable([report({ logs }), report({ logs }, 'b')], RANGE);
  expect(rows.find(({ vmId }) => vmId === 'x')).toMatchObject({ gpuCost: 1 });
  expect(days).toMatchObject([{ cost: 2.4 }]);
});

test('the totals of several accounts are added; without one of them they are unknown', () => {
  const two = usageTable([report(), report({ totalCost: 0.1 }, 'b')], RANGE);
  expect([two.totalCost, two.totalHours]).toEqual([2.5, 4]);
  expect(two.rows.map(rowKey)).toEqual(['a/x', 'a/y', 'b/x', 'b/y']);
  expect(usageTable([report(), report({ totalCost: null }, 'b')], RANGE).totalCost).toBeNull();
  expect(usageTable([], RANGE)).toEqual({
    ...{ range: RANGE, periods: new Map() },
    ...{ totalCost: null, totalHours: null, rows: [], days: [], notes: [] },
  });
});

const ODD = 'Repeated, outside this period or unreadable: 1 entry.';

describe('what does not agree is said', () => {
  test.each<[string, Partial<Usage>, readonly string[]]>([
    ['nothing', {}, []],
    ['less than a cent', { totalCost: 2.405 }, []],
    [
      'the total',
      { totalCost: 2.41 },
      [
        'The VMs add up to $2.4, the total is $2.41.',
        'The days add up to $2.4, the total is $2.41.',
      ],
    ],
    ['no total', { totalCost: null, totalHours: null }, []],
    ['no log', { logs: [] }, ['The days add up to $0, the total is $2.4.']],
    [
      'entries without a cost',
      { logs: [log('x', 1, { totalCost: null }), log('y', 2, { totalCost: null })] },
      ['Repeated, outside this period or unreadable: 2 entries.'],
    ],
    [
      'dates',
      { logs: [log('x', 1, { timestamp: 'soon' }), log('y', 5)] },
      [ODD, 'Without a date, so on no day: 1 entry.'],
    ],
    [
      'entries that come twice',
      { logs: [log('x', 1, { id: '1' }), log('x', 1, { id: '1' }), log('y', 2, { id: '2' })] },
      [ODD],
    ],
    [
      'entries without an id',
      { logs: [log('x', 1), log('x', 1)], vms: [listed('x', { cost: 2.4, hours: 2 })] },
      [],
    ],
    [
      'another period, in which its entries are',
      { periodStart: '2026-11-01', periodEnd: '2026-11-07', logs: [log('x', 1), log('y', 6)] },
      ['The service reports figures for 2026-11-01 to 2026-11-07, not for the requested days.'],
    ],
    [
      'the part of VMs, which they do not add up to',
      { totalCost: 40, vmCost: 3 },
      ['The VMs add up to $2.4, the total is $3.', 'The days add up to $2.4, the total is $3.'],
    ],
    ['an unknown part of VMs', { totalCost: 40, vmCost: null }, []],
    ['unreadable entries', { skipped: 1 }, [ODD]],
  ])('%s', (_, change, notes) => {
    const table = usageTable([report(change)], RANGE);
    expect(
      table.notes.map((note) => usageNoteText(note, (amount) => `$${amount}`, 'The service')),
    ).toEqual(notes);
  });
});

test('the part of VMs is added up with the whole cost of accounts that have nothing else', () => {
  const both = [report({ totalCost: 40, vmCost: 3 }), report({}, 'b')];
  expect(usageTable(both, RANGE)).toMatchObject({ totalCost: 42.4, vmCost: 5.4 });
  expect(usageTable([report()], RANGE).vmCost).toBeUndefined();
});

test('figures are of the period that all reports say, else of the requested days', () => {
  const short = { periodEnd: '2026-11-02', logs: [], vms: [], totalCost: 0, totalHours: 0 };
  const range = { from: RANGE.from, to: '2026-11-02' };
  expect(usageTable([report(short), report(short, 'b')], RANGE)).toMatchObject({
    ...{ range, notes: [{ kind: 'otherPeriod', periods: [range] }] },
  });
  const one = usageTable([report(short), report({ logs: [], vms: [] }, 'b')], RANGE);
  expect([one.range, [...one.periods]]).toEqual([RANGE, [['a', range]]]);
  const years = { ...short, periodStart: '2020-01-01' };
  expect(usageTable([report(years)], RANGE)).toMatchObject({
    range: RANGE,
    notes: [{ kind: 'otherPeriod', periods: [{ from: '2020-01-01', to: '2026-11-02' }] }],
  });
});

describe('for each report', () => {
  const micros = fc.integer({ min: 0, max: 20_000_000 }).map((amount) => amount / 1_000_000);
  const amount = fc.oneof(
    { weight: 12, arbitrary: micros },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const vmId = fc.constantFrom('x', 'y', 'z', 'v', 'w', 'u', 't', 's', null);
  const entry = fc
    .record({
      vmId,
      timestamp: fc.constantFrom(
        ...daysOf({ from: '2026-10-31', to: '2026-11-05' }).map((day) => `${day}T23:59:59.999Z`),
        '2026-11-02T01:30:00+02:00',
        'yesterday',
        null,
      ),
      gpuCost: amount,
      storageCost: amount,
      networkCost: amount,
      totalCost: amount,
    })
    .map((change) => log(null, 1, change));
  const vm = fc.record({ vmId: fc.constantFrom('x', 'y', 'z'), hours: amount, cost: amount });
  const usage = fc.record({
    logs: fc.array(entry, { maxLength: 40 }),
    vms: fc.array(
      vm.map(({ vmId: id, ...change }) => listed(id, change)),
      { maxLength: 5 },
    ),
    totalCost: amount,
    totalHours: amount,
  });

  /** Exact: in millionths. @returns null when one amount is unknown */
  function exactSum(amounts: readonly (number | null)[]): number | null {
    if (amounts.includes(null)) return null;
    const millionths = amounts.map((each) => Math.round((each ?? 0) * 1_000_000));
    return millionths.reduce((sum, each) => sum + each, 0) / 1_000_000;
  }

  const sumOrNone = (amounts: readonly (number | null)[]) =>
    amounts.length === 0 ? null : exactSum(amounts);

  test('each entry counts once, in one row and on one day; an unknown amount leaves no sum', () => {
    fc.assert(
      fc.property(usage, (change) => {
        const { logs, vms, totalCost } = change;
        const table = usageTable([report(change)], RANGE);
        expect(table.totalCost).toBe(totalCost);
        for (const each of table.rows) {
          const logged = logs.filter((one) => one.vmId === each.vmId);
          const own = vms.filter((one) => one.vmId === each.vmId);
          expect(each).toMatchObject({
            gpuCost: sumOrNone(logged.map((one) => one.gpuCost)),
            storageCost: sumOrNone(logged.map((one) => one.storageCost)),
            networkCost: sumOrNone(logged.map((one) => one.networkCost)),
            hours: sumOrNone(own.map(({ hours }) => hours)),
            cost: sumOrNone(own.map(({ cost }) => cost)),
          });
        }
        const costs = table.days.map(({ cost }) => cost);
        expect(sumAmounts(costs)).toBe(exactSum(logs.map((one) => one.totalCost)));
        const ofVms = table.days.flatMap((day) => [...day.vms.values()]);
        expect(sumAmounts(ofVms)).toBe(exactSum(logs.map((one) => one.totalCost)));
        const keys = table.rows.map(rowKey);
        expect(new Set(keys).size).toBe(keys.length);
        const dates = table.days.map(({ date }) => date);
        expect(new Set(dates).size).toBe(dates.length);
      }),
    );
  });

  test('each day of the range has a bar, and its parts add up to its cost', () => {
    fc.assert(
      fc.property(usage, (change) => {
        const table = usageTable([report(change)], RANGE);
        const bars = usageBars(table, RANGE);
        expect(bars.map(({ from }) => from)).toEqual(daysOf(RANGE));
        for (const { from, to, cost, parts } of bars) {
          expect(to).toBe(from);
          const day = table.days.find((one) => one.date === from);
          expect(cost).toBe(day === undefined ? 0 : day.cost);
          expect(parts).toHaveLength(Math.min(table.rows.length, MAX_SERIES));
          if (cost !== null) expect(sumAmounts(parts)).toBeCloseTo(cost, 6);
        }
      }),
    );
  });

  test('a range of more than 92 days has a bar per week from Monday on', () => {
    const year = { from: '2025-11-13', to: '2026-11-12' };
    const on = (date: string, totalCost: number | null) =>
      makeUsageLog({ vmId: 'x', timestamp: `${date}T00:00:00Z`, totalCost });
    const logs = [on('2025-11-13', 1), on('2026-11-02', 2), on('2026-11-08', 3)];
    const change = { logs: [...logs, on('2026-11-09', null)], vms: [listed('x')] };
    const bars = usageBars(usageTable([report(change)], year), year);
    expect(bars).toHaveLength(53);
    expect(bars[0]).toEqual({ from: '2025-11-13', to: '2025-11-16', cost: 1, parts: [1] });
    expect(bars[1]).toEqual({ from: '2025-11-17', to: '2025-11-23', cost: 0, parts: [0] });
    expect(bars.slice(-2)).toEqual([
      { from: '2026-11-02', to: '2026-11-08', cost: 5, parts: [5] },
      { from: '2026-11-09', to: '2026-11-12', cost: null, parts: [null] },
    ]);
  });
});

test('an account without a VM has a row, so that the rows add up to the total', () => {
  const reports = [report(), report({ totalCost: 39, logs: [], vms: [] }, 'b')];
  const { rows } = groupedUsage(usageTable(reports, RANGE), 'account', reports);
  expect(rows.map(({ accountId, cost }) => [accountId, cost])).toEqual([
    ['b', 39],
    ['a', 2.4],
  ]);
});
