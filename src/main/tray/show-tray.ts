import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import type { AppState } from '../../shared/app/index.ts';
import type { TrayMenuItem } from './menu-item.ts';
import { type TrayDesktop, type TrayIcon, type TrayModel, trayModel } from './tray-model.ts';

/** A tray on the screen, part by part. */
export interface TrayParts {
  setIcon(icon: TrayIcon): void;
  setTooltip(text: string): void;
  setTitle(text: string): void;
  setMenu(items: readonly TrayMenuItem[]): void;
}

export interface ShowTrayPorts {
  readonly state: () => AppState;
  readonly desktop: () => TrayDesktop;
  readonly clock: Clock;
  readonly tray: TrayParts;
}

export interface ShownTray {
  /** Call after the state or the desktop changed. */
  update(): void;
  stop(): void;
}

/** When the next snooze ends, ms since the epoch; null: none is running. */
function nextSnoozeEnd({ alerts }: AppState, now: number): number | null {
  const ends = alerts.flatMap(({ snoozedUntil }) =>
    snoozedUntil !== null && snoozedUntil > now ? [snoozedUntil] : [],
  );
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Shows the tray and updates it, at the end of a snooze too. Sets only the parts that changed: setting a menu closes it under
 * the pointer, and setting the icon makes it flicker.
 */
export function showTray({ state, desktop, clock, tray }: ShowTrayPorts): ShownTray {
  let shown: TrayModel | null = null;
  let cancelTimer = () => {};

  function update(): void {
    cancelTimer();
    const now = clock.now();
    const model = trayModel(state(), desktop(), now);
    const isChanged = (part: keyof TrayModel) => !isDeepStrictEqual(shown?.[part], model[part]);
    // The icon first: setting it creates the tray.
    if (isChanged('icon')) tray.setIcon(model.icon);
    if (isChanged('tooltip')) tray.setTooltip(model.tooltip);
    if (isChanged('title')) tray.setTitle(model.title);
    if (isChanged('menu')) tray.setMenu(model.menu);
    shown = model;
    const end = nextSnoozeEnd(state(), now);
    cancelTimer = end === null ? () => {} : clock.after(end - now, update);
  }

  update();
  return { update, stop: () => cancelTimer() };
}
