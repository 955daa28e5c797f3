import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

export interface MemorySample {
  readonly hours: number;
  readonly megabytes: number;
}

/** MB per hour by least squares, of the second half: at first, code is still being compiled and caches fill. */
export function memorySlope(samples: readonly MemorySample[]): number {
  const kept = samples.slice(Math.floor(samples.length / 2));
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const hours = mean(kept.map((sample) => sample.hours));
  const megabytes = mean(kept.map((sample) => sample.megabytes));
  const products = kept.map((at) => (at.hours - hours) * (at.megabytes - megabytes));
  const squares = kept.map((at) => (at.hours - hours) ** 2);
  const slope = mean(products) / mean(squares);
  return Number.isFinite(slope) ? slope : 0;
}

/** Collects garbage, and returns the MB in use. Create it first. */
function createMemoryMeter(): () => number {
  setFlagsFromString('--expose-gc');
  // Dropping some MB of it at any time would hide a leak.
  setFlagsFromString('--no-flush-bytecode');
  const gc = z.function({ input: [], output: z.unknown() }).implement(runInNewContext('gc'));
  return () => {
    gc();
    return process.memoryUsage().heapUsed / 1024 ** 2;
  };
}

/** Active resources by kind. */
const openHandles = () =>
  Map.groupBy(
    process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate'),
    (kind) => kind,
  );

/** MB per hour that may be added, and MB that code and caches still take once after the first half. */
const MAX_SLOPE = 0.1;
const MAX_ONCE = 6;

/** Measures memory, timers and handles of this process. Create it first. */
export function createGrowthJudge() {
  const measureMemory = createMemoryMeter();
  const handles = openHandles();
  const samples: (MemorySample & { readonly timers: number })[] = [];
  return {
    sample: (hours: number, timers: number) =>
      void samples.push({ hours, timers, megabytes: measureMemory() }),
    /** Call it when all is closed. */
    result: (hours: number) => ({
      slope: memorySlope(samples),
      mostSlope: MAX_SLOPE + MAX_ONCE / hours,
      moreTimers: (samples.at(-1)?.timers ?? 0) - (samples[0]?.timers ?? 0),
      left: [...openHandles()].flatMap(([kind, { length }]) => {
        const more = length - (handles.get(kind)?.length ?? 0);
        return more > 0 ? [`${more} more ${kind}`] : [];
      }),
    }),
  };
}
