import { MINUTE_MS } from '../../shared/format/index.ts';
import type { Clock } from '../clock.ts';

/**
 * Refusals in a row. A single one may pass, or be a gateway's in the provider's words.
 * @param minutes from each to the next request; the last of them again and again
 */
export function createRefusals(
  { monotonic }: Pick<Clock, 'monotonic'>,
  minutes: readonly number[],
) {
  let times = 0;
  /** Monotonic ms. */
  let first = 0;
  let last = 0;
  /** When to request it again, monotonic ms; null: with the next poll. */
  function retryAt(): number | null {
    const wait = minutes[Math.min(times, minutes.length) - 1];
    return wait === undefined ? null : last + MINUTE_MS * wait;
  }
  return {
    retryAt,
    note(isRefused: boolean): void {
      // One before its time, as of a refresh, changes nothing.
      if (isRefused && monotonic() < (retryAt() ?? 0)) return;
      times = isRefused ? times + 1 : 0;
      if (!isRefused) return;
      last = monotonic();
      if (times === 1) first = last;
    },
    /** The first of them is as long ago as the third one is usually. */
    isConfirmed: () =>
      times > 0 && last - first >= MINUTE_MS * ((minutes[0] ?? 0) + (minutes[1] ?? 0)),
    reset(): void {
      times = 0;
    },
  };
}
