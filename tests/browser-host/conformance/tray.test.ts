import { type Case, conforms } from '../testing/conform.ts';

const NEW = "const tray = new Tray(file('icon.png'));";
const ZEROS = { x: 0, y: 0, width: 0, height: 0 };
const IN_BAR = { x: 1700, y: 0, width: 24, height: 24 };

const EVERYWHERE: readonly Case[] = [
  ['sets the correct class name on the prototype', 'Tray.prototype.constructor.name', 'Tray'],
  ['is an instance of Tray', "new Tray(file('icon.png')) instanceof Tray", true],
  ['Node', "new Tray(file('icon.png')) instanceof require_events", true],
  [
    'throws a descriptive error for a missing file',
    "new Tray('/none.png')",
    /Failed to load image/,
  ],
  [
    'accepts both null and Menu as parameters',
    `${NEW} tray.setContextMenu(Menu.buildFromTemplate([])); tray.setContextMenu(null); return true`,
    true,
  ],
  ['docs/api/tray.md setContextMenu', `${NEW} tray.setContextMenu({})`, /Invalid menu/],
  [
    'destroys a tray',
    `${NEW} const before = tray.isDestroyed(); tray.destroy(); return [before, tray.isDestroyed()]`,
    [false, true],
  ],
  [
    'electron_api_tray.cc CheckAlive',
    `${NEW} tray.destroy(); tray.setToolTip('x')`,
    /^Tray is destroyed$/,
  ],
  [
    'electron_api_tray.cc CheckAlive',
    `${NEW} tray.destroy(); tray.getBounds()`,
    /^Tray is destroyed$/,
  ],
  [
    'electron_api_tray.cc CheckAlive',
    `${NEW} tray.destroy(); tray.setContextMenu(null)`,
    /^Tray is destroyed$/,
  ],
  ['destroyable: twice', `${NEW} tray.destroy(); tray.destroy(); return host.trays.state()`, null],
  [
    'a destroyed tray keeps its listeners',
    `${NEW} tray.destroy(); tray.on('click', () => {}); return tray.listenerCount('click')`,
    1,
  ],
  [
    'can be called with a menu',
    `${NEW} tray.popUpContextMenu(Menu.buildFromTemplate([{ label: 'Test' }]))`,
    undefined,
  ],
  ['can be called without one', `${NEW} tray.popUpContextMenu()`, undefined],
  ['throws an error on invalid arguments', `${NEW} tray.popUpContextMenu({})`, /Invalid menu/],
  [
    'setImage throws a descriptive error for a missing file',
    `${NEW} tray.setImage('/none.png')`,
    /Failed to load image/,
  ],
  [
    'setImage accepts a path',
    `${NEW} tray.setImage(file('icon.png')); return host.trays.state().changes`,
    1,
  ],
  [
    'setImage accepts an image',
    `${NEW} tray.setImage(nativeImage.createFromPath(file('icon.png')))`,
    undefined,
  ],
  [
    'setToolTip',
    `${NEW} tray.setToolTip('a'); tray.setToolTip('b'); return host.trays.state().tooltip`,
    'b',
  ],
  ['setToolTip converts no number', `${NEW} tray.setToolTip(5)`, /Error processing argument/],
  ['setTitle requires a string', `${NEW} tray.setTitle()`, /Insufficient number of arguments/],
  [
    'docs/api/tray.md event click',
    `${NEW} const seen = log(tray, 'click'); await act({ action: 'click-tray' }); return seen`,
    ['click'],
  ],
  [
    'docs/api/structures/keyboard-event.md',
    `${NEW} let keys; tray.on('click', (event) => { keys = event; }); await act({ action: 'click-tray' }); return keys`,
    { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false },
  ],
  [
    'once',
    `${NEW} let count = 0; tray.once('click', () => { count += 1; }); await act({ action: 'click-tray' }); await act({ action: 'click-tray' }); return count`,
    1,
  ],
  [
    'this of a listener',
    `${NEW} let self; tray.on('click', function () { self = this; }); await act({ action: 'click-tray' }); return self === tray`,
    true,
  ],
  [
    'an exception in a listener',
    `${NEW} tray.on('click', () => { throw new Error('mine'); }); await act({ action: 'click-tray' }); return uncaught.map(String)`,
    ['Error: mine'],
  ],
  [
    'a click blurs the window first',
    `${NEW} const window = new BrowserWindow({ show: false }); window.show(); await later(); const seen = log(window, 'blur'); tray.on('click', () => seen.push('click')); await act({ action: 'click-tray' }); return seen`,
    ['blur', 'click'],
  ],
  ['a call without new', "Tray(file('icon.png'))", /without 'new'/],
];

conforms(
  'Tray',
  EVERYWHERE.map(([source, code, result]) => [
    source,
    code.replace('require_events', 'Object.getPrototypeOf(Tray)'),
    result,
  ]),
);

const CHECKBOX =
  "const menu = Menu.buildFromTemplate([{ label: 'More', submenu: [{ label: 'A', type: 'checkbox', click() { onClick(); } }] }]); let onClick = () => {}; const shown = () => host.trays.state().menu[0].submenu[0].checked;";
const CLICK = "await act({ action: 'click-menu', path: ['More', 'A'] });";

conforms('Tray on Linux', [
  [
    'menu-item.ts: a clicked checkbox stays flipped',
    `${NEW} ${CHECKBOX} tray.setContextMenu(menu); ${CLICK} const once = shown(); ${CLICK} return [once, shown()]`,
    [true, false],
  ],
  [
    'docs/api/tray.md setContextMenu: until the menu is set again, within the click too',
    `${NEW} ${CHECKBOX} onClick = () => { menu.items[0].submenu.items[0].checked = false; tray.setContextMenu(menu); }; tray.setContextMenu(menu); ${CLICK} return shown()`,
    false,
  ],
  [
    'docs/api/tray.md setContextMenu: a changed item does not show',
    `${NEW} ${CHECKBOX} tray.setContextMenu(menu); ${CLICK} menu.items[0].submenu.items[0].checked = false; return shown()`,
    true,
  ],
  ['getBounds', `${NEW} return tray.getBounds()`, ZEROS],
  [
    'docs/api/tray.md: bounds of a click',
    `${NEW} let at; tray.on('click', (_, bounds) => { at = bounds; }); await act({ action: 'click-tray' }); return at`,
    ZEROS,
  ],
  ['getTitle', `${NEW} tray.setTitle('x'); return host.trays.state().title`, ''],
]);

conforms(
  'Tray on macOS',
  [
    ['returns a bounds object', `${NEW} return tray.getBounds()`, IN_BAR],
    [
      'sets/gets non-empty title',
      `${NEW} tray.setTitle('Hello World!'); return host.trays.state().title`,
      'Hello World!',
    ],
    ['sets/gets empty title', `${NEW} tray.setTitle(''); return host.trays.state().title`, ''],
    ['can have an options object passed in', `${NEW} tray.setTitle('Hello', {})`, undefined],
    [
      'can have a font type option set',
      `${NEW} tray.setTitle('Hello', { fontType: 'monospacedDigit' })`,
      undefined,
    ],
    [
      'throws when the options parameter is not an object',
      `${NEW} tray.setTitle('Hello', 'test')`,
      /Error processing argument/,
    ],
    [
      'throws when the font type is specified but is not a string',
      `${NEW} tray.setTitle('Hello', { fontType: 5.4 })`,
      /Error processing argument/,
    ],
    [
      'throws on invalid font types',
      `${NEW} tray.setTitle('Hello', { fontType: 'blep' })`,
      /Error processing argument/,
    ],
    [
      'menu-item.ts: a clicked checkbox stays flipped',
      `${NEW} ${CHECKBOX} tray.on('right-click', () => tray.popUpContextMenu(menu)); ${CLICK} return shown()`,
      true,
    ],
    [
      'right-click opens what popUpContextMenu is given',
      `${NEW} tray.on('right-click', () => tray.popUpContextMenu(Menu.buildFromTemplate([{ label: 'A' }]))); return host.trays.state().menu.map(({ label }) => label)`,
      ['A'],
    ],
  ],
  { platform: 'darwin' },
);

conforms(
  'Tray on Windows',
  [
    ['returns a bounds object', `${NEW} return tray.getBounds()`, IN_BAR],
    [
      'bounds of a click',
      `${NEW} let at; tray.on('click', (_, bounds) => { at = bounds; }); await act({ action: 'click-tray' }); return at`,
      IN_BAR,
    ],
  ],
  { platform: 'win32' },
);

conforms(
  'Tray before ready',
  [
    [
      'electron_api_tray.cc New',
      "new Tray(file('icon.png'))",
      /^Cannot create Tray before app is ready$/,
    ],
  ],
  { isReady: false },
);

conforms(
  'Tray without a StatusNotifierHost',
  [
    [
      'status_icon_linux_dbus.cc',
      `${NEW} const before = host.trays.state().isShown; await later(); return [before, host.trays.state().isShown]`,
      [null, false],
    ],
    [
      'status_icon_linux_dbus.cc: nothing to click',
      `${NEW} await act({ action: 'click-tray' })`,
      /the desktop does not show the tray/,
    ],
    [
      'status_icon_linux_dbus.cc: no menu',
      `${NEW} tray.setContextMenu(Menu.buildFromTemplate([{ label: 'A' }])); await act({ action: 'click-menu', path: ['A'] })`,
      /the desktop does not show the tray/,
    ],
  ],
  { hasTray: false },
);
