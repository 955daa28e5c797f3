import { HOUR_MS, MINUTE_MS, monthOfYear, utcDay } from '../format/index.ts';
import type { Costs, RunningCost, UsageSlice } from './usage-slice.ts';

/** The cost by now, $; null: unknown. While the rate is unknown, the cost as last reported. @param now ms since the epoch */
export function costNow({ known, asOf, perHour }: RunningCost, now: number): number | null {
  return known === null ? null : known + ((perHour ?? 0) * Math.max(0, now - asOf)) / HOUR_MS;
}

/** The day or month (UTC) of a time: `2026-11-20`, `2026-11`. */
export const periodAt = (period: keyof Costs, at: number) =>
  utcDay(at).slice(0, period === 'today' ? 10 : 7);

/** $ of the present day or month; null: unknown, or of an earlier one that no report has replaced. */
export const costIn = (period: keyof Costs, cost: RunningCost, now: number): number | null =>
  periodAt(period, cost.asOf) === periodAt(period, now) ? costNow(cost, now) : null;

export function monthName(now: number): string {
  return monthOfYear(new Date(now).getUTCMonth());
}

/** The costs grow with every second, and a menu that changes closes on Linux. */
const COST_STEP_MS = 5 * MINUTE_MS;

/** The cost of all accounts today or this month, $, as panel and tray show it; null: unknown. */
export function shownCost({ costs }: Pick<UsageSlice, 'costs'>, period: keyof Costs, now: number) {
  const { isAtLeast = false } = costs[period];
  const stepped = Math.floor(now / COST_STEP_MS) * COST_STEP_MS;
  const amount = costIn(period, costs[period], period === 'today' ? stepped : now);
  return { amount, isAtLeast };
}
