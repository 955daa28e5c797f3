import type { Rectangle } from 'electron';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { clearCalls, screen, setSwitch } from '../testing/electron.ts';
import { placePanel } from './place-panel.ts';

interface Display {
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
}

const SIZE = { width: 400, height: 600 };
const rectangle = (x: number, y: number, width: number, height: number): Rectangle => ({
  x,
  y,
  width,
  height,
});
const displayOf = (bounds: Rectangle, workArea = bounds): Display => ({ bounds, workArea });
const FULL = rectangle(0, 0, 1920, 1080);

const DEFAULTS = {
  platform: 'win32' as const,
  tray: null,
  cursor: { x: 10, y: 10 },
  display: displayOf(FULL, rectangle(0, 0, 1920, 1040)),
};
/** A second display to the left of the first. */
const SECOND = displayOf(rectangle(-1280, -1024, 1280, 1024), rectangle(-1280, -1024, 1280, 984));

interface Desktop {
  readonly platform?: 'darwin' | 'win32' | 'linux';
  readonly tray?: Rectangle | null;
  readonly cursor?: Pick<Rectangle, 'x' | 'y'>;
  readonly display?: Display;
}

function placed(values: Desktop): Rectangle | null {
  const { display, tray, platform, cursor } = { ...DEFAULTS, ...values };
  Object.assign(screen, {
    getCursorScreenPoint: () => cursor,
    getDisplayNearestPoint: ({ x }: { readonly x: number }) => (x < 0 ? SECOND : display),
  });
  return placePanel(SIZE, platform, tray);
}

beforeEach(clearCalls);

test.each<[string, Desktop, Rectangle]>([
  [
    'taskbar at the bottom',
    { tray: rectangle(1500, 1045, 24, 30) },
    rectangle(1312, 432, 400, 600),
  ],
  ['tray in the corner', { tray: rectangle(1890, 1045, 24, 30) }, rectangle(1512, 432, 400, 600)],
  [
    'menu bar at the top',
    {
      platform: 'darwin',
      tray: rectangle(1000, 0, 30, 24),
      display: displayOf(FULL, rectangle(0, 25, 1920, 1055)),
    },
    rectangle(815, 33, 400, 600),
  ],
  [
    'taskbar on the left',
    { tray: rectangle(10, 900, 24, 24), display: displayOf(FULL, rectangle(60, 0, 1860, 1080)) },
    rectangle(68, 472, 400, 600),
  ],
  [
    'on a second display to the left',
    { tray: rectangle(-300, -40, 24, 24) },
    rectangle(-488, -648, 400, 600),
  ],
  [
    'no tray, a bar at the top',
    { platform: 'linux', display: displayOf(FULL, rectangle(0, 30, 1920, 1050)) },
    rectangle(1512, 38, 400, 600),
  ],
  ['no tray, no bar at the top', { platform: 'linux' }, rectangle(1512, 432, 400, 600)],
  [
    'no tray: the display under the cursor',
    { cursor: { x: -500, y: 10 } },
    rectangle(-408, -648, 400, 600),
  ],
  [
    'display smaller than the panel',
    { display: displayOf(rectangle(0, 0, 380, 500)) },
    rectangle(8, 8, 364, 484),
  ],
  [
    'fractional coordinates of a scaled display',
    { tray: rectangle(1500.4, 1045.2, 24.5, 30) },
    rectangle(1313, 432, 400, 600),
  ],
])('%s', (_, values, expected) => {
  expect(placed(values)).toEqual(expected);
});

test('places nothing on Wayland', () => {
  setSwitch('ozone-platform', 'wayland');
  expect(placed({})).toBeNull();
});

test('bounds are integers inside the work area of the display', () => {
  const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true });
  const length = fc.double({ min: 1, max: 100, noNaN: true });
  const display = fc
    .record({
      x: fc.integer({ min: -4000, max: 4000 }),
      y: fc.integer({ min: -4000, max: 4000 }),
      width: fc.integer({ min: 320, max: 4000 }),
      height: fc.integer({ min: 240, max: 3000 }),
      bar: fc.integer({ min: 0, max: 60 }),
    })
    .map(({ x, y, width, height, bar }) =>
      displayOf(rectangle(x, y, width, height), rectangle(x, y + bar, width, height - bar)),
    );
  fc.assert(
    fc.property(
      display,
      fc.option(fc.record({ x: coordinate, y: coordinate, width: length, height: length })),
      fc.constantFrom('darwin', 'win32', 'linux'),
      (shown, tray, platform) => {
        Object.assign(screen, { getDisplayNearestPoint: () => shown });
        const found = placePanel(SIZE, platform, tray);
        expect(found).not.toBeNull();
        if (found === null) return;
        const { workArea } = shown;
        expect(Object.values(found).every(Number.isInteger)).toBe(true);
        expect(found.x).toBeGreaterThanOrEqual(workArea.x);
        expect(found.y).toBeGreaterThanOrEqual(workArea.y);
        expect(found.x + found.width).toBeLessThanOrEqual(workArea.x + workArea.width);
        expect(found.y + found.height).toBeLessThanOrEqual(workArea.y + workArea.height);
      },
    ),
  );
});
