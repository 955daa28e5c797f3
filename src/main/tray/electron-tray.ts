import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, type Rectangle, Tray } from 'electron';
import type { Platform } from '../desktop/platform.ts';
import type { TrayMenuItem } from './menu-item.ts';
import type { TrayParts } from './show-tray.ts';
import type { TrayAction } from './tray-action.ts';
import { trayIconFile } from './tray-icon.ts';

export interface ElectronTrayOptions {
  readonly iconFolder: string;
  readonly platform: Platform;
  onAction(action: TrayAction): void;
  /** A click on the icon; not every desktop reports it. */
  onClick(): void;
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

/** The icon on the screen; it appears when its icon is first set. */
export function openElectronTray(options: ElectronTrayOptions) {
  const { iconFolder, platform, onAction, onClick } = options;
  let tray: Tray | null = null;
  let menu = Menu.buildFromTemplate([]);

  function open(image: Electron.NativeImage): Tray {
    const opened = new Tray(image);
    opened.on('click', onClick);
    if (platform === 'darwin') {
      // With a context menu set, macOS opens it on a left click, which is meant for the panel.
      opened.on('right-click', () => opened.popUpContextMenu(menu));
      opened.setIgnoreDoubleClickEvents(true);
    }
    return opened;
  }

  const parts: TrayParts = {
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
      if (platform !== 'darwin') tray?.setContextMenu(menu);
    },
  };
  return {
    ...parts,
    /** The next icon to be set creates another. */
    remove(): void {
      tray?.destroy();
      tray = null;
    },
    /** Position of the icon in DIP; null where the platform does not report it. */
    bounds(): Rectangle | null {
      const bounds = tray === null || tray.isDestroyed() ? null : tray.getBounds();
      return bounds === null || bounds.width === 0 || bounds.height === 0 ? null : bounds;
    },
  };
}
