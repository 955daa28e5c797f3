import { z } from 'zod';
import { FIRST_PROVIDER } from '../providers/providers.ts';
import { offerFilter } from './gpu-offer.ts';

/** Notifies once when an offer of any cloud matches, and again after ten minutes without one. */
export const priceWatch = z.lazy(() => {
  const filter = offerFilter.unwrap();
  const { gpu, maxPrice } = filter.shape;
  return filter.extend({
    id: z.string().min(1).max(64),
    // Of any GPU, a list would have a thousand offers each minute.
    gpu: gpu.min(1),
    maxPrice: maxPrice.unwrap(),
    /** The user was notified, and the offers have not been gone for ten minutes since. */
    isMet: z.boolean(),
  });
});

export type PriceWatch = Readonly<z.infer<typeof priceWatch>>;

/** A watch of an earlier version, of one rental service, in the present form; any other value as it is. */
export function carriedOver(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('gpuType' in stored)) return stored;
  const { baseUrl, gpuType, ...watch } = { baseUrl: null, ...stored };
  const added = { minVramGb: null, isInterruptible: false, provider: FIRST_PROVIDER };
  return { ...watch, ...added, gpu: gpuType };
}

/** Readings without an offer that matches, before the next one notifies again, ms: at some clouds, offers flap. */
const GONE_MS = 10 * 60_000;

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
