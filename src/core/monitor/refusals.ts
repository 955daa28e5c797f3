import { HOUR_MS, MINUTE_MS } from '../../shared/format/index.ts';
import type { Clock } from '../clock.ts';
import type { Reading } from './snapshot.ts';

/** Between the first 403 and the next two requests; then hourly. The last of them confirms it. */
const SECOND_MS = 5 * MINUTE_MS;
const THIRD_MS = 20 * MINUTE_MS;

/** The 403s in a row to a part of an account. A single 403 may pass, or be a gateway's in the provider's words. */
export function createRefusals({ monotonic }: Pick<Clock, 'monotonic'>) {
  /** Monotonic ms. */
  let first: number | null = null;
  let last = 0;
  return {
    /** The reading, with whether its 403 is confirmed. */
    noted<T>(reading: Reading<T>): Reading<T> {
      if (reading.kind === 'value') first = null;
      if (reading.kind !== 'problem' || reading.problem.kind !== 'forbidden') return reading;
      last = monotonic();
      first ??= last;
      return { ...reading, isConfirmed: last - first >= THIRD_MS };
    },
    /** When to request it again, monotonic ms; null: with the next poll. */
    retryAt(): number | null {
      if (first === null) return null;
      if (last - first < SECOND_MS) return first + SECOND_MS;
      return last - first < THIRD_MS ? first + THIRD_MS : last + HOUR_MS;
    },
  };
}
