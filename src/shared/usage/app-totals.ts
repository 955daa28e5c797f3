import { HOUR_MS, MINUTE_MS, monthOfYear, utcDay } from '../format/index.ts';
import type { Costs, RunningCost, UsageSlice } from './usage-slice.ts';

/** The cost by now, $; null: unknown. While the rate is unknown, the cost as last reported. @param now ms since the epoch */
export function costNow({ known, asOf, perHour }: RunningCost, now: number): number | null {
  return known === null ? null : known + ((perHour ?? 0) * Math.max(0, now - asOf)) / HOUR_MS;
}

const monthOf = (at: number) => utcDay(at).slice(0, 7);

export function monthName(now: number): string {
  return monthOfYear(new Date(now).getUTCMonth());
}

/** $; null if unknown, or still yesterday's because today was not fetched yet. */
export function costToday(cost: RunningCost, now: number): number | null {
  return utcDay(cost.asOf) === utcDay(now) ? costNow(cost, now) : null;
}

/** The costs grow with every second, and a menu that changes closes on Linux. */
const COST_STEP_MS = 5 * MINUTE_MS;

/** $ of the current month; null if unknown or last month's. */
export function costThisMonth(cost: RunningCost, now: number): number | null {
  return monthOf(cost.asOf) === monthOf(now) ? costNow(cost, now) : null;
}

/** The cost of all accounts today or this month, $, as panel and tray show it; null: unknown. */
export function shownCost({ costs }: Pick<UsageSlice, 'costs'>, period: keyof Costs, now: number) {
  const { isAtLeast = false } = costs[period];
  const stepped = Math.floor(now / COST_STEP_MS) * COST_STEP_MS;
  const amount =
    period === 'today' ? costToday(costs.today, stepped) : costThisMonth(costs.month, now);
  return { amount, isAtLeast };
}
