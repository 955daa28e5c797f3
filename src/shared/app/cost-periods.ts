import { monthOfYear } from '../format/index.ts';
import type { RunningCost } from './app-state.ts';
import { costNow } from './app-totals.ts';

/** `YYYY-MM-DD` in UTC, like the days and months of the service's usage. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const monthOf = (at: number) => dayOf(at).slice(0, 7);

/** Such as `November`. @param now ms since the epoch */
export function monthName(now: number): string {
  return monthOfYear(new Date(now).getUTCMonth());
}

/** Whether a month's cost is of the current month. @param now ms since the epoch */
export function isThisMonth({ asOf }: RunningCost, now: number): boolean {
  return monthOf(asOf) === monthOf(now);
}

/** $; null if unknown, or still yesterday's because today was not fetched yet. */
export function costToday(cost: RunningCost, now: number): number | null {
  return dayOf(cost.asOf) === dayOf(now) ? costNow(cost, now) : null;
}

/** $ of the current month; null if unknown or last month's. */
export function costThisMonth(cost: RunningCost, now: number): number | null {
  return isThisMonth(cost, now) ? costNow(cost, now) : null;
}
