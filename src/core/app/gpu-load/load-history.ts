import { MINUTE_MS } from '../../../shared/format/index.ts';
import {
  areLow,
  type Gpu,
  type GpuLoadSample,
  isOneHigh,
  meanLoad,
  NO_COURSE,
  observeLoad,
  type VmLoad,
} from '../../../shared/gpu-load/gpu-load.ts';

/** One sample a minute for six hours. */
const MAX_SAMPLES = 360;
const SAMPLE_MS = 55_000;
/** After a longer time without an answer, the load in between is unknown. */
const GAP_MS = 3 * MINUTE_MS;

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

/** All GPUs of a VM together; unknown parts of single GPUs are left out. */
function gpuFigures(gpus: readonly Gpu[]): Pick<VmLoad, 'load' | 'memory'> {
  let [used, total] = [0, 0];
  for (const { memoryUsed, memoryTotal } of gpus)
    if (memoryUsed !== null && memoryTotal !== null) {
      used += memoryUsed;
      total += memoryTotal;
    }
  return {
    load: meanLoad(gpus),
    memory: total === 0 ? null : (100 * used) / total,
  };
}

/** The load of a VM with new figures. An unknown load of a GPU counts as busy. @param now ms since the epoch */
export function withFigures(before: VmLoad | null, gpus: readonly Gpu[], now: number): VmLoad {
  const { at: lastAt, ...course } = before ?? { at: now, ...NO_COURSE };
  const isGap = now < lastAt || now - lastAt > GAP_MS;
  const seen = { isLow: areLow(gpus), isHigh: isOneHigh(gpus) };
  const next = observeLoad(course, seen, { now, lastAt, isGap });
  return { at: now, gpus, ...gpuFigures(gpus), problem: null, ...next };
}
