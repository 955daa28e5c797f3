import { join } from 'node:path';
import {
  Menu,
  type MenuItemConstructorOptions,
  nativeImage,
  nativeTheme,
  type Rectangle,
  Tray,
} from 'electron';
import { type Clock, createTimer } from '../../core/clock.ts';
import type { RunProgram } from '../../core/run-with-timeout.ts';
import { isWayland, type Platform, queryDesktop, unpacked } from '../desktop/platform.ts';
import { queryTrayHost } from '../desktop/query-tray-host.ts';
import { createTrayHost } from '../desktop/tray-host.ts';
import { createEmitter } from '../events.ts';
import { grouped, item, OPEN_ITEM, QUIT_ITEM, type TrayMenuItem } from './menu-item.ts';
import type { TrayAction } from './tray-action.ts';
import type { TrayMark, TrayModel } from './tray-model.ts';

export interface TrayOptions {
  readonly platform: Platform;
  readonly out: string;
  readonly clock: Clock;
  /** Default: asks this desktop. */
  readonly run?: RunProgram;
}

export type OpenTray = ReturnType<typeof openTray>;

/** Until the settings are read. Most users are signed in, so that the icon stays the same at first. */
const STARTING: TrayModel = {
  mark: 'idle',
  title: '',
  tooltip: 'GPU Tray · Starting…',
  menu: grouped([[OPEN_ITEM, item('Starting…', null)], [QUIT_ITEM]]),
  changesAt: null,
};

/** The icon's file in `resources/tray`. Electron derives other densities (`@2x`) and templates from its name. */
export function trayIconFile(mark: TrayMark, platform: Platform, isDark: boolean): string {
  // macOS colors template images itself, and Windows gets one set of colors.
  if (platform === 'darwin') return `${mark}Template.png`;
  if (platform === 'win32') return `${mark}.ico`;
  // Desktops do not report their panel's color, so it is taken as the color scheme's.
  return `${mark}-on-${isDark ? 'dark' : 'light'}.png`;
}

function template(
  items: readonly TrayMenuItem[],
  onAction: (action: TrayAction) => void,
): MenuItemConstructorOptions[] {
  return items.map((item) => {
    if (item === 'separator') return { type: item };
    if ('items' in item) return { label: item.label, submenu: template(item.items, onAction) };
    const { label, action } = item;
    return action === null ? { label, enabled: false } : { label, click: () => onAction(action) };
  });
}

/**
 * The icon appears when the host is started. Events before the application has started are kept for it. Only the changed parts of the
 * model are set: setting a menu closes it under the pointer, and setting the icon makes it flicker.
 */
export function openTray({ platform, out, clock, run = queryDesktop }: TrayOptions) {
  const action = createEmitter<TrayAction>();
  /** A click on the icon; not every desktop reports it. */
  const clicked = createEmitter<void>();
  const found = createEmitter<boolean>();
  const icons = unpacked(join(out, '..', 'resources', 'tray'));
  const timer = createTimer(clock);
  let created = 0;
  let tray: Tray | null = null;
  let menu = Menu.buildFromTemplate([]);
  let model = () => STARTING;
  let shown: TrayModel | null = null;
  let icon = '';

  function open(image: Electron.NativeImage): Tray {
    const opened = new Tray(image);
    opened.on('click', () => clicked.emit());
    if (platform === 'darwin') {
      // With a context menu set, macOS opens it on a left click, which is meant for the panel.
      opened.on('right-click', () => opened.popUpContextMenu(menu));
      opened.setIgnoreDoubleClickEvents(true);
    }
    return opened;
  }

  function draw(): void {
    timer.clear();
    const next = model();
    const file = trayIconFile(next.mark, platform, nativeTheme.shouldUseDarkColors);
    // Plain data. `isDeepStrictEqual` would load all of `node:util`.
    const isChanged = (part: keyof TrayModel) =>
      JSON.stringify(shown?.[part]) !== JSON.stringify(next[part]);
    if (tray === null || file !== icon) {
      const image = nativeImage.createFromPath(join(icons, file));
      if (tray === null) tray = open(image);
      else tray.setImage(image);
    }
    if (isChanged('tooltip')) tray.setToolTip(next.tooltip);
    if (isChanged('title') && platform === 'darwin')
      tray.setTitle(next.title, { fontType: 'monospacedDigit' });
    if (isChanged('menu')) {
      menu = Menu.buildFromTemplate(template(next.menu, action.emit));
      if (platform !== 'darwin') tray.setContextMenu(menu);
    }
    shown = next;
    icon = file;
    const { changesAt } = next;
    if (changesAt !== null) timer.set(changesAt - clock.now(), draw);
  }

  function update(): void {
    if (tray !== null) draw();
  }

  const host = createTrayHost({
    query: async () => (platform === 'linux' ? queryTrayHost(run, process.pid, created) : 'icon'),
    hasOlderTray: !isWayland(),
    clock,
    createIcon() {
      created += 1;
      tray?.destroy();
      tray = null;
      shown = null;
      draw();
    },
    onChange: found.emit,
  });
  nativeTheme.on('updated', update);

  return {
    host,
    action,
    clicked,
    found,
    update,
    show(next: () => TrayModel): void {
      model = next;
      update();
    },
    /** Position of the icon in DIP; null where the platform does not report it. */
    bounds(): Rectangle | null {
      const bounds = tray === null || tray.isDestroyed() ? null : tray.getBounds();
      return bounds === null || bounds.width === 0 || bounds.height === 0 ? null : bounds;
    },
    end(): void {
      nativeTheme.off('updated', update);
      host.stop();
      timer.clear();
    },
  };
}
