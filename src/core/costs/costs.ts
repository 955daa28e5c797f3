import type { Problem } from '../../shared/domain/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '../../shared/format/index.ts';
import type { Costs, RateSample, RunningCost } from '../../shared/usage/index.ts';
import { costNow, monthStart, sumAmounts } from '../../shared/usage/index.ts';

/** Minimum distance of two rate samples: at most 288 a day. */
const SAMPLE_MS = 5 * MINUTE_MS;

/** The amounts in an account's usage reports, $; null: unknown. */
export interface BilledCosts {
  readonly accountId: string;
  /** When it was reported, ms since the epoch. */
  readonly at: number;
  readonly today: number | null;
  readonly month: number | null;
  /** This month's amount of each VM, by `vmKey`. */
  readonly vms: Readonly<Record<string, number>>;
  /** Why an amount is unknown; null also where the report had none. */
  readonly problem: Problem | null;
}

type Amounts = Pick<BilledCosts, 'today' | 'month'>;

/** ms until the next usage reports are due: an hour, or a minute into the next day, which has its own costs. */
export function untilNextReports(now: number): number {
  const date = new Date(now);
  const nextDay = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
  return Math.min(HOUR_MS, nextDay + MINUTE_MS - now);
}

function highest(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/**
 * An account's amounts by `now`: its report, and what its rate came to since then. Unknown for another day or month.
 * @param perHour $/h of the account; null: unknown
 */
export function billedBy(
  { at, today, month }: BilledCosts,
  perHour: number | null,
  now: number,
): Amounts {
  const accrued = ((perHour ?? 0) * Math.max(0, now - at)) / HOUR_MS;
  const by = (amount: number | null, isSamePeriod: boolean) =>
    amount === null || !isSamePeriod ? null : amount + accrued;
  return {
    today: by(today, utcDay(at) === utcDay(now)),
    month: by(month, monthStart(utcDay(at)) === monthStart(utcDay(now))),
  };
}

/**
 * The amounts per owner: the reports of two accounts of one owner are about the same money, and one of them may have less
 * access than the other.
 * @param owners the account ids of each owner
 */
export function billedOnce(
  billed: readonly BilledCosts[],
  owners: readonly (readonly string[])[],
): readonly Amounts[] {
  return owners.flatMap((ids) => {
    const own = billed.filter(({ accountId }) => ids.includes(accountId));
    if (own.length === 0) return [];
    return {
      today: highest(own.map(({ today }) => today)),
      month: highest(own.map(({ month }) => month)),
    };
  });
}

function periodsOf({ today, month }: Costs, now: number) {
  return {
    isSameDay: utcDay(today.asOf) === utcDay(now),
    isSameMonth: monthStart(utcDay(month.asOf)) === monthStart(utcDay(now)),
  };
}

function withCostRate(cost: RunningCost, perHour: number | null, now: number): RunningCost {
  if (cost.perHour === perHour) return cost;
  // Nothing is added for a time with an unknown rate; the next report corrects the amount.
  return { known: costNow(cost, now), asOf: now, perHour };
}

/** The reported cost, or the previous one when a report is missing in the same period. */
function reported(
  amounts: readonly (number | null)[],
  previous: RunningCost,
  isSamePeriod: boolean,
  perHour: number | null,
  now: number,
): RunningCost {
  const known = amounts.length === 0 ? null : sumAmounts(amounts);
  if (known === null && amounts.length > 0 && isSamePeriod)
    return withCostRate(previous, perHour, now);
  return { known, asOf: now, perHour };
}

/** The costs of all accounts after their usage reports. @param perHour the current rate, $/h */
export function costsOf(
  billed: readonly Amounts[],
  previous: Costs,
  perHour: number | null,
  now: number,
): Costs {
  const { today, month } = previous;
  const { isSameDay, isSameMonth } = periodsOf(previous, now);
  const todays = billed.map((costs) => costs.today);
  const months = billed.map((costs) => costs.month);
  return {
    today: reported(todays, today, isSameDay, perHour, now),
    month: reported(months, month, isSameMonth, perHour, now),
  };
}

/** The amount of a past period is not the amount of this one, which is unknown until its report. */
function within(cost: RunningCost, isSamePeriod: boolean): RunningCost {
  return isSamePeriod || cost.known === null ? cost : { ...cost, known: null };
}

/** The costs with another rate from now on; the same object when the rate is the same. */
export function withRateChange(costs: Costs, perHour: number | null, now: number): Costs {
  const { isSameDay, isSameMonth } = periodsOf(costs, now);
  const today = withCostRate(within(costs.today, isSameDay), perHour, now);
  const month = withCostRate(within(costs.month, isSameMonth), perHour, now);
  return today === costs.today && month === costs.month ? costs : { today, month };
}

/**
 * The samples of a day with another one. Within `SAMPLE_MS` it replaces the last, unless only one of them is unknown. The same
 * array when nothing changed.
 * @param now ms since the epoch
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
