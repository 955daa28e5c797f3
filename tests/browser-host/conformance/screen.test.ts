import { conforms } from '../testing/conform.ts';

const TOO_EARLY = /^The 'screen' module can't be used before the app 'ready' event$/;
const LEFT = { x: 0, y: 0, width: 1920, height: 1080, scaleFactor: 1.5 };
const RIGHT = { x: 1920, y: 0, width: 1280, height: 1024, scaleFactor: 1 };
const near = (x: number, y: number) => `screen.getDisplayNearestPoint({ x: ${x}, y: ${y} }).id`;

conforms(
  'screen',
  [
    [
      'getCursorScreenPoint returns a point object',
      'screen.getCursorScreenPoint()',
      { x: 1710, y: 12 },
    ],
    ['getDisplayNearestPoint: on the first', near(5, 5), 1],
    ['getDisplayNearestPoint: on the second', near(1920, 5), 2],
  ],
  { displays: [LEFT, RIGHT] },
);

conforms(
  'screen before ready',
  [['screen.ts: a method', 'screen.getPrimaryDisplay()', TOO_EARLY]],
  { isReady: false },
);
