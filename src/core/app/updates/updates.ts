import { HOUR_MS, MINUTE_MS } from '../../../shared/format/index.ts';
import type { Screen } from '../../../shared/ipc/index.ts';
import type { UpdateState } from '../../../shared/updates/index.ts';
import { messages } from '../../checks/index.ts';
import { type Clock, createTimer } from '../../clock.ts';
import type { Part, Updater } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import type { StateStore } from '../kernel/state-store.ts';

/** No check follows a notification sooner. */
const NOTIFICATION_MS = MINUTE_MS;
/** A check that is due, but would disturb, is tried again. */
const RETRY_MS = MINUTE_MS;

/** The facts for an automatic check. Times are ms of a monotonic clock. */
export interface UpdateMoment {
  readonly now: number;
  readonly dueAt: number;
  readonly updates: UpdateState['kind'];
  readonly isWanted: boolean;
  readonly isOnline: boolean;
  /** Null: the panel is hidden. */
  readonly screen: Screen['kind'] | null;
  /** Without one the first screen is the sign-in form. */
  readonly hasAccounts: boolean;
  readonly isAsking: boolean;
  /** Null: none yet. */
  readonly notifiedAt: number | null;
}

const WITHOUT_FORM: readonly Screen['kind'][] = ['about', 'diagnostics', 'keys'];

function showsForm({ screen, hasAccounts }: UpdateMoment): boolean {
  if (screen === null || WITHOUT_FORM.includes(screen)) return false;
  return screen !== 'vms' || !hasAccounts;
}

/** ms until the next check, or until this is asked again; 0: check now. Null: no automatic checks until something changes. */
export function nextUpdateCheck(moment: UpdateMoment): number | null {
  const { now, dueAt, updates, isWanted, isOnline, isAsking, notifiedAt } = moment;
  if (updates === 'off' || updates === 'checking') return null;
  if (!isWanted || !isOnline) return null;
  if (now < dueAt) return dueAt - now;
  const isNotifying = notifiedAt !== null && now - notifiedAt < NOTIFICATION_MS;
  return isAsking || isNotifying || showsForm(moment) ? RETRY_MS : 0;
}

const FIRST_MS = MINUTE_MS;
const EVERY_MS = 24 * HOUR_MS;

export interface UpdatePorts {
  readonly store: StateStore;
  readonly updater: Updater;
  /** The time of the last notification, monotonic ms; null: none yet. */
  readonly notifiedAt: () => number | null;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Looks for newer versions once a day, while no form is open, and when the user asks. */
export function startUpdates({ store, updater, notifiedAt, clock, random }: UpdatePorts) {
  /** Spreads the checks of many computers. */
  const due = (ms: number) => clock.monotonic() + ms * (0.9 + 0.2 * random());
  let dueAt = due(FIRST_MS);
  let screen: Screen['kind'] = 'vms';
  let isPanelOpen = false;
  const timer = createTimer(clock);

  function look(): void {
    timer.clear();
    const { updates, preferences, environment, accounts, isAsking } = store.get();
    const wait = nextUpdateCheck({
      now: clock.monotonic(),
      dueAt,
      notifiedAt: notifiedAt(),
      isAsking,
      updates: updates.kind,
      isWanted: preferences.checkForUpdates,
      isOnline: environment.isOnline,
      screen: isPanelOpen ? screen : null,
      hasAccounts: accounts.length > 0,
    });
    if (wait === 0) void check();
    else if (wait !== null) timer.set(wait, look);
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
    requests: {
      async checkForUpdates(): Promise<void> {
        const { updates } = store.get();
        if (updates.kind === 'off') {
          const { detail, nextStep } = messages.updates[updates.by];
          refuse('invalid', detail, nextStep ?? '');
        }
        await check();
      },
      async installUpdate(): Promise<void> {
        if (store.get().updates.kind !== 'ready')
          refuse('notFound', 'No update is ready.', 'Check for updates.');
        updater.install();
      },
    },
    screenOpened({ kind }: Screen) {
      screen = kind;
    },
    panelOpened(isOpen: boolean) {
      isPanelOpen = isOpen;
    },
    settingsChanged: look,
    online: look,
    resumed: look,
    stop: timer.clear,
  } satisfies Part;
}
