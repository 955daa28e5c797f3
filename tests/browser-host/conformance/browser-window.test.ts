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
  [
    'docs/api/browser-window.md: default size',
    'size(new BrowserWindow({ show: false }))',
    [800, 600],
  ],
  [
    'getAllWindows',
    `${NEW} return BrowserWindow.getAllWindows().map((one) => one === window)`,
    [true],
  ],

  ['close()', `${NEW} ${EVENTS} window.close(); return seen`, ['close', 'closed']],
  [
    'should allow access to id after destruction',
    `${NEW} window.destroy(); return typeof window.id`,
    'number',
  ],
  [
    'prevents users to access methods of webContents',
    `${NEW} const contents = window.webContents; window.destroy(); contents.getURL()`,
    DESTROYED,
  ],
  ['destroy() emits no close', `${NEW} ${EVENTS} window.destroy(); return seen`, ['closed']],
  [
    'isDestroyed',
    `${NEW} const before = window.isDestroyed(); window.destroy(); return [before, window.isDestroyed()]`,
    [false, true],
  ],
  [
    'base_window.cc OnWindowClosed: destroyed before closed',
    `${NEW} let was; window.on('closed', () => { was = window.isDestroyed(); }); window.close(); return was`,
    true,
  ],
  ['function_template.h: a method after closed', `${NEW} window.close(); window.show()`, DESTROYED],
  [
    'destroys pending focus events',
    `${NEW} ${EVENTS} window.show(); window.destroy(); await later(); return seen`,
    ['show', 'closed'],
  ],

  [
    'show() should make the window visible',
    `${NEW} window.show(); return window.isVisible()`,
    true,
  ],
  [
    'hide() should make the window not visible',
    `${NEW} window.show(); window.hide(); return window.isVisible()`,
    false,
  ],
  [
    'show() twice',
    `${NEW} ${EVENTS} window.show(); window.show(); await later(); return seen`,
    ['show', 'focus'],
  ],
  [
    'base_window.cc OnWindowFocus: focus comes later',
    `${NEW} ${EVENTS} window.show(); return seen`,
    ['show'],
  ],
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
  [
    'restored by the user',
    `${NEW} window.show(); ${EVENTS} await act({ action: 'minimize' }); await act({ action: 'restore' }); return seen.filter((event) => event !== 'blur' && event !== 'focus')`,
    ['minimize', 'restore'],
  ],

  ['sets the window bounds with full bounds', `${NEW} ${SET} return window.getBounds()`, BOUNDS],
  [
    'rounds non-integer bounds',
    `${NEW} window.setBounds({ x: 440.5, y: 225.1, width: 500.4, height: 400.9 }); return window.getBounds()`,
    { x: 441, y: 225, width: 500, height: 401 },
  ],
  [
    'sets the window bounds with partial bounds',
    `${NEW} ${SET} window.setBounds({ width: 200 }); return window.getBounds()`,
    { ...BOUNDS, width: 200 },
  ],
  [
    'does not emits the resize event for move-only changes',
    `${NEW} ${EVENTS} const { x, y } = window.getBounds(); window.setBounds({ x: x + 10, y: y + 10 }); return seen`,
    ['move'],
  ],
  [
    'sets the window size',
    `${NEW} ${EVENTS} window.setBounds({ width: 300, height: 401 }); return [seen, size(window)]`,
    [['resize'], [300, 401]],
  ],
  [
    'sets the window position',
    `${NEW} ${EVENTS} window.setBounds({ x: 60, y: 70 }); return [seen, position(window)]`,
    [['move'], [60, 70]],
  ],
  ['unchanged bounds', `${NEW} ${EVENTS} window.setBounds(window.getBounds()); return seen`, []],
  [
    'creates window at min size when a smaller size is requested',
    'size(new BrowserWindow({ show: false, width: 200, height: 200, minWidth: 300, minHeight: 300 }))',
    [300, 300],
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
    'explicit x/y at construction',
    'position(new BrowserWindow({ show: false, x: 50, y: 60 }))',
    [50, 60],
  ],
  ['title', "new BrowserWindow({ show: false, title: 'A' }); return title()", 'A'],
  ['page-title-updated', `${NEW} ${LOAD} await loaded(); return title()`, 'Page'],

  [
    'should emit ready-to-show event',
    `${NEW} ${EVENTS} ${LOAD} await loaded(); return seen`,
    ['ready-to-show'],
  ],
  [
    'ready-to-show comes once',
    `${NEW} ${EVENTS} ${LOAD} await loaded(); window.loadURL('app://bundle/other.html'); await loaded(); return seen`,
    ['ready-to-show'],
  ],
  [
    'docs: visibilityState of a new hidden window',
    `${NEW} ${LOAD} const one = page(); return one.received[0]`,
    { type: 'visible', isShown: false, isVisible: true },
  ],
  [
    'docs: visibilityState of a shown window',
    `${NEW} ${LOAD} window.show(); return page().received[0]`,
    { type: 'visible', isShown: true, isVisible: true },
  ],
  [
    'docs: visibilityState after hide()',
    `${NEW} ${LOAD} window.show(); const one = page(); window.hide(); return one.received.at(-1)`,
    { type: 'visible', isShown: false, isVisible: false },
  ],
  [
    'docs: visibilityState when minimized',
    `${NEW} ${LOAD} window.show(); const one = page(); await act({ action: 'minimize' }); return one.received.at(-1)`,
    { type: 'visible', isShown: false, isVisible: false },
  ],
  [
    'docs: visibilityState when restored',
    `${NEW} ${LOAD} window.show(); const one = page(); await act({ action: 'minimize' }); window.restore(); return one.received.at(-1)`,
    { type: 'visible', isShown: true, isVisible: true },
  ],
  [
    'an exception in a listener',
    `${NEW} window.on('show', () => { throw new Error('mine'); }); window.show(); return [window.isVisible(), uncaught.map(String)]`,
    [true, ['Error: mine']],
  ],
]);
