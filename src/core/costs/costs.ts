import {
  type AccountState,
  billedNow,
  type Problem,
  runningSince,
  type Vm,
} from '../../shared/domain/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDateTime, utcDay } from '../../shared/format/index.ts';
import {
  type Costs,
  costNow,
  monthStart,
  type RateSample,
  type RunningCost,
  sumAmounts,
} from '../../shared/usage/index.ts';

/** Minimum distance of two rate samples: at most 288 a day. */
const SAMPLE_MS = 5 * MINUTE_MS;

/** The amounts in an account's usage reports, $; null: unknown. */
export interface BilledCosts {
  readonly accountId: string;
  /** Time of the report, ms since the epoch. */
  readonly at: number;
  readonly today: number | null;
  readonly month: number | null;
  /** This month's amount of each VM, by `vmKey`. */
  readonly vms: Readonly<Record<string, number>>;
  /** Today's amount of each VM, by its id, and of VMs that are not named; absent: only the sum is known. */
  readonly ofToday?: { readonly vms: BilledCosts['vms']; readonly unnamed: number };
  /** Why an amount is unknown; null also where the report had none. */
  readonly problem: Problem | null;
  /** The provider tells no past costs, and they cannot be measured: sums are without this account. */
  readonly isSilent?: boolean;
}

type Period = 'today' | 'month';
type Amounts = Pick<BilledCosts, Period>;

/** The periods are in UTC. */
function isSamePeriod(period: Period, a: number, b: number): boolean {
  const [dayA, dayB] = [utcDay(a), utcDay(b)];
  return period === 'today' ? dayA === dayB : monthStart(dayA) === monthStart(dayB);
}

/** ms: an hour, or until a minute after midnight (UTC), when other costs begin. */
export function untilNextReports(now: number): number {
  const date = new Date(now);
  const nextDay = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
  return Math.min(HOUR_MS, nextDay + MINUTE_MS - now);
}

function highest(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** An account's report and the cost since then, by its $/h. Unknown for another day or month. */
export function billedBy(billed: BilledCosts, perHour: number | null, now: number): Amounts {
  const { at } = billed;
  const accrued = ((perHour ?? 0) * Math.max(0, now - at)) / HOUR_MS;
  function by(period: Period): number | null {
    const amount = billed[period];
    return amount === null || !isSamePeriod(period, at, now) ? null : amount + accrued;
  }
  return { today: by('today'), month: by('month') };
}

/**
 * The amounts per owner that tells them: accounts of one owner report the same money, some with less access.
 * @param owners the account ids of each owner
 */
export function billedOnce(
  billed: readonly BilledCosts[],
  owners: readonly (readonly string[])[],
): readonly Amounts[] {
  return owners.flatMap((ids) => {
    const own = billed.filter(({ accountId, isSilent }) => ids.includes(accountId) && !isSilent);
    if (own.length === 0) return [];
    return {
      today: highest(own.map(({ today }) => today)),
      month: highest(own.map(({ month }) => month)),
    };
  });
}

/** Changes both costs; the same object when neither changed. */
function withBoth(costs: Costs, change: (cost: RunningCost, period: Period) => RunningCost): Costs {
  const [today, month] = [change(costs.today, 'today'), change(costs.month, 'month')];
  return today === costs.today && month === costs.month ? costs : { today, month };
}

function withCostRate(cost: RunningCost, perHour: number | null, now: number): RunningCost {
  if (cost.perHour === perHour) return cost;
  // Nothing is added for a time with an unknown rate; the next report corrects the amount.
  return { ...cost, known: costNow(cost, now), asOf: now, perHour };
}

/**
 * The costs of all accounts after their usage reports. The previous cost stays when a report is missing in the same period.
 * @param perHour the current rate of those that tell them, $/h
 */
export function costsOf(
  billed: readonly Amounts[],
  previous: Costs,
  perHour: number | null,
  now: number,
): Costs {
  return withBoth(previous, (cost, period) => {
    const known = billed.length === 0 ? null : sumAmounts(billed.map((amounts) => amounts[period]));
    const isMissing = known === null && billed.length > 0;
    return isMissing && isSamePeriod(period, cost.asOf, now)
      ? withCostRate(cost, perHour, now)
      : { known, asOf: now, perHour };
  });
}

/** The costs with another rate from now on. The amount of a past period is unknown until the next report. */
export function withRateChange(costs: Costs, perHour: number | null, now: number): Costs {
  return withBoth(costs, (cost, period) => {
    const isKept = cost.known === null || isSamePeriod(period, cost.asOf, now);
    return withCostRate(isKept ? cost : { ...cost, known: null }, perHour, now);
  });
}

/** Today's part of an owner's amounts, $. */
interface TodayPart {
  /** The bill with what accrued since. */
  readonly billed: number;
  /** $ that the bill still lacks; 0: it is complete. */
  readonly lack: number;
  /** It has nothing yet, and a billed run has an unknown start. */
  readonly isOpen?: boolean;
}

const CENT = 0.01;

interface TodayFacts {
  readonly state: AccountState;
  /** When the VMs were listed, ms since the epoch; null: never. */
  readonly listedAt: number | null;
  /** As it was reported. */
  readonly bill: BilledCosts | undefined;
  /** The bill's amount and what accrued since, $. */
  readonly accrued: number | null;
  /** $, without gaps. */
  readonly measured: number;
}

/** Today's cost of an account is at least what was measured, and what start and rate of the current runs prove. */
export function todayPart(facts: TodayFacts, now: number): TodayPart {
  const { bill, listedAt } = facts;
  const { vms, spend } = facts.state;
  if (bill?.isSilent === true) return { billed: 0, lack: 0 };
  const { today = null, at = now } = bill ?? {};
  const isToday = today !== null && isSamePeriod('today', at, now);
  const own = isToday ? { unnamed: today, ...bill?.ofToday } : null;
  const until = Math.min(listedAt ?? 0, isToday ? at : now);
  const ratedAt = parseDateTime(spend.value?.lastUpdated ?? null) ?? until;
  const start = Date.parse(utcDay(now));
  // A service whose clock shows another day bills another day.
  const isProof = [until, ratedAt].every((at) => isSamePeriod('today', at, now));
  const runs = isProof ? (vms.value?.vms ?? []) : [];
  const missing = runs.map((vm) => {
    const since = Math.max(start, runningSince(vm) ?? until);
    const cost = ((billedNow(vm, spend.value) ?? 0) * (until - since)) / HOUR_MS;
    return Math.max(0, cost - (own?.vms?.[vm.id] ?? 0));
  });
  const isUnproved = (vm: Vm) => runningSince(vm) === null && (billedNow(vm, spend.value) ?? 0) > 0;
  const isOpen = !today && runs.some((vm) => vm.phase === 'running' && isUnproved(vm));
  const proved = missing.reduce((sum, cost) => sum + cost, 0) - (own?.unnamed ?? 0);
  const billed = facts.accrued ?? 0;
  const lack = Math.max(proved, facts.measured - billed);
  // Bills are by the hour, so one that has begun may lack the last.
  const tolerated = isToday && today > 0 ? (spend.value?.perHour ?? 0) : 0;
  return { billed, lack: lack > Math.max(CENT, tolerated) ? lack : 0, isOpen };
}

/** The costs where today's are at least those of each owner, and a month's those of its day. @param owners the parts of each owner */
export function costsAtLeast(
  { today, month }: Costs,
  owners: readonly (readonly TodayPart[])[],
  now: number,
): Costs {
  const least = owners
    .map((parts) => Math.max(0, ...parts.map(({ billed, lack }) => billed + lack)))
    .reduce((sum, amount) => sum + amount, 0);
  const shown = (cost: RunningCost, period: Period) =>
    isSamePeriod(period, cost.asOf, now) ? costNow(cost, now) : null;
  const isLate = owners.flat().some(({ lack }) => lack > 0);
  const isBehind = isLate && (shown(today, 'today') ?? 0) < least - CENT / 2;
  const isOpen = today.known !== null && owners.flat().some((part) => part.isOpen);
  const billed = isOpen ? { ...today, isAtLeast: true } : today;
  const day = isBehind ? { ...today, known: least, asOf: now, isAtLeast: true } : billed;
  const ofMonth = shown(month, 'month');
  if (!day.isAtLeast || ofMonth === null) return { today: day, month };
  const isLower = ofMonth < (costNow(day, now) ?? 0);
  return { today: day, month: isLower ? day : { ...month, isAtLeast: true } };
}

/**
 * The samples of a day with another one, which within `SAMPLE_MS` replaces the last, unless only one of them is unknown. The same
 * array when nothing changed.
 */
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
