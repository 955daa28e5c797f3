import { conforms } from '../testing/conform.ts';

const NEW = "const tray = new Tray(file('icon.png'));";
const ZEROS = { x: 0, y: 0, width: 0, height: 0 };
const IN_BAR = { x: 1700, y: 0, width: 24, height: 24 };

conforms('Tray', [
  [
    'throws a descriptive error for a missing file',
    "new Tray('/none.png')",
    /Failed to load image/,
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
  [
    'setImage accepts a path',
    `${NEW} tray.setImage(file('icon.png')); return host.trays.state().changes`,
    1,
  ],
  [
    'setToolTip',
    `${NEW} tray.setToolTip('a'); tray.setToolTip('b'); return host.trays.state().tooltip`,
    'b',
  ],
  [
    'docs/api/tray.md event click',
    `${NEW} const seen = log(tray, 'click'); await act({ action: 'click-tray' }); return seen`,
    ['click'],
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
]);

conforms('Tray on Linux', [
  ['getBounds', `${NEW} return tray.getBounds()`, ZEROS],
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
    [
      'can have a font type option set',
      `${NEW} tray.setTitle('Hello', { fontType: 'monospacedDigit' })`,
      undefined,
    ],
    [
      'throws on invalid font types',
      `${NEW} tray.setTitle('Hello', { fontType: 'blep' })`,
      /Error processing argument/,
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
  [['returns a bounds object', `${NEW} return tray.getBounds()`, IN_BAR]],
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
