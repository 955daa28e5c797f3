import { z } from 'zod';
import type { MenuNode, TrayState } from '../host-state.ts';
import type { HostMenu } from './menu.ts';
import type { HostImage, NativeImages } from './native-image.ts';
import type { Runtime } from './runtime.ts';
import { argument, strictClass, strictEmitter } from './strict.ts';

const EVENTS = ['click', 'right-click', 'double-click', 'middle-click'] as const;
const text = z.string();
const titleOptions = z
  .strictObject({ fontType: z.enum(['monospaced', 'monospacedDigit']).optional() })
  .optional();

/** A user's click: which keys were held. */
const KEYS = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

interface Shown {
  /** Resolves to whether it is on the screen. */
  readonly registered: Promise<boolean>;
  state(): TrayState;
  /** @throws when there is no such item, or it cannot be clicked */
  clickMenu(path: readonly string[]): void;
  click(): void;
}

export function createTrays(
  runtime: Runtime,
  images: NativeImages,
  readMenu: (menu: unknown) => HostMenu,
  register: () => Promise<boolean>,
) {
  const isMac = runtime.platform === 'darwin';
  const isLinux = runtime.platform === 'linux';
  // In a bar at the top right. Linux does not report it.
  const bounds = isLinux
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: 1700, y: 0, width: 24, height: 24 };
  let shown: Shown | null = null;

  const create = (firstImage: unknown): object => {
    runtime.demandReady('Cannot create Tray before app is ready');
    let image: HostImage = images.read(firstImage);
    let title = '';
    let tooltip = '';
    let menu: HostMenu | null = null;
    /** Linux shows changed items only when the menu is set again. */
    let fixedNodes: MenuNode[] | null = null;
    let poppedUp: HostMenu | null = null;
    let changes = 0;
    let isDestroyed = false;
    const currentMenu = () => {
      if (menu !== null || tray.count('right-click') === 0) return menu;
      tray.emit('right-click', { ...KEYS }, { ...bounds });
      return poppedUp;
    };
    let isShown: boolean | null = null;
    const registered = register();
    void registered.then((is) => {
      isShown = is;
    });
    const self: Shown = {
      registered,
      clickMenu(path) {
        const clicked = currentMenu();
        if (clicked === null) throw new Error('the tray has no menu');
        clicked.click(path);
      },
      click: () => tray.emit('click', { ...KEYS }, { ...bounds }, { x: bounds.x, y: bounds.y }),
      state: () => ({
        isShown,
        icon: image.path,
        iconSize: image.size,
        isTemplate: image.isTemplate,
        title,
        tooltip,
        menu: (menu === null ? null : fixedNodes) ?? currentMenu()?.nodes() ?? null,
        changes,
      }),
    };
    const members = {
      setImage(next: unknown) {
        image = images.read(next);
        changes += 1;
      },
      setTitle(next: unknown, options?: unknown) {
        const value = argument('Tray.setTitle', text, next);
        argument('Tray.setTitle options', titleOptions, options);
        if (isMac) title = value;
        changes += 1;
      },
      setToolTip(next: unknown) {
        tooltip = argument('Tray.setToolTip', text, next);
        changes += 1;
      },
      setContextMenu(next: unknown) {
        menu = next === null ? null : readMenu(next);
        if (isLinux) fixedNodes = menu?.nodes() ?? null;
        changes += 1;
      },
      // macOS: the app opens the menu on a right click.
      popUpContextMenu(next: unknown = null) {
        poppedUp = next === null ? menu : readMenu(next);
      },
      setIgnoreDoubleClickEvents(ignore: unknown) {
        argument('Tray.setIgnoreDoubleClickEvents', z.boolean(), ignore);
      },
      getBounds: () => ({ ...bounds }),
      isDestroyed: () => isDestroyed,
      destroy() {
        isDestroyed = true;
        if (shown === self) shown = null;
      },
    };
    const tray = strictEmitter(runtime, 'Tray', EVENTS, members, {
      gone: () => (isDestroyed ? new Error('Tray is destroyed') : null),
    });
    shown = self;
    return tray.object;
  };

  const onScreen = async (): Promise<Shown> => {
    if (shown === null) throw new Error('there is no tray');
    if (!(await shown.registered)) throw new Error('the desktop does not show the tray');
    return shown;
  };
  return {
    Tray: strictClass('Tray', create),
    state: () => shown?.state() ?? null,
    /** Rejects when there is no such menu item, or no icon on the screen. */
    clickMenu: async (path: readonly string[]) => (await onScreen()).clickMenu(path),
    click: async () => (await onScreen()).click(),
  };
}

export type HostTrays = ReturnType<typeof createTrays>;
