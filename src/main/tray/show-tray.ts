import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import type { AppState } from '../../shared/app/index.ts';
import { nextSnoozeEnd } from './alert-items.ts';
import { type Platform, type TrayModel, trayModel } from './tray-model.ts';

/** What the tray is made from, and who puts it on the screen. */
export interface ShowTrayPorts {
  readonly state: () => AppState;
  readonly platform: Platform;
  readonly clock: Clock;
  /** Puts a whole model on the screen. */
  apply(model: TrayModel): void;
}

/** A tray that keeps itself up to date at the end of a snooze, and is to be told of everything else. */
export interface ShownTray {
  /** Looks at the state again, and applies the model when it is another one. */
  update(): void;
  stop(): void;
}

/** Keeps the tray as the state says, and touches it only where that differs from what is there. */
export function showTray({ state, platform, clock, apply }: ShowTrayPorts): ShownTray {
  let shown: TrayModel | null = null;
  let cancelTimer = () => {};

  function update(): void {
    cancelTimer();
    const now = clock.now();
    const model = trayModel(state(), platform, now);
    if (!isDeepStrictEqual(shown, model)) apply(model);
    shown = model;
    // The end of a snooze changes the icon without any change of the state.
    const end = nextSnoozeEnd(state(), now);
    cancelTimer = end === null ? () => {} : clock.after(end - now, update);
  }

  update();
  return { update, stop: () => cancelTimer() };
}
