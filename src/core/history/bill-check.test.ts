import { describe, expect, test } from 'vitest';
import type { Usage } from '../../shared/domain/billing.ts';
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

/** Hours of the day with a value each, such as `0–10: 1, 10–24: 0.1`. */
const spansOf = (text: string): readonly Span[] =>
  [...text.matchAll(/([\d.-]+)–([\d.-]+): ([\d.]+)/g)].map(([, from, to, rate]) => {
    const [start, end] = [DAY + Number(from) * HOUR, DAY + Number(to) * HOUR];
    return { start, end, rate: Number(rate), measuredMs: end - start };
  });

interface Case {
  /** $ of the VM `one` by the log. */
  readonly billed: number;
  /** Its $/h. */
  readonly rates: string;
  /** 1 while it was stopped, 0 while not; by default unknown. */
  readonly stopped?: string;
  /** $/h of VMs without a recording of their own, while the account was polled; by default 0 for the whole day. */
  readonly others?: string;
  /** Of the report. */
  readonly change?: Partial<Usage>;
  readonly now?: number;
}

function check({ billed, rates, change, ...input }: Case) {
  const { stopped = '', others = '0–24: 0', now = NEXT + HOUR } = input;
  const log = makeUsageLog({
    ...{ vmId: 'one', timestamp: '2026-11-02T00:00:00Z', totalCost: billed },
  });
  const usage: Usage = {
    ...{ totalCost: billed, totalHours: null, periodStart: null, periodEnd: null, skipped: 0 },
    ...{ vms: [], logs: [log], ...change },
  };
  const own = spansOf(rates);
  const total = spansOf(others).map((polled) => {
    const parts = own.flatMap((span) => clipped(span, polled.start, polled.end) ?? []);
    const cost = parts.reduce((sum, { rate, measuredMs }) => sum + rate * measuredMs, 0);
    return { ...polled, rate: polled.rate + cost / polled.measuredMs };
  });
  const series = new Map([
    [TOTAL, total],
    ['one', own],
    [stoppedSeries('one'), spansOf(stopped)],
  ]);
  const history = {
    vms: () => (own.length > 0 ? ['one'] : []),
    spans: (_: string, vm: string, from: number, to: number) =>
      (series.get(vm) ?? []).flatMap((span) => clipped(span, from, to) ?? []),
  };
  const table = usageTable([{ accountId: 'a', usage }], RANGE);
  return checkBill('a', table, RANGE, history, now);
}

const GAP = '0–10: 0, 18–24: 0';

describe('a VM and day', () => {
  test.each<[string, Case, string | null]>([
    ['agrees to the cent', { billed: 24.01, rates: '0–24: 1' }, null],
    [
      'at another rate',
      { billed: 26.4, rates: '0–24: 1' },
      'billed $26.40, measured $24.00: $1.10/h instead of $1.00/h',
    ],
    [
      'at a lower rate',
      { billed: 21.6, rates: '0–24: 1' },
      'billed $21.60, measured $24.00: $0.90/h instead of $1.00/h',
    ],
    ['not billed', { billed: 0, rates: '0–24: 1' }, 'not billed, measured $24.00'],
    ['with a change that showed five minutes late', { billed: 10.03, rates: '0–10: 1' }, null],
    [
      'with a change five minutes after midnight',
      { billed: 1.93, rates: '-9–0.05: 1, 0.05–24: 0.08' },
      null,
    ],
    [
      'after it stopped, with a disk that costs more than its GPU',
      { billed: 23, rates: '0–10: 1, 10–24: 0.6', stopped: '0–10: 0, 10–24: 1' },
      'billed $23.00, measured $18.40, stopped at 10:00 UTC',
    ],
    [
      'after it was no longer listed',
      { billed: 24, rates: '0–10: 1' },
      'billed $24.00, measured $10.00, stopped at 10:00 UTC',
    ],
    [
      'after it stopped on an earlier day',
      { billed: 24, rates: '-30–-20: 1, -20–24: 0.1', stopped: '-20–24: 1' },
      'billed $24.00, measured $2.40, stopped before that day',
    ],
    [
      'after it left the list on an earlier day',
      { billed: 24, rates: '-30–-20: 1' },
      'billed $24.00, measured $0.00, stopped before that day',
    ],
    [
      'running at less than half its earlier rate',
      { billed: 20, rates: '0–10: 1, 10–24: 0.4', stopped: '0–24: 0' },
      'billed $20.00, measured $15.60: $0.83/h instead of $0.65/h',
    ],
    [
      'before it was listed',
      { billed: 3, rates: '30–40: 1' },
      'billed $3.00, but not listed until then',
    ],
    ['never listed', { billed: 3, rates: '' }, 'billed $3.00, but not listed until then'],
    [
      'in a gap',
      { billed: 24, rates: '0–10: 1, 18–24: 1', others: GAP },
      'billed $24.00, measured $16.00, no data for 8 h',
    ],
    [
      'more than it can have cost in a gap',
      { billed: 26, rates: '0–10: 1, 18–24: 1', others: GAP },
      'billed $26.00, measured $16.00: $1.63/h instead of $1.00/h',
    ],
    [
      'never listed, with a gap',
      { billed: 3, rates: '', others: '0–10: 0' },
      'billed $3.00, measured $0.00, no data for 14 h',
    ],
    [
      'created in a gap, and stopped when it was listed',
      { billed: 3, rates: '10–24: 0.1', others: '10–24: 0' },
      'billed $3.00, measured $1.40, no data for 10 h',
    ],
    [
      'started and stopped in a gap, and seen only while stopped',
      {
        ...{ billed: 20, rates: '-30–10: 0.1, 18–24: 0.1' },
        ...{ stopped: '-30–10: 1, 18–24: 1', others: GAP },
      },
      'billed $20.00, measured $1.60, no data for 8 h',
    ],
    [
      'after it stopped, with minutes without data',
      {
        ...{ billed: 20, rates: '0–10: 0.1, 10.05–24: 0.1' },
        ...{ stopped: '0–24: 1', others: '0–10: 0, 10.05–24: 0' },
      },
      'billed $20.00, measured $2.40, stopped before that day',
    ],
    [
      'one of more VMs than are recorded',
      { billed: 24, rates: '0–10: 1', others: '0–24: 1' },
      'billed $24.00, measured $10.00, no data for 14 h',
    ],
  ])('%s', async (_, input, text) => {
    const { differences } = await check(input);
    const texts = differences.map((difference) => billDifferenceText(difference, formatMoney));
    expect(texts).toEqual(text === null ? [] : [text]);
  });

  test('is not called unbilled where the report was read only in part', async () => {
    const vm = { vmId: 'one', defaultName: 'vm-1', gpuModel: null, hours: 24, cost: 24 };
    for (const change of [{ skipped: 1 }, { vms: [vm] }])
      expect((await check({ billed: 20, rates: '0–24: 1', change })).differences).toEqual([]);
  });
});

test('only days that are over for an hour and were measured are compared', async () => {
  const input: Case = { billed: 26.4, rates: '0–24: 1' };
  expect((await check(input)).compared).toEqual(RANGE);
  expect(await check({ ...input, now: NEXT })).toEqual({
    ...{ compared: null, differences: [] },
    measured: { amount: 24, gapMs: 0 },
  });
  expect(await check({ ...input, others: '' })).toMatchObject({ compared: null, measured: null });
  expect((await check({ ...input, change: { logs: [] } })).compared).toBeNull();
});

test('compares the days that the report is of, not others that were requested', async () => {
  const change = { periodStart: '2026-11-01', periodEnd: '2026-11-01' };
  const { compared, measured } = await check({ billed: 30, rates: '0–24: 1', change });
  expect([compared, measured]).toEqual([null, null]);
});

test('a log with as many VMs as are read is compared', async () => {
  const logs = Array.from({ length: 130_000 }, (_, index) =>
    makeUsageLog({ vmId: `vm-${index}`, timestamp: '2026-11-02T00:00:00Z', totalCost: 3 }),
  );
  const { differences } = await check({ billed: 0, rates: '', change: { logs } });
  expect(differences).toHaveLength(130_000);
});
