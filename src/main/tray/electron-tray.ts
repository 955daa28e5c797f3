import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, type Rectangle, Tray } from 'electron';
import { applyChanges } from './apply-changes.ts';
import { trayIconFile } from './icon-file.ts';
import type { TrayMenuItem } from './menu-item.ts';
import type { TrayAction } from './tray-action.ts';
import type { Platform, TrayModel } from './tray-model.ts';

/** How the icon is found, and what clicks on it and in its menu lead to. */
export interface ElectronTrayOptions {
  /** The folder of the icons. */
  readonly iconFolder: string;
  readonly platform: Platform;
  onAction(action: TrayAction): void;
  /** A click on the icon itself, where the desktop passes it on. */
  onClick(): void;
}

/** The icon on the screen; it appears with the first model. */
export interface ElectronTray {
  apply(model: TrayModel): void;
  /** Where the icon is, in DIP; null where the platform does not tell. */
  bounds(): Rectangle | null;
}

type OnAction = ElectronTrayOptions['onAction'];

function option(item: TrayMenuItem, onAction: OnAction): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'text':
      return { label: item.label, enabled: false };
    case 'action':
      return { label: item.label, click: () => onAction(item.action) };
    case 'submenu':
      return { label: item.label, submenu: template(item.items, onAction) };
  }
}

function template(items: readonly TrayMenuItem[], onAction: OnAction) {
  return items.map((item) => option(item, onAction));
}

/** The tray icon of Electron. Made once and never destroyed: on Linux it would not come back (electron/electron#17622). */
export function openElectronTray(options: ElectronTrayOptions): ElectronTray {
  const { iconFolder, platform, onAction, onClick } = options;
  let tray: Tray | null = null;
  let menu = Menu.buildFromTemplate([]);

  function open(image: Electron.NativeImage): Tray {
    const opened = new Tray(image);
    opened.on('click', onClick);
    if (platform === 'darwin') {
      // A context menu of its own would take the left click, which is the panel's.
      opened.on('right-click', () => opened.popUpContextMenu(menu));
      opened.setIgnoreDoubleClickEvents(true);
    }
    return opened;
  }

  const apply = applyChanges({
    setIcon(icon) {
      const image = nativeImage.createFromPath(join(iconFolder, trayIconFile(icon)));
      if (tray === null) tray = open(image);
      else tray.setImage(image);
    },
    setTooltip: (text) => tray?.setToolTip(text),
    setTitle(text) {
      if (platform === 'darwin') tray?.setTitle(text, { fontType: 'monospacedDigit' });
    },
    setMenu(items) {
      menu = Menu.buildFromTemplate(template(items, onAction));
      // Linux shows a changed menu only when it is set again.
      if (platform !== 'darwin') tray?.setContextMenu(menu);
    },
  });

  return {
    apply,
    bounds() {
      const bounds = tray === null || tray.isDestroyed() ? null : tray.getBounds();
      return bounds === null || bounds.width === 0 || bounds.height === 0 ? null : bounds;
    },
  };
}
