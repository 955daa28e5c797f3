import type { Screen } from '../../shared/ipc/index.ts';
import type { Clock } from '../clock.ts';
import type { DesktopPorts, Updater } from './application.ts';
import { refuse } from './refusal-error.ts';
import type { StateStore } from './state-store.ts';
import { nextUpdateCheck } from './update-pace.ts';

/** Not while everything else starts. */
const FIRST_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;

export interface UpdatePorts {
  readonly updater: Updater;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Looks for newer versions once a day, when it disturbs no one, and when the user asks. */
export function startUpdates({ updater, clock, random }: UpdatePorts, store: StateStore) {
  /** Spreads the checks of many computers. */
  const due = (ms: number) => clock.monotonic() + ms * (0.9 + 0.2 * random());
  let dueAt = due(FIRST_MS);
  let notifiedAt: number | null = null;
  let screen: Screen['kind'] = 'vms';
  let isPanelOpen = false;
  let cancel = () => {};

  function look(): void {
    cancel();
    const { updates, preferences, surroundings, accounts, isAsking } = store.get();
    const wait = nextUpdateCheck({
      ...{ now: clock.monotonic(), dueAt, notifiedAt, isAsking },
      updates: updates.kind,
      isWanted: preferences.checkForUpdates,
      isOnline: surroundings.isOnline,
      screen: isPanelOpen ? screen : null,
      hasAccounts: accounts.length > 0,
    });
    if (wait === 0) void check();
    else if (wait !== null) cancel = clock.after(wait, look);
  }

  async function check(): Promise<void> {
    if (store.get().updates.kind === 'checking') return;
    store.set({ updates: { kind: 'checking' } });
    const result = await updater.check();
    dueAt = due(EVERY_MS);
    const at = clock.now();
    if (result.kind === 'current') store.set({ updates: { kind: 'idle', checkedAt: at } });
    else if (result.kind === 'failed') store.set({ updates: { ...result, at } });
    else store.set({ updates: result });
    look();
  }

  if (updater.off !== null) store.set({ updates: { kind: 'off', by: updater.off } });
  look();

  return {
    async check(): Promise<void> {
      const { updates } = store.get();
      if (updates.kind === 'off')
        refuse('invalid', 'This installation does not check for updates.', '');
      if (updates.kind !== 'ready') await check();
    },
    async install(): Promise<void> {
      if (store.get().updates.kind !== 'ready')
        refuse('notFound', 'No update is ready.', 'Check for updates.');
      updater.install();
    },
    /** The function, after which no check interrupts for a moment. */
    noting:
      (notify: DesktopPorts['notify']): DesktopPorts['notify'] =>
      (notification) => {
        notifiedAt = clock.monotonic();
        notify(notification);
      },
    screenOpened(opened: Screen['kind']) {
      screen = opened;
    },
    panelOpened(isOpen: boolean) {
      isPanelOpen = isOpen;
    },
    settingsChanged: look,
    online: look,
    resumed: look,
    stop: () => cancel(),
  };
}

export type UpdatesPart = ReturnType<typeof startUpdates>;
