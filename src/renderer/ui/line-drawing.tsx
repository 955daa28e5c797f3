import type { RateSample } from '../../shared/usage/usage-slice.ts';

/** Units of the drawing. */
const WIDTH = 200;
const HEIGHT = 20;
const MIN_SAMPLES = 3;

const hundredths = (length: number) => Math.round(length * 100) / 100;

const heightOf = (rate: number, highest: number) =>
  hundredths(HEIGHT * (1 - rate / (highest || 1)));

/**
 * SVG path data of a stepped line above zero, from the first sample until now, with gaps where the rate is unknown; empty with fewer
 * than three known rates.
 * @param highest the rate at the top @param now ms since the epoch
 */
export function linePath(samples: readonly RateSample[], highest: number, now: number): string {
  if (samples.filter(({ rate }) => rate !== null).length < MIN_SAMPLES) return '';
  const from = samples[0]?.at ?? now;
  const to = Math.max(now, samples.at(-1)?.at ?? now);
  const x = (at: number) => hundredths(((at - from) / (to - from)) * WIDTH);
  const steps = samples.map(({ at, rate }, index) => {
    if (rate === null) return '';
    const isJoined = samples[index - 1]?.rate != null;
    const end = samples[index + 1]?.at ?? to;
    return `${isJoined ? 'L' : 'M'}${x(at)} ${heightOf(rate, highest)}H${x(end)}`;
  });
  return steps.join('');
}

/** Path data of the rate now, drawn by its round ends; empty: unknown. */
export const pointPath = (rate: number | null, highest: number): string =>
  rate === null ? '' : `M${WIDTH} ${heightOf(rate, highest)}h0`;

interface LineDrawingProps {
  readonly label: string;
  readonly line: string;
  readonly point?: string;
}

export function LineDrawing({ label, line, point = '' }: LineDrawingProps) {
  return (
    <svg
      aria-label={label}
      className="h-5 w-14 overflow-visible fill-none stroke-accent *:[vector-effect:non-scaling-stroke]"
      preserveAspectRatio="none"
      role="img"
      strokeWidth="1.5"
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
    >
      <title>{label}</title>
      <path className="stroke-line" d={`M0 ${HEIGHT}H${WIDTH}`} strokeWidth="1" />
      <path d={line} />
      <path d={point} strokeLinecap="round" strokeWidth="5" />
    </svg>
  );
}
