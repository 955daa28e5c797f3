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
  type Measured,
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

type Measurements = Pick<History, 'spans' | 'vms'>;

interface MeasuredDay extends Pick<BillDifference, 'measured' | 'measuredMs' | 'stoppedAt'> {
  /** The highest rate while not stopped; null: stopped all the time, or not listed. */
  readonly highest: number | null;
  /** ms since the epoch; the day's end where the VM was not listed. */
  readonly listedAt: number;
  /** ms of the day in which its status was that of a stopped VM. */
  readonly stoppedMs: number;
  /** The sum of the rate's changes, $/h. */
  readonly changes: number;
}

interface VmDay extends MeasuredDay, Pick<BillDifference, 'vmId'> {
  /** $; null: the log has an entry without a cost. */
  readonly billed: number | null;
  /** The log may lack a part of the bill. */
  readonly isPartial: boolean;
}

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

function measuredDay(
  spansOf: (series: string, from: number, to: number) => readonly Span[],
  vmId: string,
  start: number,
): MeasuredDay {
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
  return {
    measured,
    measuredMs: DAY_MS - gapMs,
    highest: ran.length === 0 ? null : Math.max(...ran.map(({ rate }) => rate)),
    listedAt: ofDay[0]?.start ?? end,
    stoppedAt: ran.at(-1)?.end ?? null,
    stoppedMs: spendBetween(ran, start, end).gapMs - gapMs,
    changes: changesOf(around, from, to),
  };
}

/**
 * Why billed and measured amount differ; null: they agree, or the reason is unknown.
 * @param known the account's rates on that day @param gapMs time of that day in which the VM's rate was unknown
 */
function kindOf(
  day: VmDay,
  start: number,
  known: readonly Span[],
  gapMs: number,
  wasListed: () => boolean,
): BillDifference['kind'] | null {
  const { billed, measured, measuredMs, highest, listedAt } = day;
  if (billed === null) return null;
  const end = start + DAY_MS;
  const excess = billed - measured;
  const tolerance = CENT + (day.changes * MAX_GAP_MS) / HOUR_MS;
  if (Math.abs(excess) <= tolerance) return null;
  if (excess < 0) return day.isPartial ? null : 'rateChanged';
  // In a gap before it was listed, or if it was seen only while stopped, a VM may have had any rate.
  const unseenMs = highest === null ? gapMs : spendBetween(known, start, listedAt).gapMs;
  const inGap = ((highest ?? 0) * gapMs) / HOUR_MS;
  if (unseenMs > MAX_GAP_MS || excess <= inGap + tolerance) return 'gap';
  if (measuredMs === 0 && !wasListed()) return 'unknownVm';
  const seenUntil = day.stoppedAt ?? start;
  const unlistedMs = end - seenUntil - spendBetween(known, seenUntil, end).gapMs;
  return Math.max(day.stoppedMs, unlistedMs) > MAX_GAP_MS ? 'afterStop' : 'rateChanged';
}

/** The logged costs per day of each VM, by `rowKey`. */
function billedByVm({ days }: UsageTable): ReadonlyMap<string, ReadonlyMap<string, number | null>> {
  const byVm = new Map<string, Map<string, number | null>>();
  for (const { date, vms } of days)
    for (const [key, cost] of vms) {
      const ofVm = byVm.get(key) ?? new Map<string, number | null>();
      byVm.set(key, ofVm.set(date ?? '', cost));
    }
  return byVm;
}

interface Bill {
  readonly table: UsageTable;
  /** The requested days; a report may state others. */
  readonly range: DayRange;
  readonly accountIds: readonly string[];
}

/** The days of a range that are over, from the first measured one on. */
function comparedDays(range: DayRange, total: readonly Span[], now: number): readonly number[] {
  const first = total[0];
  const end = now - SETTLED_MS;
  const starts = daysOf(range).map((date) => Date.parse(date));
  return starts.filter(
    (start) => first !== undefined && start + DAY_MS > first.start && start + DAY_MS <= end,
  );
}

/** Compares the VMs of one account. */
async function checkAccount(
  accountId: string,
  { table }: Bill,
  starts: readonly number[],
  totals: readonly Span[],
  history: Measurements,
): Promise<readonly BillDifference[]> {
  const [from = 0, last = 0] = [starts[0], starts.at(-1)];
  const billed = billedByVm(table);
  const hasSkipped = table.notes.some(({ kind }) => kind === 'unread' || kind === 'undated');
  const rows = new Map(
    table.rows.flatMap((row) =>
      row.accountId === accountId && row.vmId !== null ? [[row.vmId, row] as const] : [],
    ),
  );
  const spansOf = (series: string, since: number, until: number) =>
    history.spans(accountId, series, since, until);

  function dayOf(vmId: string, start: number): VmDay {
    const ofVm = billed.get(rowKey({ accountId, vmId })) ?? new Map<string, number>();
    const sum = [...ofVm.values()].reduce<number>((all, cost) => all + (cost ?? 0), 0);
    const isPartial = hasSkipped || (rows.get(vmId)?.cost ?? 0) > sum + CENT;
    const date = utcDay(start);
    const ofDay = ofVm.has(date) ? (ofVm.get(date) ?? null) : 0;
    return { ...measuredDay(spansOf, vmId, start), vmId, billed: ofDay, isPartial };
  }

  const differences: BillDifference[] = [];
  const vmIds = [...new Set([...rows.keys(), ...history.vms(accountId, from, last + DAY_MS)])];
  for (const start of starts) {
    const end = start + DAY_MS;
    const known = totals.flatMap((span) => clipped(span, start, end) ?? []);
    const total = spendBetween(known, start, end);
    const days = vmIds.map((vmId) => dayOf(vmId, start));
    // Otherwise there are more VMs than are recorded, perhaps one without a rate.
    const ofVms = days.reduce((sum, { measured }) => sum + measured, 0);
    const isItemized = total.amount - ofVms <= total.amount / 100 + CENT;
    for (const day of days) {
      const { vmId, billed: cost, measured, measuredMs, stoppedAt } = day;
      // Parts of spans add up to the day only nearly.
      const gapMs = Math.floor((isItemized ? total.gapMs : DAY_MS - measuredMs) / 1_000) * 1_000;
      const wasListed = () => spansOf(vmId, start - LOOK_BACK_MS, start).length > 0;
      const kind = kindOf(day, start, known, gapMs, wasListed);
      if (kind === null || cost === null) continue;
      const about = { accountId, vmId, date: utcDay(start), kind };
      differences.push({ ...about, billed: cost, measured, measuredMs, gapMs, stoppedAt });
    }
    // A day of many VMs takes tens of milliseconds.
    await setImmediate();
  }
  return differences;
}

const sizeOf = ({ billed, measured }: BillDifference) => Math.abs(billed - measured);

/**
 * Compares a usage report with the history. Amounts agree within a cent, plus five minutes of each change of the VM's rate on that
 * day: that long, a change can stay unnoticed.
 */
export async function checkBill(
  bill: Bill,
  history: Measurements,
  now: number,
): Promise<BillCheck> {
  const differences: BillDifference[] = [];
  const compared: number[] = [];
  const measured: Measured[] = [];
  for (const accountId of bill.accountIds) {
    const range = figuresRange(bill.table.periods.get(accountId), bill.range);
    const from = Date.parse(range.from);
    const to = Math.min(Date.parse(range.to) + DAY_MS, now);
    const total = history.spans(accountId, TOTAL, from, to);
    if (total.length === 0) continue;
    measured.push(spendBetween(total, from, to));
    // Without a log, nothing is known per day.
    const starts = bill.table.days.length === 0 ? [] : comparedDays(range, total, now);
    if (starts.length === 0) continue;
    compared.push(...starts);
    const found = await checkAccount(accountId, bill, starts, total, history);
    // Not as arguments of one call, which may be too many.
    for (const difference of found) differences.push(difference);
  }
  const isGap = ({ kind }: BillDifference) => Number(kind === 'gap');
  const days = () => ({ from: utcDay(Math.min(...compared)), to: utcDay(Math.max(...compared)) });
  const sum = {
    amount: measured.reduce((total, { amount }) => total + amount, 0),
    gapMs: Math.max(...measured.map(({ gapMs }) => gapMs)),
  };
  return {
    compared: compared.length === 0 ? null : days(),
    measured: measured.length === 0 ? null : sum,
    differences: differences.sort((a, b) => isGap(a) - isGap(b) || sizeOf(b) - sizeOf(a)),
  };
}
