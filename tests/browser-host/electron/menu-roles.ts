/** Labels, keys and submenus of the supported roles (electron/electron, `lib/browser/api/menu-item-roles.ts`). */
export interface Role {
  readonly label: string;
  readonly accelerator?: string;
  readonly submenu?: readonly { readonly role?: string; readonly type?: 'separator' }[];
}

const separator = { type: 'separator' } as const;

/** By their names in lower case. Other roles of Electron are not supported. */
export function menuRoles(platform: NodeJS.Platform, app: string): ReadonlyMap<string, Role> {
  const isMac = platform === 'darwin';
  const isWindows = platform === 'win32';
  const quitLabel = isMac ? `Quit ${app}` : isWindows ? 'Exit' : 'Quit';
  const editMenu = [
    ...[{ role: 'undo' }, { role: 'redo' }, separator],
    ...[{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }],
    ...(isMac
      ? [{ role: 'pasteandmatchstyle' }, { role: 'delete' }, { role: 'selectall' }]
      : [{ role: 'delete' }, separator, { role: 'selectall' }]),
  ];
  const appMenu = [
    ...[{ role: 'about' }, separator, { role: 'services' }, separator],
    ...[{ role: 'hide' }, { role: 'hideothers' }, { role: 'unhide' }, separator, { role: 'quit' }],
  ];
  return new Map<string, Role>([
    ['about', { label: platform === 'linux' ? 'About' : `About ${app}` }],
    ['close', { label: isMac ? 'Close Window' : 'Close', accelerator: 'CommandOrControl+W' }],
    ['copy', { label: 'Copy', accelerator: 'CommandOrControl+C' }],
    ['cut', { label: 'Cut', accelerator: 'CommandOrControl+X' }],
    ['delete', { label: 'Delete' }],
    ['hide', { label: `Hide ${app}`, accelerator: 'Command+H' }],
    ['hideothers', { label: 'Hide Others', accelerator: 'Command+Alt+H' }],
    ['paste', { label: 'Paste', accelerator: 'CommandOrControl+V' }],
    ['pasteandmatchstyle', { label: 'Paste and Match Style' }],
    ['quit', { label: quitLabel, ...(isWindows ? {} : { accelerator: 'CommandOrControl+Q' }) }],
    ['redo', { label: 'Redo', accelerator: isWindows ? 'Control+Y' : 'Shift+CommandOrControl+Z' }],
    ['resetzoom', { label: 'Actual Size', accelerator: 'CommandOrControl+0' }],
    ['selectall', { label: 'Select All', accelerator: 'CommandOrControl+A' }],
    ['services', { label: 'Services' }],
    [
      'toggledevtools',
      { label: 'Toggle Developer Tools', accelerator: isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I' },
    ],
    ['undo', { label: 'Undo', accelerator: 'CommandOrControl+Z' }],
    ['unhide', { label: 'Show All' }],
    ['zoomin', { label: 'Zoom In', accelerator: 'CommandOrControl+Plus' }],
    ['zoomout', { label: 'Zoom Out', accelerator: 'CommandOrControl+-' }],
    ['appmenu', { label: app, submenu: appMenu }],
    ['editmenu', { label: 'Edit', submenu: editMenu }],
    ['filemenu', { label: 'File', submenu: [isMac ? { role: 'close' } : { role: 'quit' }] }],
  ]);
}
