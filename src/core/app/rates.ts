import type { RateSample } from '../../shared/app/index.ts';

const DAY_MS = 24 * 3_600_000;

/** A point of the sparkline stands for at least this long: a day is at most 288 of them. */
const SPACING_MS = 5 * 60_000;

/**
 * The samples of a day with a further one. Within one spacing the newest replaces the last, unless the rate is known in one
 * and not in the other. The same array when nothing changed.
 * @param now ms since the epoch
 */
export function withRate(
  samples: readonly RateSample[],
  rate: number | null,
  now: number,
): readonly RateSample[] {
  const last = samples.at(-1);
  if (last?.rate === rate && now - last.at < SPACING_MS) return samples;
  // A rate holds until the next sample, so the last one before the day is where the day begins.
  const isOver = (index: number) => now - (samples[index + 1]?.at ?? now) > DAY_MS;
  const recent = samples.filter((_, index) => !isOver(index));
  const before = recent.at(-2);
  const isTooSoon = before !== undefined && now - before.at < SPACING_MS;
  const isSameKind = (last?.rate === null) === (rate === null);
  const kept = isTooSoon && isSameKind ? recent.slice(0, -1) : recent;
  return [...kept, { at: now, rate }];
}
