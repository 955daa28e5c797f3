/** In DIP, as Electron gives and takes them: scale factors are its own business. Coordinates can be negative. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** In DIP. */
export type Size = Pick<Rectangle, 'width' | 'height'>;
/** In DIP; of a window, its top left corner. */
export type Point = Pick<Rectangle, 'x' | 'y'>;

/** A screen, and the part of it that no taskbar or menu bar covers. */
export interface Display {
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
}

/** The desktop at the moment at which something is to be placed on it. */
export interface Surface {
  readonly platform: 'darwin' | 'win32' | 'linux';
  /** Wayland lets no program place its windows. */
  readonly isWayland: boolean;
  /** Where the tray icon is; null where the desktop does not tell. */
  readonly tray: Rectangle | null;
  readonly cursor: Point;
  readonly displays: readonly Display[];
}

type Side = 'top' | 'bottom' | 'left' | 'right';

/** Between the panel and what it stands at. */
const GAP = 8;

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

function centre({ x, y, width, height }: Rectangle): Point {
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

/** The edge of the screen at which the tray icon is: the nearest one, also for an icon in Windows' overflow window. */
function sideOf(tray: Rectangle, { bounds }: Display): Side {
  const { x, y } = centre(tray);
  const distances: readonly (readonly [Side, number])[] = [
    ['top', y - bounds.y],
    ['bottom', bounds.y + bounds.height - y],
    ['left', x - bounds.x],
    ['right', bounds.x + bounds.width - x],
  ];
  return distances.toSorted(([, a], [, b]) => a - b)[0]?.[0] ?? 'bottom';
}

/** Where trays are when nothing is known of ours: behind the bar at the top if there is one, else at the bottom. */
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

/** The top left corner at that side, before it is held inside the work area. */
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
 * Where the panel goes: at the tray icon, or in the usual corner of the display under the cursor. Always whole numbers and
 * inside the work area. Null where the desktop decides.
 */
export function placePanel(wanted: Size, surface: Surface): Rectangle | null {
  const { tray, cursor, displays, isWayland } = surface;
  const display = nearestDisplay(tray === null ? cursor : centre(tray), displays);
  if (isWayland || display === null) return null;
  const area = display.workArea;
  const size = {
    width: Math.floor(Math.min(wanted.width, area.width - 2 * GAP)),
    height: Math.floor(Math.min(wanted.height, area.height - 2 * GAP)),
  };
  const side = tray === null ? usualSide(surface, display) : sideOf(tray, display);
  const anchor = tray === null ? { x: area.x + area.width, y: area.y } : centre(tray);
  const { x, y } = corner(side, anchor, size, area);
  return {
    x: Math.round(clamp(x, area.x + GAP, area.x + area.width - size.width - GAP)),
    y: Math.round(clamp(y, area.y + GAP, area.y + area.height - size.height - GAP)),
    ...size,
  };
}

/**
 * Where a window goes that was left at a place: there again, held inside the screen it was on. Null where it was left nowhere,
 * where no screen is any more, or where the desktop decides.
 */
export function placeAgain(wanted: Size, left: Point | null, surface: Surface): Rectangle | null {
  if (left === null || surface.isWayland) return null;
  const middle = centre({ ...left, ...wanted });
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
