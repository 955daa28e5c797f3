import { conforms } from '../testing/conform.ts';

const NEW = "const tray = new Tray(file('icon.png'));";
const ZEROS = { x: 0, y: 0, width: 0, height: 0 };
const IN_BAR = { x: 1700, y: 0, width: 24, height: 24 };

conforms('Tray', [
  [
    'destroys a tray',
    `${NEW} const before = tray.isDestroyed(); tray.destroy(); return [before, tray.isDestroyed()]`,
    [false, true],
  ],
  [
    'a click blurs the window first',
    `${NEW} const window = new BrowserWindow({ show: false }); window.show(); await later(); const seen = log(window, 'blur'); tray.on('click', () => seen.push('click')); await act({ action: 'click-tray' }); return seen`,
    ['blur', 'click'],
  ],
]);

conforms('Tray on Linux', [['getBounds', `${NEW} return tray.getBounds()`, ZEROS]]);

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
  ],
  { hasTray: false },
);
