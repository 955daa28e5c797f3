import { type Display, type Point, type Rectangle, type Size, screen } from 'electron';
import { isWayland, type Platform } from '../desktop/platform.ts';

/** DIP between the panel and the edges of the work area. */
const GAP = 8;

function center({ x, y, width, height }: Rectangle): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where trays usually are: on Linux, at the top if there is a bar, else at the bottom. */
function usualCorner(
  platform: Platform,
  { bounds, workArea }: Pick<Display, 'bounds' | 'workArea'>,
): Point {
  const isAtTop = platform === 'darwin' || (platform === 'linux' && workArea.y > bounds.y);
  const bottom = workArea.y + workArea.height;
  return { x: workArea.x + workArea.width, y: isAtTop ? workArea.y : bottom };
}

/** The start of a span of that length, centered on `middle` as far as it stays between the limits. */
function centered(middle: number, length: number, low: number, high: number): number {
  return Math.round(Math.max(low, Math.min(middle - length / 2, high - length)));
}

/**
 * Bounds at the tray icon, else in the usual corner of the display under the cursor: integers, inside the work area. Null on Wayland,
 * which does not let programs place their windows.
 * @param tray null where the desktop does not report its position
 */
export function placePanel(
  wanted: Size,
  platform: Platform,
  tray: Rectangle | null,
): Rectangle | null {
  if (isWayland()) return null;
  const at = tray === null ? screen.getCursorScreenPoint() : center(tray);
  const display = screen.getDisplayNearestPoint({ x: Math.round(at.x), y: Math.round(at.y) });
  const { x, y } = tray === null ? usualCorner(platform, display) : at;
  const area = display.workArea;
  const width = Math.floor(Math.min(wanted.width, area.width - 2 * GAP));
  const height = Math.floor(Math.min(wanted.height, area.height - 2 * GAP));
  return {
    x: centered(x, width, area.x + GAP, area.x + area.width - GAP),
    y: centered(y, height, area.y + GAP, area.y + area.height - GAP),
    width,
    height,
  };
}
