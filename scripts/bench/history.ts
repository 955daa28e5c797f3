import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkBill } from '../../src/core/history/bill-check.ts';
import { openHistory } from '../../src/core/history/history.ts';
import { ALL, type Reading, spendBetween, TOTAL } from '../../src/core/history/spans.ts';
import { makeUsageLog } from '../../src/shared/domain/testing/records.ts';
import { daysOf } from '../../src/shared/usage/day-range.ts';
import { usageTable } from '../../src/shared/usage/usage.ts';
import { type Open, openFolder, type Target } from './measure.ts';

const DAY_MS = 86_400_000;
const YEARS_MS = 730 * DAY_MS;
const NOW = Date.UTC(2026, 10, 20);
const VMS = Array.from({ length: 20 }, (_, index) => `vm-${index}`);
const MONTH = { from: '2026-10-21', to: '2026-11-19' };

/** Rate of the VM or the total at `index`: another one in each poll. */
const rateAt = (count: number, index: number) => ((count * 7 + index * 13) % 400) / 100;

function readingsAt(at: number, count: number): readonly Reading[] {
  const ofVms = VMS.map((vm, index) => [vm, rateAt(count, index)] as const);
  const total = [TOTAL, rateAt(count, VMS.length)] as const;
  return [
    { source: 'account', at, rates: new Map([total, ...ofVms]) },
    { source: ALL, at, rates: new Map([total]) },
  ];
}

/** Days before now, and ms between two rates until then: so many that two years nearly fill the file. No real history has as many. */
const STEPS = [
  [730, 3_600_000],
  [60, 300_000],
  [3, 30_000],
  [0, 0],
] as const;

/** Two years of 20 VMs, which change their rates all at once. */
function writeYears(path: string): void {
  openHistory(path).close();
  const database = new DatabaseSync(path);
  const series = database.prepare('INSERT INTO series (source, vm) VALUES (?, ?)');
  for (const { source, rates } of readingsAt(0, 0))
    for (const vm of rates.keys()) series.run(source, vm);
  for (const [place, [days, stepMs]] of STEPS.slice(0, -1).entries()) {
    const [until] = STEPS[place + 1] ?? [0];
    database
      .prepare(
        `WITH RECURSIVE times(at) AS (SELECT :from UNION ALL SELECT at + :step FROM times WHERE at + :step < :until)
         INSERT INTO spans SELECT id, at, at + :step, (at / :step * 7 + id * 13) % 400 / 100.0, :step FROM series, times`,
      )
      .run({ from: NOW - days * DAY_MS, until: NOW - until * DAY_MS, step: stepMs });
  }
  database.close();
}

function usageOfMonth() {
  const days = daysOf(MONTH);
  const logs = VMS.flatMap((vmId) =>
    days.map((day) => makeUsageLog({ vmId, timestamp: day, totalCost: 48 })),
  );
  const figures = { totalCost: null, totalHours: null, periodStart: null, periodEnd: null };
  return usageTable(
    [{ accountId: 'account', usage: { ...figures, vms: [], logs, skipped: 0 } }],
    MONTH,
  );
}

/** What main does with a large history, while nothing else runs in its thread. */
export const open: Open = async (opened) => {
  const path = join(await openFolder(opened), 'history.db');
  writeYears(path);
  const history = openHistory(path);
  opened.defer(() => history.close());
  const table = usageOfMonth();
  const target = (name: string, act: () => unknown): Target => ({
    name: `history of 2 years, 20 VMs: ${name}`,
    async run() {
      const before = process.threadCpuUsage();
      await act();
      const { user, system } = process.threadCpuUsage(before);
      return { 'ms CPU': (user + system) / 1_000 };
    },
  });
  let count = 0;
  return [
    target('2 years of all VMs', () =>
      spendBetween(history.spans(ALL, TOTAL, NOW - YEARS_MS, NOW), NOW - YEARS_MS, NOW),
    ),
    target('bill check of 30 days', () => checkBill('account', table, MONTH, history, NOW)),
    target('record a poll that changed all rates', () => {
      count += 1;
      history.record(readingsAt(NOW + count * 30_000, count), []);
    }),
  ];
};
