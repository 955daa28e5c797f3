import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, utcDay } from '../../shared/format/index.ts';
import { type DayRange, daysOf } from '../../shared/usage/day-range.ts';
import { rowKey, type UsageTable } from '../../shared/usage/usage.ts';
import { figuresRange } from '../../shared/usage/usage-period.ts';
import type { BillCheck, BillDifference } from '../../shared/usage/usage-schemas.ts';
import type { History } from './history.ts';
import {
  clipped,
  MAX_GAP_MS,
  type Span,
  spendBetween,
  stoppedSeries,
  TOTAL,
  without,
} from './spans.ts';

// Compares the billed amounts with the reported rates, for each VM and day.

/** A day is compared this long after its end: the service may write its log with a delay. */
const SETTLED_MS = HOUR_MS;

/** A VM that is not listed on a day is looked for in the time before, ms. */
const LOOK_BACK_MS = 31 * DAY_MS;

/** $, the rounding of the service. */
const CENT = 0.01 + 1e-9;

const gapIn = (spans: readonly Span[], from: number, to: number) =>
  spendBetween(spans, from, to).gapMs;

/** The sum of a rate's changes within a time, $/h. */
function changesOf(spans: readonly Span[], from: number, to: number): number {
  const edges = spans.flatMap(({ start, end, rate }) => [
    { at: start, by: rate },
    { at: end, by: -rate },
  ]);
  const within = edges.filter(({ at }) => at > from && at < to);
  return [...Map.groupBy(within, ({ at }) => at).values()].reduce(
    (sum, atOnce) => sum + Math.abs(atOnce.reduce((change, { by }) => change + by, 0)),
    0,
  );
}

/** @param known the account's rates on that day */
function measuredDay(
  spansOf: (series: string, from: number, to: number) => readonly Span[],
  vmId: string,
  start: number,
  known: readonly Span[],
) {
  const end = start + DAY_MS;
  // A change is seen with the next poll, perhaps after midnight.
  const [from, to] = [start - MAX_GAP_MS, end + MAX_GAP_MS];
  const around = spansOf(vmId, from, to);
  const ofDay = around.flatMap((span) => clipped(span, start, end) ?? []);
  const stopped = spansOf(stoppedSeries(vmId), start, end).filter(({ rate }) => rate >= 0.5);
  const ran = stopped.reduce<readonly Span[]>(
    (rest, off) => rest.flatMap((span) => without(span, off.start, off.end)),
    ofDay,
  );
  const { amount: measured, gapMs } = spendBetween(ofDay, start, end);
  const stoppedAt = ran.at(-1)?.end ?? null;
  const seenUntil = stoppedAt ?? start;
  return {
    measured,
    measuredMs: DAY_MS - gapMs,
    /** The highest rate while not stopped; null: stopped all the time, or not listed. */
    highest: ran.length === 0 ? null : Math.max(...ran.map(({ rate }) => rate)),
    /** ms without the account's rates before the VM was listed. */
    get unseenMs() {
      return gapIn(known, start, ofDay[0]?.start ?? end);
    },
    stoppedAt,
    /** ms of the day in which its status was that of a stopped VM, and in which it was not listed at the end of the day. */
    stoppedMs: gapIn(ran, start, end) - gapMs,
    get unlistedMs() {
      return end - seenUntil - gapIn(known, seenUntil, end);
    },
    changes: changesOf(around, from, to),
  };
}

/** Why the amounts differ; null: they agree, or it is unknown. @param gapMs without a rate of the VM @param isPartial the log may lack a part of the bill @param wasListed before that day */
function kindOf(
  billed: number,
  day: ReturnType<typeof measuredDay>,
  gapMs: number,
  isPartial: boolean,
  wasListed: () => boolean,
): BillDifference['kind'] | null {
  const { measured, measuredMs, highest, stoppedMs } = day;
  const excess = billed - measured;
  const tolerance = CENT + (day.changes * MAX_GAP_MS) / HOUR_MS;
  if (Math.abs(excess) <= tolerance) return null;
  if (excess < 0) return isPartial ? null : 'rateChanged';
  // In a gap before it was listed, or if it was seen only while stopped, a VM may have had any rate.
  const unseenMs = highest === null ? gapMs : day.unseenMs;
  const inGap = ((highest ?? 0) * gapMs) / HOUR_MS;
  if (unseenMs > MAX_GAP_MS || excess <= inGap + tolerance) return 'gap';
  if (measuredMs === 0 && !wasListed()) return 'unknownVm';
  return Math.max(stoppedMs, day.unlistedMs) > MAX_GAP_MS ? 'afterStop' : 'rateChanged';
}

/** The amounts of an account's VMs on a day, $; null: of an entry it is unknown. */
function billedOf({ rows, days, notes }: UsageTable, accountId: string) {
  const logged = new Map<string, number>();
  for (const { vms } of days)
    for (const [key, cost] of vms) logged.set(key, (logged.get(key) ?? 0) + (cost ?? 0));
  const hasSkipped = notes.some(({ kind }) => kind === 'unread' || kind === 'undated');
  const own = rows.filter((row) => row.accountId === accountId && row.vmId !== null);
  const costs = new Map(own.map((row) => [row.vmId, row.cost ?? 0]));
  const byDate = new Map(days.map(({ date, vms }) => [date, vms]));
  return {
    vmIds: own.flatMap(({ vmId }) => vmId ?? []),
    on(vmId: string, date: string): number | null {
      const amount = byDate.get(date)?.get(rowKey({ accountId, vmId }));
      return amount === undefined ? 0 : amount;
    },
    /** Whether the log may lack a part of the bill. */
    isPartial: (vmId: string) =>
      hasSkipped || (costs.get(vmId) ?? 0) > (logged.get(rowKey({ accountId, vmId })) ?? 0) + CENT,
  };
}

const sizeOf = ({ billed, measured }: BillDifference) => Math.abs(billed - measured);
const isGap = ({ kind }: BillDifference) => Number(kind === 'gap');

/** By amount; those that a gap explains come last. */
export const byDifference = (a: BillDifference, b: BillDifference) =>
  isGap(a) - isGap(b) || sizeOf(b) - sizeOf(a);

/**
 * Compares a usage report of an account with the history. Amounts agree within a cent, plus five minutes of each change of the VM's
 * rate on that day: that long, a change can stay unnoticed. @param requested days; the report may state others
 */
export async function checkBill(
  accountId: string,
  table: UsageTable,
  requested: DayRange,
  history: Pick<History, 'spans' | 'vms'>,
  now: number,
): Promise<BillCheck> {
  const range = figuresRange(table.periods.get(accountId), requested);
  const [from, to] = [Date.parse(range.from), Math.min(Date.parse(range.to) + DAY_MS, now)];
  const spansOf = (series: string, since: number, until: number) =>
    history.spans(accountId, series, since, until);
  const totals = spansOf(TOTAL, from, to);
  const [measuredFrom] = totals;
  if (measuredFrom === undefined) return { compared: null, measured: null, differences: [] };
  const measured = spendBetween(totals, from, to);
  // The days that are over, from the first measured one on. Without a log, nothing is known per day.
  const dates = table.days.length === 0 ? [] : daysOf(range);
  const starts = dates
    .map((date) => Date.parse(date))
    .filter((at) => at + DAY_MS > measuredFrom.start && at + DAY_MS <= now - SETTLED_MS);
  const [first, last = first] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined)
    return { compared: null, measured, differences: [] };
  const bill = billedOf(table, accountId);
  const vmIds = [...new Set([...bill.vmIds, ...history.vms(accountId, first, last + DAY_MS)])];
  const differences: BillDifference[] = [];
  for (const start of starts) {
    const end = start + DAY_MS;
    const known = totals.flatMap((span) => clipped(span, start, end) ?? []);
    const total = spendBetween(known, start, end);
    const days = vmIds.map((vmId) => ({ vmId, day: measuredDay(spansOf, vmId, start, known) }));
    // Otherwise there are more VMs than are recorded, perhaps one without a rate.
    const ofVms = days.reduce((sum, { day }) => sum + day.measured, 0);
    const isItemized = total.amount - ofVms <= total.amount / 100 + CENT;
    const date = utcDay(start);
    for (const { vmId, day } of days) {
      const billed = bill.on(vmId, date);
      if (billed === null) continue;
      // Parts of spans add up to the day only nearly.
      const missing = isItemized ? total.gapMs : DAY_MS - day.measuredMs;
      const gapMs = Math.floor(missing / 1_000) * 1_000;
      const wasListed = () => spansOf(vmId, start - LOOK_BACK_MS, start).length > 0;
      const kind = kindOf(billed, day, gapMs, bill.isPartial(vmId), wasListed);
      const { measured, measuredMs, stoppedAt } = day;
      const amounts = { billed, measured, measuredMs, gapMs, stoppedAt };
      if (kind !== null) differences.push({ accountId, vmId, date, kind, ...amounts });
    }
    // A day of many VMs takes tens of milliseconds.
    await setImmediate();
  }
  const compared = { from: utcDay(first), to: utcDay(last) };
  return { compared, measured, differences: differences.sort(byDifference) };
}
