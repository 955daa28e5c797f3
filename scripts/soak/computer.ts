import type { Application } from '../../src/core/app/index.ts';
import { MINUTE_MS } from '../../src/shared/format/index.ts';
import type { Chance } from './chance.ts';

/** State of the computer and its user. */
export interface Computer {
  readonly isAsleep: boolean;
  readonly isOnline: boolean;
  readonly isLocked: boolean;
  readonly isPanelOpen: boolean;
}

const AT_REST: Computer = {
  isAsleep: false,
  isOnline: true,
  isLocked: false,
  isPanelOpen: false,
};

type Happening = 'panel' | 'lock' | 'sleep' | 'offline' | 'sleepAndOffline';

/** The mean duration of each, ms. */
const DURATIONS: Readonly<Record<Happening, number>> = {
  panel: 2 * MINUTE_MS,
  lock: 6 * MINUTE_MS,
  sleep: 15 * MINUTE_MS,
  offline: 4 * MINUTE_MS,
  sleepAndOffline: 10 * MINUTE_MS,
};
const PAUSE_MS = 6 * MINUTE_MS;
/** A computer wakes up before its network does. */
const NETWORK_MS = 20_000;

const STATES: Readonly<Record<Happening, Partial<Computer>>> = {
  panel: { isPanelOpen: true },
  lock: { isLocked: true },
  sleep: { isAsleep: true },
  offline: { isOnline: false },
  sleepAndOffline: { isAsleep: true, isOnline: false },
};

/** Tells the application what changed, in the order of a real desktop. */
function tell(application: Application, before: Computer, after: Computer): void {
  if (!before.isPanelOpen && after.isPanelOpen) application.panelOpened();
  if (before.isPanelOpen && !after.isPanelOpen) application.panelClosed();
  if (!before.isLocked && after.isLocked) application.screenLocked();
  if (before.isLocked && !after.isLocked) application.screenUnlocked();
  if (before.isOnline && !after.isOnline) application.online(false);
  if (!before.isAsleep && after.isAsleep) application.suspended();
  if (before.isAsleep && !after.isAsleep) application.resumed();
  if (!before.isOnline && after.isOnline) application.online(true);
}

/** One happening after the other. @param onChange called before the application receives it */
export function createComputerPlan(
  chance: Chance,
  application: () => Application,
  onChange: (before: Computer, after: Computer) => void,
) {
  const next = chance.deck<Happening>([
    'panel',
    'panel',
    'lock',
    'sleep',
    'offline',
    'sleepAndOffline',
  ]);
  let computer = AT_REST;
  let at = 0;

  function change(after: Computer): void {
    const before = computer;
    computer = after;
    onChange(before, after);
    tell(application(), before, after);
  }

  return {
    now: () => computer,
    /** Ends the current happening. */
    rest(): void {
      if (computer !== AT_REST) change(AT_REST);
    },
    tick(now: number): void {
      if (at === 0) at = now + PAUSE_MS;
      if (now < at) return;
      if (computer.isAsleep && !computer.isOnline) {
        change({ ...computer, isAsleep: false });
        at = now + NETWORK_MS;
      } else if (computer !== AT_REST) {
        change(AT_REST);
        at = now + chance.around(PAUSE_MS);
      } else {
        const happening = next();
        change({ ...AT_REST, ...STATES[happening] });
        at = now + chance.around(DURATIONS[happening]);
      }
    },
  };
}
