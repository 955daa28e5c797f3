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

interface MenuEvents extends Pick<ElectronTrayOptions, 'onAction'> {
  /** A checkbox shows its state again, not the one of the click. */
  onReset(): void;
}

function option(item: TrayMenuItem, events: MenuEvents): MenuItemConstructorOptions {
  const { onAction, onReset } = events;
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'text':
      return { label: item.label, enabled: false };
    case 'action':
      return { label: item.label, click: () => onAction(item.action) };
    case 'checkbox':
      return {
        type: 'checkbox',
        label: item.label,
        checked: item.isChecked,
        click(clicked) {
          // The desktop flipped it, but its action may fail.
          clicked.checked = item.isChecked;
          onReset();
          onAction(item.action);
        },
      };
    case 'submenu':
      return { label: item.label, submenu: template(item.items, events) };
  }
}

function template(items: readonly TrayMenuItem[], events: MenuEvents) {
  return items.map((item) => option(item, events));
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

  /** Linux shows a changed menu only after it is set again. */
  function showMenu(): void {
    if (platform !== 'darwin') tray?.setContextMenu(menu);
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
      menu = Menu.buildFromTemplate(template(items, { onAction, onReset: showMenu }));
      showMenu();
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
