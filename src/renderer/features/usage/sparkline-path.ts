import type { RateSample } from '../../../shared/usage/usage-slice.ts';

export interface SparklineFrame {
  /** ms since the epoch. */
  readonly from: number;
  readonly to: number;
  /** In units of the drawing. */
  readonly width: number;
  readonly height: number;
  /** The rate at the top; default: the highest one. */
  readonly highest?: number;
}

/** The line, and the lowest and highest rate in $/h. */
export interface Sparkline {
  /** SVG path data; empty with fewer than `MIN_SAMPLES` known rates. */
  readonly line: string;
  /** Path data of the last point, drawn by its round ends; empty where the rate is unknown now. */
  readonly now: string;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly missingMs: number;
}

const MIN_SAMPLES = 3;

const hundredths = (length: number) => Math.round(length * 100) / 100;

/** The rate from each sample to the next one, inside the frame. */
function steps(samples: readonly RateSample[], { from, to }: SparklineFrame) {
  return samples
    .map(({ at, rate }, index) => ({
      from: Math.max(from, at),
      to: Math.min(to, samples[index + 1]?.at ?? to),
      rate,
    }))
    .filter((step) => step.to > step.from);
}

/** The rate over time as a stepped line above zero, with gaps where it is unknown. */
export function sparkline(samples: readonly RateSample[], frame: SparklineFrame): Sparkline {
  const shown = steps(samples, frame);
  const rates = shown.flatMap(({ rate }) => rate ?? []);
  const missingMs = shown.reduce(
    (sum, { from, to, rate }) => sum + (rate === null ? to - from : 0),
    0,
  );
  if (rates.length < MIN_SAMPLES)
    return { line: '', now: '', lowest: null, highest: null, missingMs };
  const lowest = Math.min(...rates);
  const highest = Math.max(...rates);
  const x = (at: number) => hundredths(((at - frame.from) / (frame.to - frame.from)) * frame.width);
  const y = (rate: number) =>
    hundredths(frame.height * (1 - rate / (frame.highest || highest || 1)));
  let line = '';
  let isDrawing = false;
  for (const step of shown) {
    if (step.rate !== null)
      line += `${isDrawing ? 'L' : 'M'}${x(step.from)} ${y(step.rate)}H${x(step.to)}`;
    isDrawing = step.rate !== null;
  }
  const last = shown.at(-1)?.rate ?? null;
  const now = last === null ? '' : `M${frame.width} ${y(last)}h0`;
  return { line, now, lowest, highest, missingMs };
}
