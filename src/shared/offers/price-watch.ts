import { hasShape, isBoolean, isNumber, isTextUpTo } from '../has-shape.ts';
import { FIRST_PROVIDER } from '../providers/providers.ts';
import { FILTER_SHAPE, type OfferFilter } from './offer-filter.ts';

/** Notifies once when an offer of any cloud matches, and again after ten minutes without one. */
export interface PriceWatch extends OfferFilter {
  readonly id: string;
  readonly maxPrice: number;
  /** The user was notified, and the offers have not been gone for ten minutes since. */
  readonly isMet: boolean;
}

export const MAX_WATCHES = 20;

export const isPriceWatch = (value: unknown): boolean =>
  hasShape<PriceWatch>(value, {
    ...FILTER_SHAPE,
    id: isTextUpTo(64),
    // Of any GPU, a list would have a thousand offers each minute.
    gpu: isTextUpTo(60),
    maxPrice: isNumber(0, 1_000_000),
    isMet: isBoolean,
  });

/** A watch of an earlier version, of one rental service, in the present form; any other value as it is. */
export function carriedOver(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('gpuType' in stored)) return stored;
  const { baseUrl, gpuType, ...watch } = { baseUrl: null, ...stored };
  const added = { minVramGb: null, isInterruptible: false, provider: FIRST_PROVIDER };
  return { ...watch, ...added, gpu: gpuType };
}

/** Readings without an offer that matches, before the next one notifies again, ms: at some clouds, offers flap. */
const GONE_MS = 10 * 60_000;

/** A watch after its last reading. */
export interface WatchMemory {
  readonly isMet: boolean;
  /** By the last reading; false also where it failed. */
  readonly isMatched: boolean;
  /** Where the last match was; null: none since the start. */
  readonly place: string | null;
  /** The first of the readings in a row that did not match, monotonic ms; null: there is none. */
  readonly missedSince: number | null;
}

/** A watch after another reading: two in a row that match meet it. @param match where the cheapest match is; null: none; undefined: not all could be read */
export function observeWatch(
  before: WatchMemory,
  match: string | null | undefined,
  now: number,
): WatchMemory {
  const { isMet, isMatched, missedSince } = before;
  if (match === undefined) return { ...before, isMatched: false };
  if (match !== null)
    return { isMet: isMet || isMatched, isMatched: true, place: match, missedSince: null };
  const since = missedSince ?? now;
  return { ...before, isMet: isMet && now - since < GONE_MS, isMatched: false, missedSince: since };
}
