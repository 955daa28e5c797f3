import { conforms } from '../testing/conform.ts';

const NEW = 'const window = new BrowserWindow({ show: false, width: 400, height: 400 });';
const EVENTS =
  "const seen = log(window, 'show', 'hide', 'focus', 'blur', 'move', 'resize', 'close', 'closed', 'minimize', 'restore', 'ready-to-show');";
const BOUNDS = { x: 440, y: 225, width: 500, height: 400 };
const SET = `window.setBounds(${JSON.stringify(BOUNDS)});`;
const HANDLE = "protocol.handle('app', () => new Response('<p>Page'));";
const LOAD = `${HANDLE} window.loadURL('app://bundle/index.html');`;

conforms(
  'BrowserWindow on Wayland',
  [
    [
      'electron#48859: no ready-to-show while hidden',
      `${NEW} ${EVENTS} ${LOAD} await loaded(); return seen`,
      [],
    ],
    [
      'electron#48859: ready-to-show once it is shown',
      `${NEW} ${EVENTS} ${LOAD} await loaded(); window.show(); return seen`,
      ['show', 'ready-to-show'],
    ],
    [
      'getBounds',
      `${NEW} ${SET} return window.getBounds()`,
      { x: 0, y: 0, width: 500, height: 400 },
    ],
    [
      'show() does not focus on window',
      `${NEW} ${EVENTS} window.show(); await later(); return [seen, window.isFocused()]`,
      [['show'], false],
    ],
  ],
  { isWayland: true },
);

const SCALED = { x: 0, y: 0, width: 1536, height: 864, scaleFactor: 1.25 };
const PLAIN = { x: 1536, y: 0, width: 1920, height: 1080, scaleFactor: 1 };

conforms(
  'BrowserWindow at 125 %',
  [
    [
      'electron#51572: frameless bounds are off',
      'const window = new BrowserWindow({ show: false, frame: false, x: 9, y: 9, width: 400, height: 600 }); return size(window)',
      [401, 601],
    ],
    [
      'on the second screen they are right',
      'size(new BrowserWindow({ show: false, frame: false, x: 1600, y: 9, width: 400, height: 600 }))',
      [400, 600],
    ],
  ],
  { displays: [SCALED, PLAIN] },
);

conforms(
  'BrowserWindow on Windows',
  [
    [
      'docs/api/browser-window.md resized: after a drag',
      `${NEW} const seen = log(window, 'resize', 'resized'); await act({ action: 'resize', width: 500, height: 500 }); return seen`,
      ['resize', 'resized'],
    ],
    [
      'setBounds emits no resized',
      `${NEW} const seen = log(window, 'resize', 'resized'); window.setBounds({ width: 500, height: 500 }); return seen`,
      ['resize'],
    ],
  ],
  { platform: 'win32' },
);
