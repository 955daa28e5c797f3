import { conforms } from '../testing/conform.ts';

const labels = (template: string) =>
  `Menu.buildFromTemplate(${template}).items.map(({ type, label }) => type === 'separator' ? '-' : label)`;
const role = (name: string) => `new MenuItem({ role: '${name}' }).label`;
const INVALID = /Invalid template for MenuItem: must have at least one of label, role or type/;
const SEPARATOR = "{ type: 'separator' }";
const RADIOS =
  "const menu = Menu.buildFromTemplate([{ type: 'radio', label: 'a', checked: true }, { type: 'radio', label: 'b' }, { type: 'separator' }, { type: 'radio', label: 'c', checked: true }]);";
const CHECKED = 'menu.items.map(({ checked }) => checked)';
const TRAY = "const tray = new Tray(file('icon.png'));";
const subroles = (name: string) =>
  `new MenuItem({ role: '${name}' }).submenu.items.map(({ role, type }) => type === 'separator' ? '-' : role)`;

conforms('Menu', [
  ['sets the correct class name on the prototype', 'Menu.prototype.constructor.name', 'Menu'],
  [
    'instanceof',
    '[new Menu() instanceof Menu, Menu.buildFromTemplate([]) instanceof Menu]',
    [true, true],
  ],
  [
    'should be able to accept only MenuItems',
    labels("[new MenuItem({ label: 'one' }), new MenuItem({ label: 'two' })]"),
    ['one', 'two'],
  ],
  [
    'should be able to accept only MenuItems in a submenu',
    "Menu.buildFromTemplate([{ label: 'one', submenu: [new MenuItem({ label: 'two' })] }]).items[0].submenu.items[0].label",
    'two',
  ],
  [
    'should be able to accept MenuItems and plain objects',
    labels("[new MenuItem({ label: 'one' }), { label: 'two' }]"),
    ['one', 'two'],
  ],
  [
    'does not modify the specified template',
    "const template = [{ label: 'text', submenu: [{ label: 'sub' }] }]; const copy = structuredClone(template); Menu.buildFromTemplate(template); return JSON.stringify(template) === JSON.stringify(copy)",
    true,
  ],
  [
    'does not throw exceptions for undefined/null values',
    "Menu.buildFromTemplate([{ label: 'text', accelerator: undefined }, { label: 'text again', accelerator: null }]).items.length",
    2,
  ],
  [
    'does throw exceptions for empty objects and null values',
    'Menu.buildFromTemplate([{}, null])',
    INVALID,
  ],
  [
    'does throw exception for object without role, label, or type attribute',
    'Menu.buildFromTemplate([{ visible: true }])',
    INVALID,
  ],
  ['does throw exception for undefined', 'Menu.buildFromTemplate([undefined])', INVALID],
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
    'should filter excess menu separators: three',
    labels(`[{ label: 'a' }, ${SEPARATOR}, ${SEPARATOR}, ${SEPARATOR}, { label: 'b' }]`),
    ['a', '-', 'b'],
  ],
  [
    'should filter excess menu separators: at the edges',
    labels(`[${SEPARATOR}, { label: 'a' }, ${SEPARATOR}]`),
    ['a'],
  ],
  [
    'should filter excess menu separators: only separators',
    labels(`[${SEPARATOR}, ${SEPARATOR}]`),
    [],
  ],
  [
    'should filter excess menu separators: in submenus',
    `Menu.buildFromTemplate([{ label: 'a', submenu: [${SEPARATOR}, { label: 'b' }] }]).items[0].submenu.items.length`,
    1,
  ],
  [
    'keeps single separators',
    labels(`[{ label: 'a' }, ${SEPARATOR}, { label: 'b' }, ${SEPARATOR}, { label: 'c' }]`),
    ['a', '-', 'b', '-', 'c'],
  ],
  [
    'should add the item to the end of the menu',
    "const menu = Menu.buildFromTemplate([{ label: '1' }]); menu.append(new MenuItem({ label: 'last' })); return menu.items.at(-1).label",
    'last',
  ],
  [
    'sets a menu',
    "const menu = Menu.buildFromTemplate([{ label: '1' }]); Menu.setApplicationMenu(menu); return Menu.getApplicationMenu() === menu",
    true,
  ],
  [
    'unsets a menu with null',
    'Menu.setApplicationMenu(null); return Menu.getApplicationMenu()',
    null,
  ],
  ['setApplicationMenu: no menu', 'Menu.setApplicationMenu({})', /^Invalid menu$/],
]);

conforms('MenuItem', [
  [
    'should have default MenuItem properties',
    "const item = new MenuItem({ label: 'hello' }); return [item.type, item.enabled, item.visible, item.checked, item.sublabel, item.toolTip, typeof item.click, typeof item.commandId]",
    ['normal', true, true, false, '', '', 'function', 'number'],
  ],
  ['has no label', "new MenuItem({ type: 'separator' }).label", ''],
  [
    'should be called with the item object passed',
    "let given; const item = new MenuItem({ label: 'a', click: (one) => { given = one; } }); item.click(); return given === item",
    true,
  ],
  [
    'clicking an checkbox item should flip the checked property',
    "const item = new MenuItem({ type: 'checkbox', label: 'a' }); item.click(); const once = item.checked; item.click(); return [once, item.checked]",
    [true, false],
  ],
  [
    'the click of a checkbox sees the new state',
    "let is; const item = new MenuItem({ type: 'checkbox', label: 'a', click: ({ checked }) => { is = checked; } }); item.click(); return is",
    true,
  ],
  [
    'clicking an radio item should always make checked property true',
    `${RADIOS} menu.items[0].click(); menu.items[0].click(); return menu.items[0].checked`,
    true,
  ],
  [
    "setting 'checked' should flip other items' 'checked' property",
    `${RADIOS} menu.items[1].checked = true; return ${CHECKED}`,
    [false, true, false, true],
  ],
  [
    'a click on a radio item flips the others',
    `${RADIOS} menu.items[1].click(); return ${CHECKED}`,
    [false, true, false, true],
  ],
  [
    'command id cannot be overwritten',
    "'use strict'; const item = new MenuItem({ label: 'a' }); item.commandId = 5",
    /commandId|read only/,
  ],
  [
    'type cannot be overwritten',
    "'use strict'; const item = new MenuItem({ label: 'a' }); item.type = 'radio'",
    /type|read only/,
  ],
  [
    'with invalid type: throws an exception',
    "new MenuItem({ label: 'a', type: 'invalid' })",
    /^Unknown menu item type: invalid$/,
  ],
  [
    'with submenu type and missing submenu: throws an exception',
    "new MenuItem({ label: 'a', type: 'submenu' })",
    /^Invalid submenu$/,
  ],
  [
    'returns undefined for items without default accelerator',
    "new MenuItem({ label: 'a' }).accelerator",
    null,
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
    'fileMenu: includes a default submenu layout when submenu is empty',
    subroles('fileMenu'),
    ['quit'],
  ],
  [
    'fileMenu: overrides default layout when submenu is specified',
    "new MenuItem({ role: 'fileMenu', submenu: [{ role: 'close' }] }).submenu.items.map(({ role }) => role)",
    ['close'],
  ],
  [
    'editMenu: includes a default submenu layout when submenu is empty',
    subroles('editMenu'),
    ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'delete', '-', 'selectall'],
  ],
  [
    'executes roles with native role functions',
    "const item = new MenuItem({ role: 'quit' }); item.click(); return exits",
    [0],
  ],
  [
    'a submenu by its items',
    "new MenuItem({ label: 'a', submenu: [{ label: 'b' }] }).type",
    'submenu',
  ],
  [
    'a submenu that is a menu',
    "const menu = Menu.buildFromTemplate([{ label: 'b' }]); return new MenuItem({ label: 'a', submenu: menu }).submenu === menu",
    true,
  ],
  ['an unknown property', "new MenuItem({ label: 'a' }).nothing", /not implemented/],
]);

conforms('MenuItem roles on Linux', [
  ['undo', role('undo'), 'Undo'],
  ['toggledevtools', role('toggleDevTools'), 'Toggle Developer Tools'],
  ['zoomin', role('zoomIn'), 'Zoom In'],
  ['quit', role('quit'), 'Quit'],
  ['close', role('close'), 'Close'],
  ['about', role('about'), 'About'],
]);

conforms(
  'MenuItem roles on macOS',
  [
    ['quit', role('quit'), 'Quit small-app'],
    ['close', role('close'), 'Close Window'],
    ['about', role('about'), 'About small-app'],
    ['appMenu', role('appMenu'), 'small-app'],
    [
      'appMenu: includes a default submenu layout when submenu is empty',
      subroles('appMenu'),
      ['about', '-', 'services', '-', 'hide', 'hideothers', 'unhide', '-', 'quit'],
    ],
    ['fileMenu', subroles('fileMenu'), ['close']],
  ],
  { platform: 'darwin' },
);

conforms(
  'MenuItem roles on Windows',
  [
    ['quit', role('quit'), 'Exit'],
    ['redo', "new MenuItem({ role: 'redo' }).accelerator", 'Control+Y'],
    ['quit has no keys', "new MenuItem({ role: 'quit' }).accelerator", null],
  ],
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
    'the role quit',
    `${TRAY} tray.setContextMenu(Menu.buildFromTemplate([{ role: 'quit' }])); await act({ action: 'click-menu', path: ['Quit'] }); return exits`,
    [0],
  ],
  [
    'docs/api/tray.md: on Linux, a changed item needs setContextMenu',
    `${TRAY} const menu = Menu.buildFromTemplate([{ label: 'a' }]); tray.setContextMenu(menu); menu.items[0].enabled = false; const before = host.trays.state().menu[0].enabled; tray.setContextMenu(menu); return [before, host.trays.state().menu[0].enabled]`,
    [true, false],
  ],
]);
