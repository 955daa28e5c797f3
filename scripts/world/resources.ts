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
export function createMemoryMeter(): () => number {
  setFlagsFromString('--expose-gc');
  // Dropping some MB of it at any time would hide a leak.
  setFlagsFromString('--no-flush-bytecode');
  const gc = z.function({ input: [], output: z.unknown() }).implement(runInNewContext('gc'));
  return () => {
    gc();
    return process.memoryUsage().heapUsed / 1024 ** 2;
  };
}

/** The longest turn of the event loop, in ms of this thread's processor time: by the clock, a busy machine's turns are long. */
export function createStallWatch() {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = used();
  let longest = 0;
  return {
    /** Call it in each turn. */
    turn(): void {
      const now = used();
      longest = Math.max(longest, now - before);
      before = now;
    },
    /** Leaves out the time since the last turn. */
    skip(): void {
      before = used();
    },
    longest: () => longest,
  };
}

/** Number of active resources by kind. */
export function openHandles(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== 'Immediate') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Resources that were added, by kind. */
export function moreHandles(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] {
  return [...after].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} more ${kind}`] : [];
  });
}
