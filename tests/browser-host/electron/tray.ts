import { execFile } from 'node:child_process';
import { z } from 'zod';
import type { TrayState } from '../host-state.ts';
import type { Lifecycle } from './app.ts';
import type { HostMenu } from './menu.ts';
import type { HostImage, NativeImages } from './native-image.ts';
import { argument, emitter, strict, strictClass } from './strict.ts';

/** Registers an icon with the desktop's watcher, as Chromium does (`status_icon_linux_dbus.cc`). Nothing without a watcher. */
function registerOnBus(): void {
  if (process.platform !== 'linux') return;
  const watcher = 'org.kde.StatusNotifierWatcher';
  const name = `org.freedesktop.StatusNotifierItem-${process.pid}-1`;
  run('dbus-send', [
    ...['--session', '--print-reply', `--dest=${watcher}`, '/StatusNotifierWatcher'],
    ...[`${watcher}.RegisterStatusNotifierItem`, `string:${name}`],
  ]).on('error', () => {});
}

const EVENTS = ['click', 'right-click', 'double-click', 'middle-click'] as const;
const text = z.string();
/** Before the host records what the app starts. */
const run = execFile;
/** In a bar at the top right. Linux does not report it. */
const TRAY_BOUNDS =
  process.platform === 'linux'
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: 1700, y: 0, width: 24, height: 24 };

export interface HostTrays {
  readonly Tray: object;
  state(): TrayState | null;
  /** @throws when there is no such menu item */
  clickMenu(path: readonly string[]): void;
  click(): void;
}

interface Shown {
  state(): TrayState;
  menu(): HostMenu | null;
  click(): void;
}

export function createTrays(
  lifecycle: Lifecycle,
  images: NativeImages,
  readMenu: (menu: unknown) => HostMenu,
): HostTrays {
  let shown: Shown | null = null;

  const create = (firstImage: unknown): object => {
    lifecycle.demandReady('Cannot create Tray before app is ready');
    let image: HostImage = images.read(firstImage);
    let title = '';
    let tooltip = '';
    let menu: HostMenu | null = null;
    let poppedUp: HostMenu | null = null;
    let changes = 0;
    let isDestroyed = false;
    const events = emitter('Tray', EVENTS, () => proxy);
    const change = (make: () => void) => {
      if (isDestroyed) throw new TypeError('Object has been destroyed');
      make();
      changes += 1;
    };
    const currentMenu = () => {
      if (menu !== null || events.count('right-click') === 0) return menu;
      events.emit('right-click', {}, TRAY_BOUNDS);
      return poppedUp;
    };
    const self: Shown = {
      menu: currentMenu,
      click: () => events.emit('click', {}, TRAY_BOUNDS, { x: TRAY_BOUNDS.x, y: TRAY_BOUNDS.y }),
      state: () => ({
        icon: image.path,
        iconSize: image.size,
        isTemplate: image.isTemplate(),
        title,
        tooltip,
        menu: currentMenu()?.nodes.slice() ?? null,
        changes,
      }),
    };
    const proxy: object = strict('Tray', {
      ...events.methods,
      setImage: (next: unknown) =>
        change(() => {
          image = images.read(next);
        }),
      setTitle: (next: unknown) =>
        change(() => {
          title = argument('Tray.setTitle', text, next);
        }),
      setToolTip: (next: unknown) =>
        change(() => {
          tooltip = argument('Tray.setToolTip', text, next);
        }),
      setContextMenu: (next: unknown) =>
        change(() => {
          menu = next === null ? null : readMenu(next);
        }),
      // macOS: the app opens the menu on a right click.
      popUpContextMenu(next: unknown) {
        poppedUp = readMenu(next);
      },
      setIgnoreDoubleClickEvents: (ignore: unknown) =>
        void argument('Tray.setIgnoreDoubleClickEvents', z.boolean(), ignore),
      getBounds: () => ({ ...TRAY_BOUNDS }),
      isDestroyed: () => isDestroyed,
      destroy() {
        isDestroyed = true;
        if (shown === self) shown = null;
      },
    });
    shown = self;
    registerOnBus();
    return proxy;
  };

  return {
    Tray: strictClass('Tray', create),
    state: () => shown?.state() ?? null,
    clickMenu(path) {
      const menu = shown?.menu();
      if (!menu) throw new Error('there is no tray with a menu');
      menu.click(path);
    },
    click() {
      if (shown === null) throw new Error('there is no tray');
      shown.click();
    },
  };
}
