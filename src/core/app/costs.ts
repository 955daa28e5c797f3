import { type Costs, costNow, type RunningCost } from '../../shared/app/index.ts';

const HOUR_MS = 3_600_000;

/** What one account's usage reports said, $. */
export interface BilledCosts {
  readonly accountId: string;
  readonly today: number | null;
  readonly month: number | null;
}

type Amounts = Omit<BilledCosts, 'accountId'>;

/** `YYYY-MM-DD`. The service does not say whose days it means; UTC's are no worse than others, and the same everywhere. */
export function utcDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The first day of the month in UTC, `YYYY-MM-DD`. @param now ms since the epoch */
export function utcMonthStart(now: number): string {
  return `${utcDay(now).slice(0, 8)}01`;
}

/** ms until costs are asked for again: an hour, or a minute into the next day, since "today" begins anew there. */
export function untilNextAsking(now: number): number {
  const date = new Date(now);
  const nextDay = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
  return Math.min(HOUR_MS, nextDay + 60_000 - now);
}

/** Null as soon as one is unknown: less than everything would pass for everything. */
function sum(amounts: readonly (number | null)[]): number | null {
  let total = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += amount;
  }
  return total;
}

function highest(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/**
 * One bill for each owner: the reports of two accounts of one person tell of the same money, and one of them may know what
 * the other may not see.
 * @param owners the ids of each owner's accounts
 */
export function billedOnce(
  billed: readonly BilledCosts[],
  owners: readonly (readonly string[])[],
): readonly Amounts[] {
  return owners.flatMap((ids) => {
    const theirs = billed.filter(({ accountId }) => ids.includes(accountId));
    if (theirs.length === 0) return [];
    return {
      today: highest(theirs.map(({ today }) => today)),
      month: highest(theirs.map(({ month }) => month)),
    };
  });
}

function periodsOf({ today, month }: Costs, now: number) {
  return {
    isSameDay: utcDay(today.asOf) === utcDay(now),
    isSameMonth: utcMonthStart(month.asOf) === utcMonthStart(now),
  };
}

/** A cost as it was just reported, or the one before going on where the reports are incomplete and it still counts. */
function reported(
  amounts: readonly (number | null)[],
  previous: RunningCost,
  isSamePeriod: boolean,
  perHour: number | null,
  now: number,
): RunningCost {
  const known = amounts.length === 0 ? null : sum(amounts);
  if (known === null && amounts.length > 0 && isSamePeriod)
    return withCostRate(previous, perHour, now);
  return { known, asOf: now, perHour };
}

/**
 * The costs of all accounts after their usage was asked for. A report that failed takes nothing away within its day or month.
 * @param perHour what the accounts cost now, $/h
 */
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

function withCostRate(cost: RunningCost, perHour: number | null, now: number): RunningCost {
  if (cost.perHour === perHour) return cost;
  // While the rate was unknown nothing was added; the next report of the service sets it right.
  const known = cost.perHour === null ? cost.known : costNow(cost, now);
  return { known, asOf: now, perHour };
}

/** Yesterday's amount is not today's: until the report comes, today's is not known. */
function within(cost: RunningCost, isSamePeriod: boolean): RunningCost {
  return isSamePeriod || cost.known === null ? cost : { ...cost, known: null };
}

/** The costs going on at another rate; the same object when it is the same rate. */
export function withRateChange(costs: Costs, perHour: number | null, now: number): Costs {
  const { isSameDay, isSameMonth } = periodsOf(costs, now);
  const today = withCostRate(within(costs.today, isSameDay), perHour, now);
  const month = withCostRate(within(costs.month, isSameMonth), perHour, now);
  return today === costs.today && month === costs.month ? costs : { today, month };
}
