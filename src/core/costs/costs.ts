import { vmsOf } from '../../shared/domain/account-state.ts';
import { sumAmounts, sumRates } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { runningSince } from '../../shared/domain/vm.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDateTime, utcDay } from '../../shared/format/index.ts';
import { isOld } from '../../shared/polling/freshness.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import { costNow, periodAt } from '../../shared/usage/app-totals.ts';
import type { Costs, RateSample, RunningCost } from '../../shared/usage/usage-slice.ts';

/** Minimum distance of two rate samples: at most 288 a day. */
const SAMPLE_MS = 5 * MINUTE_MS;

/** The amounts in an account's usage reports, $; null: unknown. */
export interface BilledCosts {
  readonly accountId: string;
  /** Time of the report, ms since the epoch. */
  readonly at: number;
  readonly today: number | null;
  readonly month: number | null;
  /** This month's amount of each VM, by its id. */
  readonly vms: Readonly<Record<string, number>>;
  /** Today's amounts, and that of VMs that are not named; absent: only the sum is known. */
  readonly ofToday?: { readonly vms: BilledCosts['vms']; readonly unnamed: number };
  /** Why an amount is unknown; null also where the report had none. */
  readonly problem: Problem | null;
  /** The provider reports no past costs: the amounts are what was measured, if any. */
  readonly isSilent?: boolean;
  /** When it is requested again, ms since the epoch. */
  readonly dueAt: number;
}

type Period = keyof Costs;

const isSamePeriod = (period: Period, a: number, b: number) =>
  periodAt(period, a) === periodAt(period, b);

/** An amount by reports, $; null: unknown. */
interface Amount {
  /** By the last report. A missing amount is that of the report before, with the cost until the last one. */
  readonly known: number | null;
  /** The highest of the reports of this day or month. */
  readonly highest: number | null;
  readonly isAtLeast: boolean;
}

/** The bill of one account. */
export interface AccountBill {
  readonly report: BilledCosts;
  readonly amounts: Readonly<Record<Period, Amount>>;
  /** $ from the report until `asOf`; since then the account costs `perHour`, $/h, null: unknown. */
  readonly accrued: number;
  readonly asOf: number;
  readonly perHour: number | null;
  /** The costs lack a time without a rate, until the next report. */
  readonly hasGap?: boolean;
}

const CENT = 0.01;

/** Part of a day's bill that changes between two polls may measure too much. */
const LATE_PART = 0.02;

/** The time between two polls: a shorter one without a rate counts at the rate after it. */
const MAX_GAP_MS = MINUTE_MS;

/** $; null: unknown, or of a past day or month. */
function costAt(bill: AccountBill | undefined, period: Period, now: number): number | null {
  const known = bill?.amounts[period].known ?? null;
  if (bill === undefined || known === null || !isSamePeriod(period, bill.report.at, now))
    return null;
  return costNow({ ...bill, known: known + bill.accrued }, now);
}

/** @param perHour the account's rate, $/h */
export function withReport(
  before: AccountBill | undefined,
  report: BilledCosts,
  perHour: number | null,
): AccountBill {
  const { at, isSilent = false } = report;
  function amountOf(period: Period): Amount {
    const isSame = before !== undefined && isSamePeriod(period, before.report.at, at);
    const last = isSame ? before.amounts[period].highest : null;
    const known = report[period];
    if (known === null)
      return { known: costAt(before, period, at), highest: last, isAtLeast: true };
    const highest = Math.max(known, last ?? known);
    // A report that has less than one before was probably made before the last hours were billed.
    return { known, highest, isAtLeast: known + CENT < highest || isSilent };
  }
  const amounts = { today: amountOf('today'), month: amountOf('month') };
  return { report, amounts, accrued: 0, asOf: at, perHour };
}

export type Bills = Readonly<Record<string, AccountBill>>;

/** The bill with another rate of its account from now on. */
export function withBillRate(bill: AccountBill, perHour: number | null, now: number): AccountBill {
  if (bill.perHour === perHour) return bill;
  const known = costNow({ ...bill, known: bill.accrued }, now) ?? 0;
  if (bill.perHour !== null) return { ...bill, accrued: known, asOf: now, perHour };
  // Nothing is added for a time with an unknown rate; the next report corrects the amount.
  return now - bill.asOf > MAX_GAP_MS
    ? { ...bill, asOf: now, perHour, hasGap: true }
    : { ...bill, perHour };
}

/** The account's $/h by which its costs grow; null: unknown, or not read any more. */
export const growthOf = (snapshot: AccountSnapshot): number | null =>
  isOld('spend', snapshot) ? null : (snapshot.spend.value?.perHour ?? null);

/** The bill at the account's present rate. Without one, its costs end when the account was read last. */
export function accruedBill(bill: AccountBill, snapshot: AccountSnapshot, now: number) {
  const readAt = Math.min(now, Math.max(snapshot.asOf ?? 0, bill.asOf));
  return withBillRate(bill, growthOf(snapshot), isOld('spend', snapshot) ? readAt : now);
}

/** The measured cost of a day: $ without its gaps, and their length in ms. */
export interface Measured {
  readonly amount: number;
  readonly gapMs: number;
}

/** The facts that the costs of an account are computed from. */
export interface CostFacts {
  readonly state: AccountSnapshot;
  /** When the VMs were listed, ms since the epoch; null: never. */
  readonly listedAt: number | null;
  /** Undefined: no report was read yet. */
  readonly bill: AccountBill | undefined;
  /** $ of today, without gaps. */
  readonly measured: number;
  /** ms of today without a measured rate; absent: all of it. */
  readonly gapMs?: number;
}

/** $ that today's bill lacks; 0: it is complete. Otherwise it has less than was measured, or than start and rate of the current runs prove. */
export function lackOf(
  { state, listedAt, bill, measured, gapMs = DAY_MS }: CostFacts,
  billed: number,
  now: number,
) {
  const { spend } = state;
  const { today = null, at = now, ofToday } = bill?.report ?? {};
  const isToday = today !== null && isSamePeriod('today', at, now);
  // Without a report, what is kept of one before covers the runs.
  const own = isToday ? { unnamed: today, ...ofToday } : { unnamed: billed };
  const until = Math.min(listedAt ?? 0, isToday ? at : now);
  const ratedAt = parseDateTime(spend.value?.lastUpdated ?? null) ?? until;
  const start = Date.parse(utcDay(now));
  // A service whose clock shows another day bills another day.
  const isProof = [until, ratedAt].every((at) => isSamePeriod('today', at, now));
  const runs = (isProof ? vmsOf(state) : []).flatMap((vm) => {
    const perHour = vm.billed.perHour ?? 0;
    // The bill of a cluster does not name its members.
    return perHour > 0 && !vm.cluster ? [{ vm, perHour, since: runningSince(vm) }] : [];
  });
  const missing = runs.map(({ vm, perHour, since }) => {
    const ms = until - Math.max(start, since ?? until);
    return Math.max(0, (perHour * ms) / HOUR_MS - (own.vms?.[vm.id] ?? 0));
  });
  // It has nothing yet, and a billed run has an unknown start.
  const isOpen = !today && runs.some(({ vm, since }) => vm.phase === 'running' && since === null);
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  // The present rate counts for gaps alone: it may have changed, and a host that is offline bills nothing.
  const inGaps = (sum(runs.map(({ perHour }) => perHour)) * gapMs) / HOUR_MS;
  const most = measured + inGaps - sum(Object.values(own.vms ?? {}));
  const proved = Math.min(sum(missing), most) - own.unnamed;
  const lack = Math.max(proved, measured - billed);
  // Bills are by the hour, so one that has begun may lack the last. A stop is seen by the next poll, and measured until then.
  const tolerated =
    isToday && today > 0 ? Math.max(spend.value?.perHour ?? 0, LATE_PART * today) : 0;
  return { lack: lack > Math.max(CENT, tolerated) ? lack : 0, isOpen };
}

/** A cost by now. */
interface Part {
  /** $; null: unknown. */
  readonly amount: number | null;
  readonly perHour: number | null;
  /** It may be more. */
  readonly isAtLeast: boolean;
}

function partsOf(facts: CostFacts, now: number): Readonly<Record<Period, Part>> {
  const { bill, state } = facts;
  const perHour = growthOf(state);
  function billed(period: Period): Part {
    const amount = costAt(bill, period, now);
    const isLacking = bill?.hasGap === true || bill?.amounts[period].isAtLeast === true;
    return { amount, perHour, isAtLeast: amount === null || perHour === null || isLacking };
  }
  const [today, month] = [billed('today'), billed('month')];
  const { lack, isOpen } = lackOf(facts, today.amount ?? 0, now);
  const isLate = lack > 0 || isOpen;
  const isOfToday = bill !== undefined && isSamePeriod('today', bill.report.at, now);
  return {
    today: {
      amount: lack > 0 ? (today.amount ?? 0) + lack : today.amount,
      perHour,
      isAtLeast: today.isAtLeast || isLate,
    },
    month: { ...month, isAtLeast: month.isAtLeast || (isLate && isOfToday) },
  };
}

/** The highest amount, complete rather than not: accounts of one owner report the same money, some with less access. */
function bestOf(parts: readonly Part[]): Part | undefined {
  const worth = ({ amount, isAtLeast }: Part) => (amount ?? -1) - (isAtLeast ? CENT : 0);
  return parts.toSorted((a, b) => worth(b) - worth(a))[0];
}

function sumOf(parts: readonly Part[], now: number): RunningCost {
  const known = parts.filter(({ amount }) => amount !== null);
  const rates = known.flatMap(({ perHour }) => perHour ?? []);
  return {
    known: known.length === 0 ? null : sumAmounts(known.map(({ amount }) => amount)),
    asOf: now,
    perHour: sumRates(rates),
    ...(known.length > 0 && parts.some(({ isAtLeast }) => isAtLeast) && { isAtLeast: true }),
  };
}

/** The previous cost where both are equal, so that nothing changes. */
function settled(before: RunningCost, next: RunningCost, period: Period): RunningCost {
  const by = costNow(before, next.asOf);
  const isSameRate = before.perHour === next.perHour && before.isAtLeast === next.isAtLeast;
  if (!isSameRate || by === null || next.known === null)
    return isSameRate && by === next.known ? before : next;
  const isNear = Math.abs(by - next.known) < (next.isAtLeast ? CENT / 2 : 1e-6);
  return isNear && isSamePeriod(period, before.asOf, next.asOf) ? before : next;
}

/**
 * The costs of today and of the month that every surface shows: the sum of what is known of each owner. It is "at least" while a
 * report of one of them is late, missing, or measured.
 * @param owners the accounts of each owner
 */
export function costsOf(
  owners: readonly (readonly CostFacts[])[],
  previous: Costs,
  now: number,
): Costs {
  const parts = owners.map((accounts) => accounts.map((facts) => partsOf(facts, now)));
  const sum = (period: Period) =>
    sumOf(
      parts.flatMap((own) => bestOf(own.map((part) => part[period])) ?? []),
      now,
    );
  const [today, month] = [sum('today'), sum('month')];
  const isFloor = today.isAtLeast || month.isAtLeast;
  const isDayMore = isFloor && month.known !== null && month.known < (today.known ?? 0);
  const next = {
    today: settled(previous.today, today, 'today'),
    month: settled(previous.month, isDayMore ? { ...today, isAtLeast: true } : month, 'month'),
  };
  return next.today === previous.today && next.month === previous.month ? previous : next;
}

/** A day's samples with another one, which within `SAMPLE_MS` replaces the last, unless only one is unknown. The same array when nothing changed. */
export function withRate(
  samples: readonly RateSample[],
  rate: number | null,
  now: number,
): readonly RateSample[] {
  const last = samples.at(-1);
  if (last?.rate === rate && now - last.at < SAMPLE_MS) return samples;
  // A rate holds until the next sample: the last sample before the day is the rate at its start.
  const isOver = (index: number) => now - (samples[index + 1]?.at ?? now) > DAY_MS;
  const recent = samples.filter((_, index) => !isOver(index));
  const before = recent.at(-2);
  const isTooSoon = before !== undefined && now - before.at < SAMPLE_MS;
  const isSameKind = (last?.rate === null) === (rate === null);
  const kept = isTooSoon && isSameKind ? recent.slice(0, -1) : recent;
  return [...kept, { at: now, rate }];
}
