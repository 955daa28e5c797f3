import type { RunningCost } from './app-state.ts';

const HOUR_MS = 3_600_000;

/** The cost by now, $: what was billed, and the rate since. Null where either is not known. @param now ms since the epoch */
export function costNow({ known, asOf, perHour }: RunningCost, now: number): number | null {
  if (known === null || perHour === null) return null;
  return known + (perHour * Math.max(0, now - asOf)) / HOUR_MS;
}

/** What the month will have cost at its end if the rate stays, $. @param now ms since the epoch; months are UTC's */
export function monthForecast(month: RunningCost, now: number): number | null {
  const date = new Date(now);
  return costNow(month, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}
