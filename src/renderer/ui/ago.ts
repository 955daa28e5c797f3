import { formatDuration } from '../../shared/format/index.ts';

const MINUTE_MS = 60_000;

/** A duration that is shown for up to a minute, so without seconds: `< 1 m`, `12 m`, `9 h`. @param ms its length */
export function coarseDuration(ms: number): string {
  return ms < MINUTE_MS ? '< 1 m' : formatDuration(ms);
}

/** A short wait as it is watched: `0:42`, and in its largest unit from an hour on. @param ms its length; a negative one counts as 0 */
export function stopwatch(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000);
  if (seconds >= 3_600) return formatDuration(ms);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long ago, as said in a sentence: `just now`, `4 m ago`. @param at @param now ms since the epoch */
export function ago(at: number, now: number): string {
  return now - at < MINUTE_MS ? 'just now' : `${formatDuration(now - at)} ago`;
}
