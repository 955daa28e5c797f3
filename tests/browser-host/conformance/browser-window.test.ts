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
    'sets the correct class name on the prototype',
    'BrowserWindow.prototype.constructor.name',
    'BrowserWindow',
  ],
  ['instanceof', `${NEW} return window instanceof BrowserWindow`, true],
  ['allows passing void 0', 'new BrowserWindow(undefined).isVisible()', false],
  ['a call without new', 'BrowserWindow()', /without 'new'/],
  [
    'docs/api/browser-window.md: default size',
    'size(new BrowserWindow({ show: false }))',
    [800, 600],
  ],
  [
    'docs/api/browser-window.md: shown by default',
    'const window = new BrowserWindow(); await later(); return window.isVisible()',
    true,
  ],
  [
    'getAllWindows',
    `${NEW} return BrowserWindow.getAllWindows().map((one) => one === window)`,
    [true],
  ],
  [
    'getAllWindows without destroyed ones',
    `${NEW} window.destroy(); return BrowserWindow.getAllWindows()`,
    [],
  ],

  ['close()', `${NEW} ${EVENTS} window.close(); return seen`, ['close', 'closed']],
  [
    'docs/api/browser-window.md event close: prevented',
    `${NEW} window.on('close', (event) => event.preventDefault()); window.close(); return window.isDestroyed()`,
    false,
  ],
  [
    'a prevented close keeps its page',
    `${NEW} window.on('close', (event) => event.preventDefault()); window.close(); return window.webContents.isDestroyed()`,
    false,
  ],
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
    'destroy() twice',
    `${NEW} ${EVENTS} window.destroy(); window.destroy(); return seen`,
    ['closed'],
  ],
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
    'function_template.h: getBounds after closed',
    `${NEW} window.close(); window.getBounds()`,
    DESTROYED,
  ],
  [
    'function_template.h: a property after closed',
    `${NEW} window.close(); window.webContents`,
    DESTROYED,
  ],
  [
    'function_template.h: loadURL after closed',
    `${NEW} window.close(); window.loadURL('app://bundle/')`,
    DESTROYED,
  ],
  [
    'a method is read before the window is destroyed',
    `${NEW} window.destroy(); return typeof window.show`,
    'function',
  ],
  [
    'listeners can be removed after closed',
    `${NEW} const add = () => {}; window.on('show', add); window.destroy(); window.off('show', add); return window.listenerCount('show')`,
    0,
  ],
  [
    'closed in a close listener',
    `${NEW} ${EVENTS} window.once('close', () => window.destroy()); window.close(); return seen`,
    ['close', 'closed'],
  ],
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
    'emits when window is hidden',
    `${NEW} window.show(); ${EVENTS} window.hide(); return seen`,
    ['hide'],
  ],
  [
    'show() twice',
    `${NEW} ${EVENTS} window.show(); window.show(); await later(); return seen`,
    ['show', 'focus'],
  ],
  ['hide() of a hidden window', `${NEW} ${EVENTS} window.hide(); return seen`, []],
  [
    'show() should focus on window',
    `${NEW} window.show(); await later(); return window.isFocused()`,
    true,
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
    'hide() should defocus on window',
    `${NEW} window.show(); window.hide(); return window.isFocused()`,
    false,
  ],
  [
    'base_window.cc OnWindowBlur: blur comes after hide returned',
    `${NEW} window.show(); await later(); ${EVENTS} window.hide(); const at = seen.length; await later(); return [at, seen]`,
    [1, ['hide', 'blur']],
  ],
  [
    'focus() does not make the window become visible',
    `${NEW} window.focus(); return window.isVisible()`,
    false,
  ],
  [
    'focuses a blurred window',
    `${NEW} window.show(); window.blur(); const blurred = window.isFocused(); window.focus(); return [blurred, window.isFocused()]`,
    [false, true],
  ],
  [
    'blur() removes focus from window',
    `${NEW} window.show(); window.blur(); return window.isFocused()`,
    false,
  ],
  [
    'minimize and restore',
    `${NEW} window.show(); ${EVENTS} window.minimize(); window.restore(); return seen`,
    ['minimize', 'restore'],
  ],
  [
    'isMinimized',
    `${NEW} window.show(); window.minimize(); const is = window.isMinimized(); window.restore(); return [is, window.isMinimized()]`,
    [true, false],
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
  [
    'minimize keeps its bounds',
    `${NEW} ${SET} window.minimize(); return window.getBounds()`,
    BOUNDS,
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
    'emits the resize event for single-pixel size changes',
    `${NEW} ${EVENTS} window.setBounds({ width: 401, height: 399 }); return seen`,
    ['resize'],
  ],
  [
    'sets the window position',
    `${NEW} ${EVENTS} window.setBounds({ x: 60, y: 70 }); return [seen, position(window)]`,
    [['move'], [60, 70]],
  ],
  ['unchanged bounds', `${NEW} ${EVENTS} window.setBounds(window.getBounds()); return seen`, []],
  [
    'bounds of a wrong type',
    `${NEW} window.setBounds({ width: 'wide' })`,
    /Error processing argument/,
  ],
  [
    'getBounds returns a copy',
    `${NEW} ${SET} window.getBounds().x = 5; return window.getBounds().x`,
    440,
  ],
  [
    'creates window at min size when a smaller size is requested',
    'size(new BrowserWindow({ show: false, width: 200, height: 200, minWidth: 300, minHeight: 300 }))',
    [300, 300],
  ],
  [
    'creates window at max size when a larger size is requested',
    'size(new BrowserWindow({ show: false, width: 300, height: 300, maxWidth: 200, maxHeight: 200 }))',
    [200, 200],
  ],
  [
    'enforces minimum size',
    `${NEW} window.setMinimumSize(300, 300); window.setBounds({ width: 100, height: 100 }); return size(window)`,
    [300, 300],
  ],
  [
    'enforces minimum size in setBounds',
    'const window = new BrowserWindow({ show: false, minWidth: 400, minHeight: 300 }); window.setBounds({ x: 0, y: 0, width: 374, height: 200 }); return window.getBounds()',
    { x: 0, y: 0, width: 400, height: 300 },
  ],
  [
    'a clamped size that stays the same',
    `const window = new BrowserWindow({ show: false, width: 400, minWidth: 400 }); ${EVENTS} window.setBounds({ width: 100, height: 600 }); return seen`,
    [],
  ],
  [
    'the user drags an edge',
    `${NEW} ${EVENTS} const dragged = log(window, 'will-resize'); await act({ action: 'resize', width: 500, height: 500 }); return [dragged, seen, size(window)]`,
    [['will-resize'], ['resize'], [500, 500]],
  ],
  [
    'docs/api/browser-window.md will-resize: prevented',
    `${NEW} window.on('will-resize', (event) => event.preventDefault()); await act({ action: 'resize', width: 500, height: 500 }); return size(window)`,
    [400, 400],
  ],
  [
    'explicit x/y at construction',
    'position(new BrowserWindow({ show: false, x: 50, y: 60 }))',
    [50, 60],
  ],
  [
    'docs/api/browser-window.md title: its default',
    'new BrowserWindow({ show: false }); return title()',
    'small-app',
  ],
  ['title', "new BrowserWindow({ show: false, title: 'A' }); return title()", 'A'],
  ['page-title-updated', `${NEW} ${LOAD} await loaded(); return title()`, 'Page'],
  [
    'page-title-updated: prevented',
    "const window = new BrowserWindow({ show: false, title: 'A' }); window.on('page-title-updated', (event) => event.preventDefault()); protocol.handle('app', () => new Response('')); window.loadURL('app://bundle/'); await loaded(); return title()",
    'A',
  ],

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
    `${NEW} ${LOAD} window.show(); const one = page(); window.minimize(); return one.received.at(-1)`,
    { type: 'visible', isShown: false, isVisible: false },
  ],
  [
    'docs: visibilityState when restored',
    `${NEW} ${LOAD} window.show(); const one = page(); window.minimize(); window.restore(); return one.received.at(-1)`,
    { type: 'visible', isShown: true, isVisible: true },
  ],
  [
    'an exception in a listener',
    `${NEW} window.on('show', () => { throw new Error('mine'); }); window.show(); return [window.isVisible(), uncaught.map(String)]`,
    [true, ['Error: mine']],
  ],
  [
    'an exception in a close listener does not prevent it',
    `${NEW} window.on('close', () => { throw new Error('mine'); }); window.close(); return [window.isDestroyed(), uncaught.length]`,
    [true, 1],
  ],
  [
    'the listeners after one that throws are skipped',
    `${NEW} let count = 0; window.on('show', () => { throw new Error('mine'); }); window.on('show', () => { count += 1; }); window.show(); return count`,
    0,
  ],
]);
