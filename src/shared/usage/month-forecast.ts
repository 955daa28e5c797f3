import { costNow, isThisMonth } from './app-totals.ts';
import type { RunningCost } from './usage-slice.ts';

/** The cost at the end of the month (UTC) if the rate stays, $; null: unknown, or last month's. @param now ms since the epoch */
export function monthForecast(month: RunningCost, now: number): number | null {
  if (month.perHour === null || !isThisMonth(month, now)) return null;
  const date = new Date(now);
  return costNow(month, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}
