import { DAY_MS } from '../../shared/format/index.ts';
import { presetRange } from '../../shared/usage/day-range.ts';
import type { History } from './history.ts';
import { dayStart, MAX_GAP_MS, spendBetween, TOTAL, withoutGaps } from './spans.ts';

/** A longer gap at the start of a month is filled in part, ms. */
const MAX_FILLED_MS = 7 * DAY_MS;

/** The measured cost of an account's day (UTC). */
export function measuredToday(history: History, accountId: string, now: number) {
  const from = dayStart(now);
  return spendBetween(history.spans(accountId, TOTAL, from, now), from, now);
}

/**
 * $ of an account whose VMs cannot be stopped, by their rates until its last reading; unknown without one or a VM. A gap that no reading has
 * ended counts nothing: VMs that are listed by now may have begun within.
 */
export function measuredCosts(history: History, accountId: string, now: number) {
  const month = Date.parse(presetRange('month', now).from);
  // A gap may reach into the month before.
  const from = month - MAX_FILLED_MS;
  const latest = history.latest(accountId);
  const ids = history.vms(accountId, from, now);
  const isRead = ids.length > 0 && history.spans(accountId, TOTAL, from, now).length > 0;
  if (latest === undefined || !isRead) return { at: now, today: null, month: null };
  const vms = ids.map((vm) => {
    const spans = history.spans(accountId, vm, from, now);
    const rate = latest.rates.get(vm)?.rate;
    // A reading after a gap has no length, but ends the gap.
    const reading = { start: latest.at, end: latest.at, measuredMs: 0 };
    return withoutGaps(rate === undefined ? spans : [...spans, { ...reading, rate }]);
  });
  const since = (start: number) =>
    vms.reduce((sum, spans) => sum + spendBetween(spans, start, now).amount, 0);
  const today = dayStart(now);
  const isRecent = latest.at <= now && now - latest.at <= MAX_GAP_MS;
  const at = isRecent ? Math.max(latest.at, today) : now;
  return { at, today: since(today), month: since(month) };
}
