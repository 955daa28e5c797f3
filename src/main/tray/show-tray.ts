import { type Clock, createTimer } from '../../core/clock.ts';
import type { TrayMenuItem } from './menu-item.ts';
import type { TrayIcon } from './tray-icon.ts';
import type { TrayModel } from './tray-model.ts';

export interface TrayParts {
  setIcon(icon: TrayIcon): void;
  setTooltip(text: string): void;
  setTitle(text: string): void;
  setMenu(items: readonly TrayMenuItem[]): void;
}

export interface ShowTrayPorts {
  readonly model: () => TrayModel;
  readonly clock: Clock;
  readonly tray: TrayParts;
}

export type ShownTray = ReturnType<typeof showTray>;

/**
 * Shows the tray and updates it, also when its model changes with time alone. Sets only the changed parts: setting a menu
 * closes it under the pointer, and setting the icon makes it flicker.
 */
export function showTray({ model, clock, tray }: ShowTrayPorts) {
  let shown: TrayModel | null = null;
  const timer = createTimer(clock);

  function update(): void {
    timer.clear();
    const next = model();
    // Plain data. `isDeepStrictEqual` would load all of `node:util`.
    const isChanged = (part: keyof TrayModel) =>
      JSON.stringify(shown?.[part]) !== JSON.stringify(next[part]);
    // The icon first: setting it creates the tray.
    if (isChanged('icon')) tray.setIcon(next.icon);
    if (isChanged('tooltip')) tray.setTooltip(next.tooltip);
    if (isChanged('title')) tray.setTitle(next.title);
    if (isChanged('menu')) tray.setMenu(next.menu);
    shown = next;
    const { changesAt } = next;
    if (changesAt !== null) timer.set(changesAt - clock.now(), update);
  }

  update();
  return { update, stop: timer.clear };
}
