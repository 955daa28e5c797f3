import { conforms } from '../testing/conform.ts';

const TOO_EARLY = /^The 'screen' module can't be used before the app 'ready' event$/;
const LEFT = { x: 0, y: 0, width: 1920, height: 1080, scaleFactor: 1.5 };
const RIGHT = { x: 1920, y: 0, width: 1280, height: 1024, scaleFactor: 1 };
const change = (displays: readonly object[]) =>
  `await act({ action: 'change-displays', displays: ${JSON.stringify(displays)} });`;
const SEEN =
  "const seen = log(screen, 'display-added', 'display-removed', 'display-metrics-changed');";
const near = (x: number, y: number) => `screen.getDisplayNearestPoint({ x: ${x}, y: ${y} }).id`;

conforms(
  'screen',
  [
    [
      'returns an array of displays',
      'screen.getAllDisplays().map(({ id, scaleFactor }) => [id, scaleFactor])',
      [
        [1, 1.5],
        [2, 1],
      ],
    ],
    ['getPrimaryDisplay returns a display object', 'screen.getPrimaryDisplay().id', 1],
    [
      'has the correct non-object properties',
      'const one = screen.getPrimaryDisplay(); return [typeof one.id, typeof one.internal, typeof one.label, typeof one.scaleFactor, typeof one.rotation]',
      ['number', 'boolean', 'string', 'number', 'number'],
    ],
    [
      'has a bounds object property',
      'screen.getAllDisplays()[1].bounds',
      { x: 1920, y: 0, width: 1280, height: 1024 },
    ],
    [
      'has a size object property',
      'screen.getPrimaryDisplay().size',
      { width: 1920, height: 1080 },
    ],
    [
      'has a workArea object property',
      'screen.getAllDisplays()[1].workArea',
      { x: 1920, y: 28, width: 1280, height: 996 },
    ],
    [
      'has a workAreaSize object property',
      'screen.getPrimaryDisplay().workAreaSize',
      { width: 1920, height: 1052 },
    ],
    [
      'getCursorScreenPoint returns a point object',
      'screen.getCursorScreenPoint()',
      { x: 1710, y: 12 },
    ],
    [
      'the cursor moves',
      "await act({ action: 'move-cursor', x: 2000, y: 5 }); return screen.getCursorScreenPoint()",
      { x: 2000, y: 5 },
    ],
    ['getDisplayNearestPoint: on the first', near(5, 5), 1],
    ['getDisplayNearestPoint: on the second', near(1920, 5), 2],
    ['getDisplayNearestPoint: on the edge', near(1919, 1079), 1],
    ['getDisplayNearestPoint: beside the second', near(9000, 5), 2],
    ['getDisplayNearestPoint: below the first', near(100, 5000), 1],
    [
      'getDisplayMatching',
      'screen.getDisplayMatching({ x: 1900, y: 0, width: 400, height: 100 }).id',
      2,
    ],
    [
      'display-removed',
      `${SEEN} ${change([LEFT])} return [seen, screen.getAllDisplays().length]`,
      [['display-removed'], 1],
    ],
    [
      'display-added',
      `${SEEN} ${change([LEFT, RIGHT, { ...RIGHT, x: 3200 }])} return [seen, screen.getAllDisplays().length]`,
      [['display-added'], 3],
    ],
    [
      'display-metrics-changed',
      `${SEEN} ${change([{ ...LEFT, scaleFactor: 2 }, RIGHT])} return seen`,
      ['display-metrics-changed'],
    ],
    [
      'display-added: its display',
      `let added; screen.on('display-added', (_, display) => { added = display.bounds.x; }); ${change([LEFT, RIGHT, { ...RIGHT, x: 3200 }])} return added`,
      3200,
    ],
    ['unchanged displays', `${SEEN} ${change([LEFT, RIGHT])} return seen`, []],
    ['is an event emitter', 'typeof screen.prependListener', 'function'],
  ],
  { displays: [LEFT, RIGHT] },
);

conforms(
  'screen before ready',
  [
    ['screen.ts: a method', 'screen.getPrimaryDisplay()', TOO_EARLY],
    ['screen.ts: reading a method', 'screen.getPrimaryDisplay', TOO_EARLY],
    ['screen.ts: a listener', "screen.on('display-added', () => {})", TOO_EARLY],
    ['screen.ts: an import alone', 'typeof screen', 'object'],
  ],
  { isReady: false },
);
