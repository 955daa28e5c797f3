import { describe, expect, test } from 'vitest';
import type { LoggedUsage } from '../../shared/domain/billing.ts';
import { makeUsageLog } from '../../shared/domain/testing/records.ts';
import { formatMoney } from '../../shared/format/index.ts';
import { billDifferenceText } from '../../shared/usage/bill-check.ts';
import { usageTable } from '../../shared/usage/usage.ts';
import { checkBill } from './bill-check.ts';
import { clipped, type Span, stoppedSeries, TOTAL } from './spans.ts';

const HOUR = 3_600_000;
const DAY = Date.UTC(2026, 10, 2);
const NEXT = DAY + 24 * HOUR;
const RANGE = { from: '2026-11-02', to: '2026-11-02' };

/** Hours of the day, and $/h. */
type Rate = readonly [from: number, to: number, rate: number];

const spanOf = ([from, to, rate]: Rate): Span => {
  const [start, end] = [DAY + from * HOUR, DAY + to * HOUR];
  return { start, end, rate, measuredMs: end - start };
};

interface Case {
  /** What the VM `one` costs by the log, $. */
  readonly billed: number;
  readonly rates: readonly Rate[];
  /** Hours in which its status was known, and whether it was stopped: 1 or 0; by default unknown. */
  readonly stopped?: readonly Rate[];
  /** Hours in which the account was polled; by default the whole day. */
  readonly known?: readonly (readonly [from: number, to: number])[];
  /** $/h of VMs without a recording of their own. */
  readonly others?: number;
  /** Of the report. */
  readonly change?: Partial<LoggedUsage>;
  readonly now?: number;
}

function check({ billed, rates, change, ...input }: Case) {
  const { stopped = [], known = [[0, 24]], others = 0, now = NEXT + HOUR } = input;
  const log = makeUsageLog({
    ...{ vmId: 'one', timestamp: '2026-11-02T00:00:00Z', totalCost: billed },
  });
  const usage: LoggedUsage = {
    ...{ totalCost: billed, totalHours: null, periodStart: null, periodEnd: null, skipped: 0 },
    ...{ vms: [], logs: [log], ...change },
  };
  const spans = rates.map(spanOf);
  const total = known.map(([from, to]) => {
    const own = rates.map(
      ([a, b, rate]) => rate * Math.max(0, Math.min(b, to) - Math.max(a, from)),
    );
    const mean = own.reduce((sum, cost) => sum + cost, 0) / (to - from);
    return spanOf([from, to, mean + others]);
  });
  const series = new Map([
    [TOTAL, total],
    ['one', spans],
    [stoppedSeries('one'), stopped.map(spanOf)],
  ]);
  const history = {
    vms: () => (rates.length > 0 ? ['one'] : []),
    spans: (_: string, vm: string, from: number, to: number) =>
      (series.get(vm) ?? []).flatMap((span) => clipped(span, from, to) ?? []),
  };
  const table = usageTable([{ accountId: 'a', usage }], RANGE);
  return checkBill({ table, range: RANGE, accountIds: ['a'] }, history, now);
}

describe('a VM and day', () => {
  test.each<[string, Case, string | null]>([
    ['agrees to the cent', { billed: 24.01, rates: [[0, 24, 1]] }, null],
    [
      'at another rate',
      { billed: 26.4, rates: [[0, 24, 1]] },
      'billed $26.40, measured $24.00: $1.10/h instead of $1.00/h',
    ],
    [
      'at a lower rate',
      { billed: 21.6, rates: [[0, 24, 1]] },
      'billed $21.60, measured $24.00: $0.90/h instead of $1.00/h',
    ],
    ['not billed', { billed: 0, rates: [[0, 24, 1]] }, 'not billed, measured $24.00'],
    ['with a change that showed five minutes late', { billed: 10.03, rates: [[0, 10, 1]] }, null],
    [
      'after it stopped',
      {
        billed: 14,
        rates: [
          [0, 10, 1],
          [10, 24, 0.1],
        ],
      },
      'billed $14.00, measured $11.40, stopped at 10:00 UTC',
    ],
    [
      'after it was no longer listed',
      { billed: 24, rates: [[0, 10, 1]] },
      'billed $24.00, measured $10.00, stopped at 10:00 UTC',
    ],
    [
      'after it stopped on an earlier day',
      {
        billed: 24,
        rates: [
          [-30, -20, 1],
          [-20, 24, 0.1],
        ],
      },
      'billed $24.00, measured $2.40, stopped before that day',
    ],
    [
      'after it stopped, with a disk that costs more than its GPU',
      {
        billed: 23,
        rates: [
          [0, 10, 1],
          [10, 24, 0.6],
        ],
        stopped: [
          [0, 10, 0],
          [10, 24, 1],
        ],
      },
      'billed $23.00, measured $18.40, stopped at 10:00 UTC',
    ],
    [
      'running at less than half its earlier rate',
      {
        billed: 20,
        rates: [
          [0, 10, 1],
          [10, 24, 0.4],
        ],
        stopped: [[0, 24, 0]],
      },
      'billed $20.00, measured $15.60: $0.83/h instead of $0.65/h',
    ],
    [
      'more than it can have cost after it stopped',
      { billed: 40, rates: [[0, 10, 1]] },
      'billed $40.00, measured $10.00: $4.00/h instead of $1.00/h',
    ],
    [
      'before it was listed',
      { billed: 3, rates: [[30, 40, 1]] },
      'billed $3.00, but not listed until then',
    ],
    ['never listed', { billed: 3, rates: [] }, 'billed $3.00, but not listed until then'],
    [
      'in a gap',
      {
        billed: 24,
        rates: [
          [0, 10, 1],
          [18, 24, 1],
        ],
        known: [
          [0, 10],
          [18, 24],
        ],
      },
      'billed $24.00, measured $16.00, no data for 8 h',
    ],
    [
      'more than it can have cost in a gap',
      {
        billed: 26,
        rates: [
          [0, 10, 1],
          [18, 24, 1],
        ],
        known: [
          [0, 10],
          [18, 24],
        ],
      },
      'billed $26.00, measured $16.00: $1.63/h instead of $1.00/h',
    ],
    [
      'never listed, with a gap',
      { billed: 3, rates: [], known: [[0, 10]] },
      'billed $3.00, measured $0.00, no data for 14 h',
    ],
    [
      'created in a gap, and stopped before it was listed',
      { billed: 3, rates: [[26, 40, 0.1]], known: [[0, 10]] },
      'billed $3.00, measured $0.00, no data for 14 h',
    ],
    [
      'created in a gap, and stopped when it was listed',
      { billed: 3, rates: [[10, 24, 0.1]], known: [[10, 24]] },
      'billed $3.00, measured $1.40, no data for 10 h',
    ],
    [
      'started and stopped in a gap, and seen only while stopped',
      {
        billed: 20,
        rates: [
          [-30, 10, 0.1],
          [18, 24, 0.1],
        ],
        stopped: [
          [-30, 10, 1],
          [18, 24, 1],
        ],
        known: [
          [0, 10],
          [18, 24],
        ],
      },
      'billed $20.00, measured $1.60, no data for 8 h',
    ],
    [
      'after it stopped, with minutes without data',
      {
        billed: 20,
        rates: [
          [0, 10, 0.1],
          [10.05, 24, 0.1],
        ],
        stopped: [[0, 24, 1]],
        known: [
          [0, 10],
          [10.05, 24],
        ],
      },
      'billed $20.00, measured $2.40, stopped before that day',
    ],
    [
      'created in the minutes without data before midnight',
      { billed: 0.05, rates: [[26, 40, 1]], known: [[0, 23.95]] },
      'billed $0.05, measured $0.00, no data for 3 m',
    ],
    [
      'before it was listed, with minutes without data',
      { billed: 3, rates: [[26, 40, 1]], known: [[0, 23.95]] },
      'billed $3.00, but not listed until then',
    ],
    [
      'one of more VMs than are recorded',
      { billed: 24, rates: [[0, 10, 1]], others: 1 },
      'billed $24.00, measured $10.00, no data for 14 h',
    ],
  ])('%s', async (_, input, text) => {
    const { differences } = await check(input);
    const texts = differences.map((difference) => billDifferenceText(difference, formatMoney));
    expect(texts).toEqual(text === null ? [] : [text]);
  });

  test('is not called unbilled where the report was read only in part', async () => {
    const rates: readonly Rate[] = [[0, 24, 1]];
    const cases: readonly Case[] = [
      { billed: 20, rates, change: { skipped: 1 } },
      {
        ...{ billed: 20, rates },
        change: {
          vms: [{ vmId: 'one', defaultName: 'vm-1', gpuModel: null, hours: 24, cost: 24 }],
        },
      },
    ];
    for (const input of cases) expect((await check(input)).differences).toEqual([]);
  });
});

test('only days that are over for an hour and were measured are compared', async () => {
  const input: Case = { billed: 26.4, rates: [[0, 24, 1]] };
  expect((await check(input)).compared).toEqual(RANGE);
  expect(await check({ ...input, now: NEXT })).toEqual({
    ...{ compared: null, differences: [] },
    measured: { amount: 24, gapMs: 0 },
  });
  expect(await check({ ...input, known: [] })).toMatchObject({ compared: null, measured: null });
  expect((await check({ ...input, change: { logs: [] } })).compared).toBeNull();
});

test('compares the days that the report is of, not others that were requested', async () => {
  const change = { periodStart: '2026-11-01', periodEnd: '2026-11-01' };
  const { compared, measured } = await check({ billed: 30, rates: [[0, 24, 1]], change });
  expect([compared, measured]).toEqual([null, null]);
});
