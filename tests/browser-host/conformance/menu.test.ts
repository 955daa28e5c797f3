import { conforms } from '../testing/conform.ts';

const labels = (template: string) =>
  `Menu.buildFromTemplate(${template}).items.map(({ type, label }) => type === 'separator' ? '-' : label)`;
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
    'should filter excess menu separators: adjacent',
    labels(`[{ label: 'a' }, ${SEPARATOR}, ${SEPARATOR}, { label: 'b' }]`),
    ['a', '-', 'b'],
  ],
  [
    'should filter excess menu separators: at the edges',
    labels(`[${SEPARATOR}, { label: 'a' }, ${SEPARATOR}]`),
    ['a'],
  ],
]);

conforms('MenuItem', [
  [
    'editMenu: includes a default submenu layout when submenu is empty',
    subroles('editMenu'),
    ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'delete', '-', 'selectall'],
  ],
]);

conforms('a menu of a tray', [
  [
    'click',
    `${TRAY} let item; tray.setContextMenu(Menu.buildFromTemplate([{ label: 'a', click: (given) => { item = given; } }])); await act({ action: 'click-menu', path: ['a'] }); return item.label`,
    'a',
  ],
  [
    'docs/api/tray.md: on Linux, a changed item needs setContextMenu',
    `${TRAY} const menu = Menu.buildFromTemplate([{ label: 'a' }]); tray.setContextMenu(menu); menu.items[0].enabled = false; const before = host.trays.state().menu[0].enabled; tray.setContextMenu(menu); return [before, host.trays.state().menu[0].enabled]`,
    [true, false],
  ],
]);
