import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, utcDay } from '../../shared/format/index.ts';
import { type DayRange, daysOf } from '../../shared/usage/day-range.ts';
import { rowKey, type UsageTable } from '../../shared/usage/usage.ts';
import { figuresRange } from '../../shared/usage/usage-period.ts';
import type { BillCheck, BillDifference } from '../../shared/usage/usage-schemas.ts';
import type { History } from './history.ts';
import {
  clipped,
  dayStart,
  MAX_GAP_MS,
  type Measured,
  perDay,
  type Span,
  spendBetween,
  stoppedSeries,
  TOTAL,
  without,
} from './spans.ts';

// Compares the billed amounts with the reported rates, for each VM and day.

/** A day is compared this long after its end: the service may write its log with a delay. */
const SETTLED_MS = HOUR_MS;

/** A VM's highest rate is looked for that long before the range. */
const LOOK_BACK_MS = 31 * DAY_MS;

/** $, the rounding of the service. */
const CENT = 0.01 + 1e-9;

/** Below this part of its highest rate, a VM of unknown status is stopped: only its disk is billed. */
const STOPPED_PART = 0.5;

interface VmDay extends Pick<BillDifference, 'vmId' | 'measured' | 'measuredMs' | 'stoppedAt'> {
  readonly start: number;
  /** Null: the log has an entry without a cost. */
  readonly billed: number | null;
  /** The log may lack a part of the bill. */
  readonly isPartial: boolean;
  /** The sum of the rate's changes. */
  readonly changes: number;
  /** The highest rate while not stopped; null: stopped all the time. */
  readonly highest: number | null;
  /** When it was first listed, if by the end of the day. */
  readonly listedAt: number | null;
  /** The highest rate by the end of the day. */
  readonly peak: number;
  readonly stoppedMs: number;
  readonly stoppedCost: number;
}

interface DaySpan extends Span {
  /** Null: unknown. */
  readonly isStopped: boolean | null;
}

/** The spans of a VM, cut where it stopped or started. @param stopped the spans of its status */
function partsOf(spans: readonly Span[], stopped: readonly Span[]): readonly DaySpan[] {
  const statuses = Map.groupBy(stopped.flatMap(perDay), ({ start }) => dayStart(start));
  return spans.flatMap(perDay).flatMap((span): readonly DaySpan[] | DaySpan => {
    const ofDay = statuses.get(dayStart(span.start));
    // Usual for a key that reads billing only: 20 VMs of a month are 170,000 spans.
    if (ofDay === undefined) return { ...span, isStopped: null };
    let rest: readonly Span[] = [span];
    const known = ofDay.flatMap(({ start, end, rate }) => {
      const part = clipped(span, start, end);
      if (part === null) return [];
      rest = rest.flatMap((one) => without(one, start, end));
      // The status during most of a merged span.
      return [{ ...part, isStopped: rate >= 0.5 }];
    });
    const unknown = rest.map((part) => ({ ...part, isStopped: null }));
    return [...known, ...unknown].toSorted((a, b) => a.start - b.start);
  });
}

/** The spans of a VM as days. @param parts in order @param starts of the days, in order */
function vmDays(
  vmId: string,
  parts: readonly DaySpan[],
  starts: readonly number[],
  billedOn: (start: number) => number | null,
  isPartial: boolean,
): readonly VmDay[] {
  const ran = parts.filter(({ isStopped }) => isStopped !== true);
  const highest = ran.length === 0 ? null : Math.max(...ran.map(({ rate }) => rate));
  const changes = new Map<number, number>();
  /** A change is seen with the next poll, perhaps after midnight. */
  function change(at: number, size: number): void {
    for (const day of new Set([dayStart(at), dayStart(at - MAX_GAP_MS)]))
      changes.set(day, (changes.get(day) ?? 0) + size);
  }
  for (const [index, { start, end, rate }] of parts.entries()) {
    const before = parts[index - 1];
    change(start, Math.abs(rate - (before?.end === start ? before.rate : 0)));
    if (parts[index + 1]?.start !== end) change(end, rate);
  }
  let next = 0;
  let peak = 0;
  return starts.map((start) => {
    const end = start + DAY_MS;
    let [measured, measuredMs, stoppedMs, stoppedCost] = [0, 0, 0, 0];
    let stoppedAt: number | null = null;
    for (let part = parts[next]; part !== undefined && part.start < end; part = parts[next]) {
      next += 1;
      peak = Math.max(peak, part.rate);
      if (part.start < start) continue;
      const cost = (part.rate * part.measuredMs) / HOUR_MS;
      measured += cost;
      measuredMs += part.measuredMs;
      if (!(part.isStopped ?? part.rate < peak * STOPPED_PART)) stoppedAt = part.end;
      else {
        stoppedMs += part.measuredMs;
        stoppedCost += cost;
      }
    }
    const first = parts[0]?.start ?? end;
    return {
      vmId,
      start,
      billed: billedOn(start),
      isPartial,
      measured,
      measuredMs,
      highest,
      peak,
      stoppedMs,
      stoppedCost,
      stoppedAt,
      changes: changes.get(start) ?? 0,
      listedAt: first < end ? Math.max(first, start) : null,
    };
  });
}

/**
 * Why billed and measured amount differ; null: they agree, or the reason is unknown.
 * @param gapMs time of that day in which the VM's rate was unknown
 * @param knownMs the same time in which the account's rates were known, from a moment of that day on
 */
function kindOf(
  day: VmDay,
  gapMs: number,
  knownMs: (from: number) => number,
): BillDifference['kind'] | null {
  const { start, billed, measured, measuredMs, listedAt, peak } = day;
  if (billed === null) return null;
  const excess = billed - measured;
  const tolerance = CENT + (day.changes * MAX_GAP_MS) / HOUR_MS;
  if (Math.abs(excess) <= tolerance) return null;
  if (excess < 0) return day.isPartial ? null : 'rateChanged';
  // In a gap before it was listed, or if it was seen only while stopped, a VM may have had any rate.
  const unlistedUntil = listedAt ?? start + DAY_MS;
  const knownUnlistedMs = knownMs(start) - knownMs(unlistedUntil);
  const unlistedGapMs = unlistedUntil - start - knownUnlistedMs;
  const isAnyRate = (day.highest === null ? gapMs : unlistedGapMs) > MAX_GAP_MS;
  const highest = isAnyRate ? Number.POSITIVE_INFINITY : (day.highest ?? 0);
  const inGap = (highest * gapMs) / HOUR_MS;
  if (excess <= inGap + tolerance || gapMs >= DAY_MS) return 'gap';
  if (listedAt === null) return 'unknownVm';
  const unlistedMs = Math.max(0, knownMs(listedAt) - measuredMs);
  const stoppedMs = day.stoppedMs + unlistedMs;
  const afterStop = (peak * stoppedMs) / HOUR_MS - day.stoppedCost;
  const isStopped = stoppedMs > MAX_GAP_MS;
  return isStopped && (day.stoppedAt === null || excess <= afterStop + inGap + tolerance)
    ? 'afterStop'
    : 'rateChanged';
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

type Measurements = Pick<History, 'spans' | 'vms'>;

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
  const end = last + DAY_MS;
  // A VM that was created in a gap may be listed first on the day after.
  const until = end + DAY_MS;
  const billed = billedByVm(table);
  const hasSkipped = table.notes.some(({ kind }) => kind === 'unread' || kind === 'undated');
  const rows = new Map(
    table.rows.flatMap((row) =>
      row.accountId === accountId && row.vmId !== null ? [[row.vmId, row] as const] : [],
    ),
  );
  const days: VmDay[] = [];
  for (const vmId of new Set([...rows.keys(), ...history.vms(accountId, from, end)])) {
    const spansFrom = (start: number) => history.spans(accountId, vmId, start, until);
    const recent = spansFrom(from - LOOK_BACK_MS);
    const since = recent.length > 0 ? from - LOOK_BACK_MS : 0;
    const ofVm = billed.get(rowKey({ accountId, vmId })) ?? new Map<string, number>();
    const sum = [...ofVm.values()].reduce<number>((all, cost) => all + (cost ?? 0), 0);
    const isPartial = hasSkipped || (rows.get(vmId)?.cost ?? 0) > sum + CENT;
    const spans = recent.length > 0 ? recent : spansFrom(since);
    const billedOn = (start: number) =>
      ofVm.get(utcDay(start)) ?? (ofVm.has(utcDay(start)) ? null : 0);
    const stopped = history.spans(accountId, stoppedSeries(vmId), since, until);
    const parts = partsOf(spans, stopped);
    const ofDays = vmDays(vmId, parts, starts, billedOn, isPartial);
    days.push(...ofDays.filter((day) => day.billed !== 0 || day.measured > 0));
    // One VM of years takes tens of milliseconds.
    await setImmediate();
  }
  const totalByDay = Map.groupBy(totals.flatMap(perDay), ({ start }) => dayStart(start));
  return [...Map.groupBy(days, ({ start }) => start)].flatMap(([start, ofDay]) => {
    const dayEnd = start + DAY_MS;
    const known = totalByDay.get(start) ?? [];
    const total = spendBetween(known, start, dayEnd);
    const knownMs = (since: number) => dayEnd - since - spendBetween(known, since, dayEnd).gapMs;
    // Otherwise there are more VMs than are recorded, perhaps one without a rate.
    const ofVms = ofDay.reduce((sum, { measured }) => sum + measured, 0);
    const isItemized = total.amount - ofVms <= total.amount / 100 + CENT;
    return ofDay.flatMap((day): readonly BillDifference[] => {
      const { vmId, billed, measured, measuredMs, stoppedAt } = day;
      // Merged spans add up to the day only nearly.
      const gapMs = Math.floor((isItemized ? total.gapMs : DAY_MS - measuredMs) / 1_000) * 1_000;
      const kind = kindOf(day, gapMs, knownMs);
      if (kind === null || billed === null) return [];
      const about = { accountId, vmId, date: utcDay(start), kind };
      return [{ ...about, billed, measured, measuredMs, gapMs, stoppedAt }];
    });
  });
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
    differences.push(...(await checkAccount(accountId, bill, starts, total, history)));
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
