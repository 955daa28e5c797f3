import { stat } from 'node:fs/promises';
import { checkBill } from '../../src/core/history/bill-check.ts';
import { type Database, openDatabase } from '../../src/core/history/database.ts';
import { openHistory } from '../../src/core/history/history.ts';
import { ALL, type Reading, type Step, spendBetween, TOTAL } from '../../src/core/history/spans.ts';
import { makeUsageLog } from '../../src/shared/domain/testing/records.ts';
import { DAY_MS } from '../../src/shared/format/index.ts';
import { daysOf } from '../../src/shared/usage/day-range.ts';
import { usageTable } from '../../src/shared/usage/usage.ts';
import { type Measurement, measure } from './measure.ts';

const YEARS_MS = 730 * DAY_MS;
const NOW = Date.UTC(2026, 10, 20);
const VMS = Array.from({ length: 20 }, (_, index) => `vm-${index}`);

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

/** ms between two rates of a day: so many that two years nearly fill the file. */
function stepAt(day: number): number {
  if (day < NOW - 60 * DAY_MS) return 3_600_000;
  return day < NOW - 3 * DAY_MS ? 300_000 : 30_000;
}

/** Writes a day of polls that changed every rate at once, which is faster than one poll after the other. */
function writeDay(database: Database, day: number): void {
  const stepMs = stepAt(day);
  const ofSource = (source: string, vms: readonly string[]): Step => {
    const ended = vms.flatMap((vm, index) =>
      Array.from({ length: DAY_MS / stepMs }, (_, count) => {
        const start = day + count * stepMs;
        const rate = rateAt(count, index);
        return [vm, { start, end: start + stepMs, rate, measuredMs: stepMs }] as const;
      }),
    );
    const latest = { at: day + DAY_MS, rates: new Map<string, never>() };
    return { source, latest, ended, endedAt: latest.at, hasChanged: true };
  };
  database.write([ofSource('account', [TOTAL, ...VMS]), ofSource(ALL, [TOTAL])], []);
}

const MONTH = { from: '2026-10-21', to: '2026-11-19' };

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

/** Two years of 20 VMs: each rate changes every hour, in the last 60 days every 5 minutes, and with every poll of the last three days. No real history has as many. */
export function writeYears(path: string): void {
  const database = openDatabase(path);
  for (let day = NOW - YEARS_MS; day < NOW; day += DAY_MS) writeDay(database, day);
  database.close();
}

/** The queries of charts. @param path what `writeYears` wrote */
export async function benchHistory(path: string): Promise<readonly Measurement[]> {
  const history = openHistory(path);
  try {
    const megabytes = Math.ceil((await stat(path)).size / 1_000_000);
    const spend = (source: string, vm: string, days: number) => () =>
      spendBetween(history.spans(source, vm, NOW - days * DAY_MS, NOW), NOW - days * DAY_MS, NOW);
    const name = (what: string) => `history of 2 years, 20 VMs, ${megabytes} MB: ${what}`;
    const table = usageOfMonth();
    let count = 0;
    return [
      await measure(name('last 24 h'), 20, spend(ALL, TOTAL, 1)),
      await measure(name('30 days of a VM'), 20, spend('account', 'vm-7', 30)),
      await measure(name('2 years of all VMs'), 20, spend(ALL, TOTAL, 730)),
      await measure(name('bill check of 30 days'), 5, async () => {
        await checkBill('account', table, MONTH, history, NOW);
      }),
      await measure(name('open'), 20, () => openHistory(path).close()),
      await measure(name('record a poll that changed all rates'), 100, () => {
        count += 1;
        history.record(readingsAt(NOW + count * 30_000, count), []);
      }),
    ];
  } finally {
    history.close();
  }
}
