import type { DisplayState } from '../host-state.ts';
import type { Runtime } from './runtime.ts';
import { strict } from './strict.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** DIP of the desktop's bar at the top of each display. */
const BAR = 28;

/** Electron's `Display`. */
function displayOf({ x, y, width, height, scaleFactor }: DisplayState, at: number): object {
  return strict('Display', {
    id: at + 1,
    label: `Display ${at + 1}`,
    scaleFactor,
    rotation: 0,
    internal: at === 0,
    bounds: { x, y, width, height },
    workArea: { x, y: y + BAR, width, height: height - BAR },
    size: { width, height },
    workAreaSize: { width, height: height - BAR },
  });
}

/** 0 inside. */
function distance({ x, y, width, height }: DisplayState, point: Point): number {
  const outside = (value: number, start: number, size: number) =>
    Math.max(start - value, value - (start + size - 1), 0);
  return Math.hypot(outside(point.x, x, width), outside(point.y, y, height));
}

export function createDesk(runtime: Runtime, atStart: readonly DisplayState[]) {
  let displays = atStart;
  let cursor: Point = { x: 1710, y: 12 };
  const nearest = (point: Point) => {
    const distances = displays.map((display) => distance(display, point));
    return Math.max(distances.indexOf(Math.min(...distances)), 0);
  };
  const at = (index: number) => {
    const display = displays[index];
    if (display === undefined) throw new Error('there is no display');
    return displayOf(display, index);
  };
  const screen = strict(
    'screen',
    {
      getDisplayNearestPoint: (point: Point) => at(nearest(point)),
      getCursorScreenPoint: () => ({ ...cursor }),
    },
    {
      guard: () =>
        runtime.demandReady("The 'screen' module can't be used before the app 'ready' event"),
    },
  );
  return {
    screen,
    scaleAt: (point: Point) => displays[nearest(point)]?.scaleFactor ?? 1,
    /** Plugs displays in and out; the first one is the primary one. */
    change(next: readonly DisplayState[]) {
      displays = next;
    },
    moveCursor(point: Point) {
      cursor = point;
    },
  };
}

/** The displays and the cursor. */
export type Desk = ReturnType<typeof createDesk>;
