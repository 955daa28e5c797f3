import { costNow, type RunningCost } from '../../../shared/app/index.ts';

/** `YYYY-MM-DD` of UTC, whose days and months the service is asked for. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const monthOf = (at: number) => dayOf(at).slice(0, 7);

/** Whether a cost of a month is one of the month that it is now. @param now ms since the epoch */
export function isThisMonth({ asOf }: RunningCost, now: number): boolean {
  return monthOf(asOf) === monthOf(now);
}

/** $; null where it is not known, or yesterday's: the day begins before the service was asked about it. */
export function costToday(cost: RunningCost, now: number): number | null {
  return dayOf(cost.asOf) === dayOf(now) ? costNow(cost, now) : null;
}

/** The same for the month: November's amount is never called December's. */
export function costThisMonth(cost: RunningCost, now: number): number | null {
  return isThisMonth(cost, now) ? costNow(cost, now) : null;
}
