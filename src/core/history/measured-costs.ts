import { DAY_MS } from '../../shared/format/index.ts';
import { presetRange } from '../../shared/usage/day-range.ts';
import type { History } from './history.ts';
import { dayStart, spendBetween, TOTAL, withoutGaps } from './spans.ts';

/** A longer gap at the start of a month is filled in part, ms. */
const MAX_FILLED_MS = 7 * DAY_MS;

/** $ of an account's day (UTC), without gaps. */
export function measuredToday(history: History, accountId: string, now: number): number {
  const from = dayStart(now);
  return spendBetween(history.spans(accountId, TOTAL, from, now), from, now).amount;
}

/** $ of an account whose VMs cannot be stopped, by their rates until its last reading; unknown without one. */
export function measuredCosts(history: History, accountId: string, now: number) {
  const month = Date.parse(presetRange('month', now).from);
  // A gap may reach into the month before.
  const from = month - MAX_FILLED_MS;
  const last = history.spans(accountId, TOTAL, from, now).at(-1)?.end;
  if (last === undefined) return { at: now, today: null, month: null };
  const vms = history
    .vms(accountId, from, now)
    .map((vm) => withoutGaps(history.spans(accountId, vm, from, now)));
  const since = (start: number) =>
    vms.reduce((sum, spans) => sum + spendBetween(spans, start, now).amount, 0);
  const today = dayStart(now);
  return { at: Math.max(last, today), today: since(today), month: since(month) };
}
