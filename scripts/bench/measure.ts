import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { aligned } from '../aligned.ts';

/** `ms`: elapsed. */
const UNITS = [
  'ms',
  'ms CPU',
  'ms CPU of scripts',
  'µs CPU a VM',
  'MB',
  'MB of heap',
  'bytes',
  's',
  'requests',
] as const;

type Unit = (typeof UNITS)[number];

/** Of a measurement, as another process prints it. */
export const figureSchema = z.object({
  name: z.string(),
  unit: z.enum(UNITS),
  median: z.number(),
});

export type Figure = Readonly<z.infer<typeof figureSchema>>;

export interface Measurement extends Figure {
  /** Tenth and ninetieth percentile. */
  readonly low: number;
  readonly high: number;
  readonly runs: number;
  /** Median of the floor that it is compared with, in the same run. */
  readonly floor?: number;
}

export function summarize(name: string, unit: Unit, values: readonly number[]): Measurement {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
  return { name, unit, median: at(0.5), low: at(0.1), high: at(0.9), runs: values.length };
}

/** Passes a folder that is removed afterwards. */
export async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Elapsed times of `run`, after a warm-up. */
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
  return summarize(name, 'ms', times);
}

export type Figures = Readonly<Partial<Record<Unit, number>>>;

interface Target {
  readonly name: string;
  readonly run: () => Promise<Figures>;
}

/** Runs several targets in turn, so that other load affects all alike, after a round that warms up. The first is the floor. */
export async function compare(
  targets: readonly Target[],
  runs: number,
): Promise<readonly Measurement[]> {
  const rounds: (readonly Figures[])[] = [];
  for (let count = 0; count <= runs; count += 1) {
    const round: Figures[] = [];
    for (const { run } of targets) round.push(await run());
    if (count > 0) rounds.push(round);
  }
  const units = UNITS.filter((unit) => rounds[0]?.[0]?.[unit] !== undefined);
  return targets.flatMap(({ name }, index) =>
    units.map((unit) => {
      const medianOf = (place: number) =>
        summarize(
          name,
          unit,
          rounds.flatMap((round) => round[place]?.[unit] ?? []),
        );
      return { ...medianOf(index), floor: medianOf(0).median };
    }),
  );
}

export const digits = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

const cellOf = ({ median, floor }: Measurement) =>
  floor === undefined ? digits(median) : `${digits(median)} (${(median / floor).toFixed(2)} ×)`;

/** A Markdown table of the medians, a row for each name and a column for each unit, aligned to be read as text too. */
export function table(measurements: readonly Measurement[]): string {
  const units = UNITS.filter((unit) => measurements.some((each) => each.unit === unit));
  const rows = [...Map.groupBy(measurements, ({ name }) => name)].map(([name, own]) => [
    name,
    ...units.map((unit) =>
      own
        .filter((each) => each.unit === unit)
        .map(cellOf)
        .join(),
    ),
  ]);
  const [head = [], ...body] = aligned([['', ...units], ...rows], 1);
  const rule = head.map(
    ({ length }, column) => `${'-'.repeat(length - 1)}${column < 1 ? '-' : ':'}`,
  );
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
