import { conforms } from '../testing/conform.ts';

const labels = (template: string) =>
  `Menu.buildFromTemplate(${template}).items.map(({ type, label }) => type === 'separator' ? '-' : label)`;
const role = (name: string) => `new MenuItem({ role: '${name}' }).label`;
const INVALID = /Invalid template for MenuItem: must have at least one of label, role or type/;
const SEPARATOR = "{ type: 'separator' }";
const TRAY = "const tray = new Tray(file('icon.png'));";
const subroles = (name: string) =>
  `new MenuItem({ role: '${name}' }).submenu.items.map(({ role, type }) => type === 'separator' ? '-' : role)`;

conforms('Menu', [
  [
    'does throw exceptions for empty objects and null values',
    'Menu.buildFromTemplate([{}, null])',
    INVALID,
  ],
  [
    'throws when an non-array is passed as a template',
    "Menu.buildFromTemplate('hello')",
    /Invalid template for Menu: Menu template must be an array/,
  ],
  [
    'should filter excess menu separators: adjacent',
    labels(`[{ label: 'a' }, ${SEPARATOR}, ${SEPARATOR}, { label: 'b' }]`),
    ['a', '-', 'b'],
  ],
  [
    'should filter excess menu separators: at the edges',
    labels(`[${SEPARATOR}, { label: 'a' }, ${SEPARATOR}]`),
    ['a'],
  ],
  [
    'keeps single separators',
    labels(`[{ label: 'a' }, ${SEPARATOR}, { label: 'b' }, ${SEPARATOR}, { label: 'c' }]`),
    ['a', '-', 'b', '-', 'c'],
  ],
  [
    'sets a menu',
    "const menu = Menu.buildFromTemplate([{ label: '1' }]); Menu.setApplicationMenu(menu); return Menu.getApplicationMenu() === menu",
    true,
  ],
  ['setApplicationMenu: no menu', 'Menu.setApplicationMenu({})', /^Invalid menu$/],
]);

conforms('MenuItem', [
  [
    'with invalid type: throws an exception',
    "new MenuItem({ label: 'a', type: 'invalid' })",
    /^Unknown menu item type: invalid$/,
  ],
  [
    'returns the correct default accelerator',
    "new MenuItem({ role: 'copy' }).accelerator",
    'CommandOrControl+C',
  ],
  [
    'allows a custom accelerator and label to be set',
    "const item = new MenuItem({ role: 'close', label: 'Custom Close!', accelerator: 'D' }); return [item.label, item.accelerator]",
    ['Custom Close!', 'D'],
  ],
  ['a role in another case', role('resetZoom'), 'Actual Size'],
  [
    'editMenu: includes a default submenu layout when submenu is empty',
    subroles('editMenu'),
    ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'delete', '-', 'selectall'],
  ],
  [
    'a submenu by its items',
    "new MenuItem({ label: 'a', submenu: [{ label: 'b' }] }).type",
    'submenu',
  ],
  ['an unknown property', "new MenuItem({ label: 'a' }).nothing", /not implemented/],
]);

conforms('MenuItem roles on Linux', [
  ['toggledevtools', role('toggleDevTools'), 'Toggle Developer Tools'],
  ['close', role('close'), 'Close'],
]);

conforms('MenuItem roles on macOS', [['close', role('close'), 'Close Window']], {
  platform: 'darwin',
});

conforms(
  'MenuItem roles on Windows',
  [['redo', "new MenuItem({ role: 'redo' }).accelerator", 'Control+Y']],
  { platform: 'win32' },
);

conforms('a menu of a tray', [
  [
    'click',
    `${TRAY} let item; tray.setContextMenu(Menu.buildFromTemplate([{ label: 'a', click: (given) => { item = given; } }])); await act({ action: 'click-menu', path: ['a'] }); return item.label`,
    'a',
  ],
  [
    'an exception in a click',
    `${TRAY} tray.setContextMenu(Menu.buildFromTemplate([{ label: 'a', click: () => { throw new Error('mine'); } }])); await act({ action: 'click-menu', path: ['a'] }); return uncaught.map(String)`,
    ['Error: mine'],
  ],
  [
    'docs/api/tray.md: on Linux, a changed item needs setContextMenu',
    `${TRAY} const menu = Menu.buildFromTemplate([{ label: 'a' }]); tray.setContextMenu(menu); menu.items[0].enabled = false; const before = host.trays.state().menu[0].enabled; tray.setContextMenu(menu); return [before, host.trays.state().menu[0].enabled]`,
    [true, false],
  ],
]);
