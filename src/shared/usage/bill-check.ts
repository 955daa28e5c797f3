import { formatDuration, HOUR_MS } from '../format/index.ts';
import type { DayRange } from './day-range.ts';

/** A VM and day whose bill in $ differs from the rates that the service showed. */
export interface BillDifference {
  readonly accountId: string;
  readonly vmId: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly date: string;
  /**
   * - `afterStop`: billed more, by no more than if it had kept its earlier rate after it stopped
   * - `rateChanged`: billed more or less than that
   * - `unknownVm`: billed, but not shown on that day or before
   * - `gap`: billed more, by no more than it can have cost in the time that was not measured
   */
  readonly kind: 'afterStop' | 'rateChanged' | 'unknownVm' | 'gap';
  readonly billed: number;
  readonly measured: number;
  /** ms of the day in which the VM's rate was measured. */
  readonly measuredMs: number;
  readonly gapMs: number;
  /** Until when it had its higher rate on that day, ms since the epoch; null: not on that day. */
  readonly stoppedAt: number | null;
}

export interface BillCheck {
  /** The days that were compared: those that are over, from the first measured one on. Null: none. */
  readonly compared: DayRange | null;
  /** $ of the whole range until now, and ms of it without measurements; null: none of it was measured. */
  readonly measured: { readonly amount: number; readonly gapMs: number } | null;
  /** By amount; differences that a gap explains come last. */
  readonly differences: readonly BillDifference[];
}

/** Why no day was compared, although something was measured. */
export const NO_COMPARED_DAYS = 'Days are compared with the bill once they are over (UTC).';

export function measuredText(
  { amount, gapMs }: NonNullable<BillCheck['measured']>,
  money: (amount: number) => string,
): string {
  const gap = gapMs < 60_000 ? '' : `, no data for ${formatDuration(gapMs)}`;
  return `Measured ${money(amount)}${gap}.`;
}

/** A difference as one sentence without its VM and day. @param money formats an amount in $ */
export function billDifferenceText(
  { kind, billed, measured, measuredMs, gapMs, stoppedAt }: Omit<BillDifference, 'accountId'>,
  money: (amount: number) => string,
): string {
  const amounts = `billed ${money(billed)}, measured ${money(measured)}`;
  switch (kind) {
    case 'afterStop': {
      const at = stoppedAt === null ? null : new Date(stoppedAt).toISOString().slice(11, 16);
      return `${amounts}, stopped ${at === null ? 'before that day' : `at ${at} UTC`}`;
    }
    case 'rateChanged': {
      if (billed === 0) return `not billed, measured ${money(measured)}`;
      if (measuredMs === 0) return amounts;
      const rate = (amount: number) => `${money((amount * HOUR_MS) / measuredMs)}/h`;
      return `${amounts}: ${rate(billed)} instead of ${rate(measured)}`;
    }
    case 'unknownVm':
      return `billed ${money(billed)}, but not listed by the service until then`;
    case 'gap':
      return `${amounts}, no data for ${formatDuration(gapMs)}`;
  }
}
