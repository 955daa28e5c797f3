import { conforms } from '../testing/conform.ts';

const NEW = 'const window = new BrowserWindow({ show: false, width: 400, height: 400 });';
const EVENTS =
  "const seen = log(window, 'show', 'hide', 'focus', 'blur', 'move', 'resize', 'close', 'closed', 'minimize', 'restore', 'ready-to-show');";
const BOUNDS = { x: 440, y: 225, width: 500, height: 400 };
const SET = `window.setBounds(${JSON.stringify(BOUNDS)});`;
const DESTROYED = /^Object has been destroyed$/;
const HANDLE = "protocol.handle('app', () => new Response('<p>Page'));";
const LOAD = `${HANDLE} window.loadURL('app://bundle/index.html');`;

conforms('BrowserWindow', [
  ['close()', `${NEW} ${EVENTS} window.close(); return seen`, ['close', 'closed']],
  ['destroy() emits no close', `${NEW} ${EVENTS} window.destroy(); return seen`, ['closed']],
  [
    'base_window.cc OnWindowClosed: destroyed before closed',
    `${NEW} let was; window.on('closed', () => { was = window.isDestroyed(); }); window.close(); return was`,
    true,
  ],
  ['function_template.h: a method after closed', `${NEW} window.close(); window.show()`, DESTROYED],

  [
    'emits focus event and makes the window visible',
    `${NEW} ${EVENTS} window.show(); await later(); return seen`,
    ['show', 'focus'],
  ],
  [
    'base_window.cc OnWindowBlur: blur comes after hide returned',
    `${NEW} window.show(); await later(); ${EVENTS} window.hide(); const at = seen.length; await later(); return [at, seen]`,
    [1, ['hide', 'blur']],
  ],
  [
    'minimized by the user',
    `${NEW} window.show(); await act({ action: 'minimize' }); return [window.isMinimized(), window.isFocused()]`,
    [true, false],
  ],

  ['sets the window bounds with full bounds', `${NEW} ${SET} return window.getBounds()`, BOUNDS],
  [
    'does not emits the resize event for move-only changes',
    `${NEW} ${EVENTS} const { x, y } = window.getBounds(); window.setBounds({ x: x + 10, y: y + 10 }); return seen`,
    ['move'],
  ],
  [
    'enforces minimum size',
    `${NEW} window.setMinimumSize(300, 300); window.setBounds({ width: 100, height: 100 }); return size(window)`,
    [300, 300],
  ],
  [
    'the user drags an edge',
    `${NEW} ${EVENTS} await act({ action: 'resize', width: 500, height: 500 }); return [seen, size(window)]`,
    [['resize'], [500, 500]],
  ],

  [
    'should emit ready-to-show event',
    `${NEW} ${EVENTS} ${LOAD} await loaded(); return seen`,
    ['ready-to-show'],
  ],
  [
    'docs: visibilityState of a new hidden window',
    `${NEW} ${LOAD} const one = page(); return one.received[0]`,
    { type: 'visible', isShown: false, isVisible: true },
  ],
  [
    'docs: visibilityState after hide()',
    `${NEW} ${LOAD} window.show(); const one = page(); window.hide(); return one.received.at(-1)`,
    { type: 'visible', isShown: false, isVisible: false },
  ],
]);
