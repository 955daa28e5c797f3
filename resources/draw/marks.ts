import { box, disc, type Shape, stroke, union, without } from './geometry.ts';
import type { Colour, Layer } from './raster.ts';

/** The side of the square in which the marks are drawn: one unit is one pixel of the smallest icon. */
export const MARK_GRID = 16;

export const MARKS = ['signedOut', 'idle', 'billing', 'alert', 'stale'] as const;
export type Mark = (typeof MARKS)[number];

/** Two pins on each side. */
const pins = union(
  box(5, 1, 7, 3),
  box(9, 1, 11, 3),
  box(5, 13, 7, 15),
  box(9, 13, 11, 15),
  box(1, 5, 3, 7),
  box(1, 9, 3, 11),
  box(13, 5, 15, 7),
  box(13, 9, 15, 11),
);
const body = box(3, 3, 13, 13, 1);
const hollow = box(4, 4, 12, 12);
const lowBars = union(box(4, 9, 6, 11), box(7, 7, 9, 11));
/** The running meter: three bars that rise. */
const meter = union(lowBars, box(10, 5, 12, 11));

export const filledChip = without(union(body, pins), meter);
/** The highest bar makes room for the dot. */
const alertChip = without(union(body, pins), lowBars);
const emptyChip = union(without(body, hollow), pins);

const lock = union(box(9, 11, 16, 16, 1), without(box(10, 8, 15, 12, 1), box(11, 9, 14, 12)));
const lockClearing = union(box(8, 10, 16, 16), box(9, 7, 16, 12, 1));

/** A mark in one colour; `accent` is that of the dot which asks for attention. */
export function markLayers(mark: Mark, colour: Colour, accent: Colour): readonly Layer[] {
  const paint = (shape: Shape): Layer => ({ shape, colour });
  const clear = (shape: Shape): Layer => ({ shape, colour: null });
  switch (mark) {
    case 'idle':
      return [paint(emptyChip)];
    case 'billing':
      return [paint(filledChip)];
    case 'alert':
      return [
        paint(alertChip),
        clear(disc(12.5, 3.5, 4.5)),
        { shape: disc(12.5, 3.5, 3.5), colour: accent },
      ];
    case 'stale':
      return [
        paint(emptyChip),
        clear(stroke([3, 15], [15, 3], 2.2)),
        paint(stroke([2, 14], [14, 2], 1.6)),
      ];
    case 'signedOut':
      return [paint(emptyChip), clear(lockClearing), paint(lock)];
  }
}
