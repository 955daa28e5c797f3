import type { Gpu, GpuLoadSample, VmLoad } from '../../shared/app/index.ts';

const MINUTE_MS = 60_000;
/** One sample a minute for six hours. */
const MAX_SAMPLES = 360;
const SAMPLE_MS = 55_000;
/** After a longer time without an answer, the load in between is unknown. */
const GAP_MS = 3 * MINUTE_MS;

/** % of the busiest GPU below which a VM does nothing. */
const LOW_BELOW = 5;

/** The samples with one more, unless the last one is too young; a gap is a sample without GPUs. @param now ms since the epoch */
export function withSample(
  samples: readonly GpuLoadSample[],
  gpus: readonly Gpu[],
  now: number,
): readonly GpuLoadSample[] {
  const last = samples.at(-1);
  // The wall clock may have been set back.
  const age = last === undefined ? GAP_MS : Math.abs(now - last.at);
  if (age < SAMPLE_MS) return samples;
  const gap = last !== undefined && age > GAP_MS ? [{ at: last.at + SAMPLE_MS, loads: [] }] : [];
  const loads = gpus.map(({ index, load }) => ({ index, load }));
  const earlier = samples.filter(({ at }) => at < now);
  return [...earlier, ...gap, { at: now, loads }].slice(-MAX_SAMPLES);
}

/** The load of a VM with new figures. An unknown load of a GPU counts as busy. @param now ms since the epoch */
export function withFigures(before: VmLoad | undefined, gpus: readonly Gpu[], now: number): VmLoad {
  const isGap = before === undefined || now < before.at || now - before.at > GAP_MS;
  const isLow = gpus.every(({ load }) => load !== null && load < LOW_BELOW);
  const lowSince = isGap ? now : (before.lowSince ?? now);
  return { at: now, gpus, problem: null, lowSince: isLow ? lowSince : null };
}
