import { formatDuration, HOUR_MS } from '../format/index.ts';
import type { BillCheck, BillDifference } from './usage-schemas.ts';

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
      return `billed ${money(billed)}, but not listed until then`;
    case 'gap':
      return `${amounts}, no data for ${formatDuration(gapMs)}`;
  }
}
