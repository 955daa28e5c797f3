import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, type Rectangle, Tray } from 'electron';
import { type Clock, createTimer } from '../../core/clock.ts';
import type { Platform } from '../desktop/platform.ts';
import type { TrayMenuItem } from './menu-item.ts';
import type { TrayAction } from './tray-action.ts';
import { trayIconFile } from './tray-icon.ts';
import type { TrayModel } from './tray-model.ts';

export interface ElectronTrayOptions {
  readonly iconFolder: string;
  readonly platform: Platform;
  readonly clock: Clock;
  model(): TrayModel;
  onAction(action: TrayAction): void;
  /** A click on the icon; not every desktop reports it. */
  onClick(): void;
}

function template(
  items: readonly TrayMenuItem[],
  onAction: ElectronTrayOptions['onAction'],
): MenuItemConstructorOptions[] {
  return items.map((item) => {
    if (item.kind === 'separator') return { type: 'separator' };
    const { label } = item;
    if (item.kind === 'text') return { label, enabled: false };
    if (item.kind === 'action') return { label, click: () => onAction(item.action) };
    return { label, submenu: template(item.items, onAction) };
  });
}

/** Only the changed parts of the model are set: setting a menu closes it under the pointer, and setting the icon makes it flicker. */
export function electronTray(options: ElectronTrayOptions) {
  const { iconFolder, platform, clock, model, onAction, onClick } = options;
  let tray: Tray | null = null;
  let menu = Menu.buildFromTemplate([]);
  let shown: TrayModel | null = null;
  const timer = createTimer(clock);

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

  function show(): void {
    timer.clear();
    const next = model();
    // Plain data. `isDeepStrictEqual` would load all of `node:util`.
    const isChanged = (part: keyof TrayModel) =>
      JSON.stringify(shown?.[part]) !== JSON.stringify(next[part]);
    if (tray === null || isChanged('icon')) {
      const image = nativeImage.createFromPath(join(iconFolder, trayIconFile(next.icon)));
      if (tray === null) tray = open(image);
      else tray.setImage(image);
    }
    if (isChanged('tooltip')) tray.setToolTip(next.tooltip);
    if (isChanged('title') && platform === 'darwin')
      tray.setTitle(next.title, { fontType: 'monospacedDigit' });
    if (isChanged('menu')) {
      menu = Menu.buildFromTemplate(template(next.menu, onAction));
      if (platform !== 'darwin') tray.setContextMenu(menu);
    }
    shown = next;
    const { changesAt } = next;
    if (changesAt !== null) timer.set(changesAt - clock.now(), show);
  }

  return {
    create(): void {
      tray?.destroy();
      tray = null;
      shown = null;
      show();
    },
    update(): void {
      if (tray !== null) show();
    },
    stop: timer.clear,
    /** Position of the icon in DIP; null where the platform does not report it. */
    bounds(): Rectangle | null {
      const bounds = tray === null || tray.isDestroyed() ? null : tray.getBounds();
      return bounds === null || bounds.width === 0 || bounds.height === 0 ? null : bounds;
    },
  };
}
