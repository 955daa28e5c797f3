import type { Application } from '../../src/core/app/index.ts';
import { MINUTE_MS } from '../../src/shared/format/index.ts';
import type { Chance } from './chance.ts';

const AT_REST = { isAsleep: false, isOnline: true, isLocked: false, isPanelOpen: false };

/** State of the computer and its user. */
type Computer = Readonly<typeof AT_REST>;

/** What happens, with its mean duration, ms. */
const HAPPENINGS: readonly (Partial<Computer> & { readonly ms: number })[] = [
  { isPanelOpen: true, ms: 2 * MINUTE_MS },
  { isPanelOpen: true, ms: 2 * MINUTE_MS },
  { isLocked: true, ms: 6 * MINUTE_MS },
  { isAsleep: true, ms: 15 * MINUTE_MS },
  { isOnline: false, ms: 4 * MINUTE_MS },
  { isAsleep: true, isOnline: false, ms: 10 * MINUTE_MS },
];
const PAUSE_MS = 4 * MINUTE_MS;
/** A computer wakes up before its network does. */
const NETWORK_MS = 20_000;

/** Tells the application what changed, in the order of a real desktop. */
function apply(application: Application, before: Computer, after: Computer): void {
  if (!before.isPanelOpen && after.isPanelOpen) application.panelOpened();
  if (before.isPanelOpen && !after.isPanelOpen) application.panelClosed();
  if (!before.isLocked && after.isLocked) application.screenLocked();
  if (before.isLocked && !after.isLocked) application.screenUnlocked();
  if (before.isOnline && !after.isOnline) application.online(false);
  if (!before.isAsleep && after.isAsleep) application.suspended();
  if (before.isAsleep && !after.isAsleep) application.resumed();
  if (!before.isOnline && after.isOnline) application.online(true);
}

/** One happening after the other. */
export function createComputer(chance: Chance, application: () => Application) {
  const next = chance.deck(HAPPENINGS);
  let computer: Computer = AT_REST;
  let at = 0;

  function change(after: Computer): void {
    const before = computer;
    computer = after;
    apply(application(), before, after);
  }

  return {
    now: () => computer,
    /** Ends the current happening. */
    rest(): void {
      if (computer !== AT_REST) change(AT_REST);
      at = 0;
    },
    tick(now: number): void {
      if (at === 0) at = now + chance.around(PAUSE_MS);
      if (now < at) return;
      if (computer.isAsleep && !computer.isOnline) {
        change({ ...computer, isAsleep: false });
        at = now + NETWORK_MS;
      } else if (computer !== AT_REST) {
        change(AT_REST);
        at = now + chance.around(PAUSE_MS);
      } else {
        const { ms, ...happening } = next();
        change({ ...AT_REST, ...happening });
        at = now + chance.around(ms);
      }
    },
  };
}
