import { box, placed } from './geometry.ts';
import { filledChip } from './marks.ts';
import type { Colour, Layer } from './raster.ts';

export const APP_GRID = 1024;

const SLATE: Colour = [24, 34, 45];
const MINT: Colour = [93, 219, 166];

/** The chip on a rounded square, inside the margin that macOS leaves around its icons. */
export const APP_ICON: readonly Layer[] = [
  { shape: box(100, 100, 924, 924, 185), colour: SLATE },
  // The chip spans 14 of its 16 units; 40 pixels a unit make it 560 wide.
  { shape: placed(filledChip, 40, [192, 192]), colour: MINT },
];
