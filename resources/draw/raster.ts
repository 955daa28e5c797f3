import type { Shape } from './geometry.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** A shape in a colour; null makes a hole in everything below. */
export interface Layer {
  readonly shape: Shape;
  readonly colour: Colour | null;
}

/** A square snapshot, four bytes a pixel: red, green, blue and opacity, not multiplied. */
export interface Snapshot {
  readonly size: number;
  readonly pixels: Uint8Array;
}

type ColourAt = (x: number, y: number) => Colour | null;

/** Points taken along each side of a pixel. */
const SAMPLES = 8;
/** From this size on no line is as thin as a pixel, so that one whose corners agree is of one colour. */
const LARGE = 64;
const CORNERS = [0.01, 0.99] as const;

function mixed(at: ColourAt): readonly number[] {
  const sums = [0, 0, 0];
  let hits = 0;
  for (let index = 0; index < SAMPLES * SAMPLES; index += 1) {
    const column = index % SAMPLES;
    const row = (index - column) / SAMPLES;
    const colour = at((column + 0.5) / SAMPLES, (row + 0.5) / SAMPLES);
    if (colour === null) continue;
    hits += 1;
    for (const [channel, value] of colour.entries()) sums[channel] = (sums[channel] ?? 0) + value;
  }
  if (hits === 0) return [0, 0, 0, 0];
  const opacity = Math.round((255 * hits) / (SAMPLES * SAMPLES));
  return [...sums.map((sum) => Math.round(sum / hits)), opacity];
}

function pixel(at: ColourAt, size: number): readonly number[] {
  const corners = CORNERS.flatMap((y) => CORNERS.map((x) => at(x, y)));
  const [first = null] = corners;
  if (size < LARGE || corners.some((corner) => corner !== first)) return mixed(at);
  return first === null ? [0, 0, 0, 0] : [...first, 255];
}

/**
 * Draws layers, the last one on top.
 * @param grid the side of the square in which the shapes are given
 * @param size the side of the snapshot in pixels
 */
export function drawSnapshot(layers: readonly Layer[], grid: number, size: number): Snapshot {
  const pixels = new Uint8Array(size * size * 4);
  const scale = grid / size;
  const colourAt: ColourAt = (x, y) => layers.findLast(({ shape }) => shape(x, y))?.colour ?? null;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      pixels.set(
        pixel((x, y) => colourAt((column + x) * scale, (row + y) * scale), size),
        (row * size + column) * 4,
      );
  return { size, pixels };
}
