/** Labels, keys and submenus of the supported roles (electron/electron, `lib/browser/api/menu-item-roles.ts`). */
export interface Role {
  readonly label: string;
  readonly accelerator?: string;
  readonly submenu?: readonly { readonly role?: string; readonly type?: 'separator' }[];
}

const separator = { type: 'separator' } as const;

/** By their names in lower case. Other roles of Electron are not supported. */
export function menuRoles(platform: NodeJS.Platform): ReadonlyMap<string, Role> {
  const isMac = platform === 'darwin';
  const isWindows = platform === 'win32';
  const editMenu = [
    ...[{ role: 'undo' }, { role: 'redo' }, separator],
    ...[{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }],
    ...(isMac
      ? [{ role: 'pasteandmatchstyle' }, { role: 'delete' }, { role: 'selectall' }]
      : [{ role: 'delete' }, separator, { role: 'selectall' }]),
  ];
  return new Map<string, Role>([
    ['close', { label: isMac ? 'Close Window' : 'Close', accelerator: 'CommandOrControl+W' }],
    ['copy', { label: 'Copy', accelerator: 'CommandOrControl+C' }],
    ['cut', { label: 'Cut', accelerator: 'CommandOrControl+X' }],
    ['delete', { label: 'Delete' }],
    ['hide', { label: 'Hide', accelerator: 'Command+H' }],
    ['paste', { label: 'Paste', accelerator: 'CommandOrControl+V' }],
    ['pasteandmatchstyle', { label: 'Paste and Match Style' }],
    ['redo', { label: 'Redo', accelerator: isWindows ? 'Control+Y' : 'Shift+CommandOrControl+Z' }],
    ['resetzoom', { label: 'Actual Size', accelerator: 'CommandOrControl+0' }],
    ['selectall', { label: 'Select All', accelerator: 'CommandOrControl+A' }],
    [
      'toggledevtools',
      { label: 'Toggle Developer Tools', accelerator: isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I' },
    ],
    ['undo', { label: 'Undo', accelerator: 'CommandOrControl+Z' }],
    ['zoomin', { label: 'Zoom In', accelerator: 'CommandOrControl+Plus' }],
    ['zoomout', { label: 'Zoom Out', accelerator: 'CommandOrControl+-' }],
    ['editmenu', { label: 'Edit', submenu: editMenu }],
  ]);
}
