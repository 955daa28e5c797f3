import { performance } from 'node:perf_hooks';

/** One line of the report, in ms, over `runs` runs after a warm-up. */
export interface Measurement {
  readonly name: string;
  readonly median: number;
  readonly fastest: number;
  readonly slowest: number;
  readonly runs: number;
  /** Median of the floor that it is compared with, in the same run. */
  readonly floor?: number;
}

/** Times `run` `runs` times. The median is less affected by other load than the mean. */
export async function measure(
  name: string,
  runs: number,
  run: () => unknown,
): Promise<Measurement> {
  await run();
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return summarize(name, times);
}

/** @param times ms, one per run */
export function summarize(name: string, times: readonly number[]): Measurement {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return { name, median: at(0.5), fastest: at(0), slowest: at(1), runs: times.length };
}

/** The measurements as aligned lines, in ms. */
export function report(measurements: readonly Measurement[]): string {
  const width = Math.max(...measurements.map(({ name }) => name.length));
  const ms = (value: number) => value.toFixed(1).padStart(9);
  const ratio = (median: number, floor?: number) =>
    floor === undefined ? '' : `${(median / floor).toFixed(2).padStart(7)} ×`;
  const lines = measurements.map(
    ({ name, median, fastest, slowest, runs, floor }) =>
      `${name.padEnd(width)}${ms(median)}${ms(fastest)}${ms(slowest)}${String(runs).padStart(6)}${ratio(median, floor)}`,
  );
  const titles = `${'ms'.padEnd(width)}   median  fastest  slowest  runs  to floor`;
  return [titles, ...lines].join('\n');
}
