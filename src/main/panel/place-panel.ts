import type { Platform } from '../desktop/platform.ts';

/** In DIP, like all of Electron's coordinates, which can be negative. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** In DIP. */
export type Size = Pick<Rectangle, 'width' | 'height'>;
/** In DIP. For a window, its top left corner. */
export type Point = Pick<Rectangle, 'x' | 'y'>;

/** `workArea` leaves out the taskbar or menu bar. */
export interface Display {
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
}

/** What the position of a window depends on. */
export interface Surface {
  readonly platform: Platform;
  /** Wayland does not let programs place their windows. */
  readonly isWayland: boolean;
  /** Position of the tray icon; null where the desktop does not report it. */
  readonly tray: Rectangle | null;
  readonly cursor: Point;
  readonly displays: readonly Display[];
}

type Side = 'top' | 'bottom' | 'left' | 'right';

/** DIP between the panel and the edges of the work area. */
const GAP = 8;

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

function center({ x, y, width, height }: Rectangle): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function squaredDistance(point: Point, { x, y, width, height }: Rectangle): number {
  const dx = point.x - clamp(point.x, x, x + width);
  const dy = point.y - clamp(point.y, y, y + height);
  return dx * dx + dy * dy;
}

function nearestDisplay(point: Point, displays: readonly Display[]): Display | null {
  const byDistance = displays.toSorted(
    (a, b) => squaredDistance(point, a.bounds) - squaredDistance(point, b.bounds),
  );
  return byDistance[0] ?? null;
}

/** The screen edge nearest to the tray icon, also for an icon in Windows' overflow window. */
function sideOf(tray: Rectangle, { bounds }: Display): Side {
  const { x, y } = center(tray);
  const distances: readonly (readonly [Side, number])[] = [
    ['top', y - bounds.y],
    ['bottom', bounds.y + bounds.height - y],
    ['left', x - bounds.x],
    ['right', bounds.x + bounds.width - x],
  ];
  return distances.toSorted(([, a], [, b]) => a - b)[0]?.[0] ?? 'bottom';
}

/** Where trays usually are: on Linux, at the top if there is a bar, else at the bottom. */
function usualSide({ platform }: Surface, { bounds, workArea }: Display): 'top' | 'bottom' {
  switch (platform) {
    case 'darwin':
      return 'top';
    case 'win32':
      return 'bottom';
    case 'linux':
      return workArea.y > bounds.y ? 'top' : 'bottom';
  }
}

/** The top left corner at that side, before it is clamped to the work area. */
function corner(side: Side, anchor: Point, size: Size, area: Rectangle): Point {
  const x = anchor.x - size.width / 2;
  const y = anchor.y - size.height / 2;
  switch (side) {
    case 'top':
      return { x, y: area.y + GAP };
    case 'bottom':
      return { x, y: area.y + area.height - size.height - GAP };
    case 'left':
      return { x: area.x + GAP, y };
    case 'right':
      return { x: area.x + area.width - size.width - GAP, y };
  }
}

/**
 * Bounds at the tray icon, or in the usual corner of the display under the cursor: integers, inside the work area. Null where
 * the desktop places windows.
 */
export function placePanel(wanted: Size, surface: Surface): Rectangle | null {
  const { tray, cursor, displays, isWayland } = surface;
  const display = nearestDisplay(tray === null ? cursor : center(tray), displays);
  if (isWayland || display === null) return null;
  const area = display.workArea;
  const size = {
    width: Math.floor(Math.min(wanted.width, area.width - 2 * GAP)),
    height: Math.floor(Math.min(wanted.height, area.height - 2 * GAP)),
  };
  const side = tray === null ? usualSide(surface, display) : sideOf(tray, display);
  const anchor = tray === null ? { x: area.x + area.width, y: area.y } : center(tray);
  const { x, y } = corner(side, anchor, size, area);
  return {
    x: Math.round(clamp(x, area.x + GAP, area.x + area.width - size.width - GAP)),
    y: Math.round(clamp(y, area.y + GAP, area.y + area.height - size.height - GAP)),
    ...size,
  };
}

/**
 * Bounds at the last position, clamped to its display. Null when there is no last position, its display is gone, or the
 * desktop places windows.
 * @param left the last position
 */
export function placeAgain(wanted: Size, left: Point | null, surface: Surface): Rectangle | null {
  if (left === null || surface.isWayland) return null;
  const middle = center({ ...left, ...wanted });
  const display = surface.displays.find(({ bounds }) => squaredDistance(middle, bounds) === 0);
  if (display === undefined) return null;
  const { x, y, width, height } = display.workArea;
  const size = { width: Math.min(wanted.width, width), height: Math.min(wanted.height, height) };
  return {
    x: clamp(left.x, x, x + width - size.width),
    y: clamp(left.y, y, y + height - size.height),
    ...size,
  };
}
