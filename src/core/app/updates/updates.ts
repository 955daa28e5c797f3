import { HOUR_MS, MINUTE_MS } from '../../../shared/format/index.ts';
import type { Screen } from '../../../shared/ipc/contract.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { UPDATES_OFF } from '../../checks/index.ts';
import { createTimer } from '../../clock.ts';
import type { Part, PartPorts, Updater } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';

/** No check follows a notification sooner. */
const NOTIFICATION_MS = MINUTE_MS;
/** A check that is due, but would disturb, is tried again. */
const RETRY_MS = MINUTE_MS;

/** The facts for an automatic check besides the state. Times are ms of a monotonic clock. */
export interface UpdateMoment {
  readonly now: number;
  readonly dueAt: number;
  /** Null: the panel is hidden. */
  readonly screen: Screen['kind'] | null;
  /** Null: none yet. */
  readonly notifiedAt: number | null;
}

const WITHOUT_FORM: readonly Screen['kind'][] = ['about', 'diagnostics', 'keys'];

/** Without an account the first screen is the sign-in form. */
function showsForm({ accounts }: AppState, screen: Screen['kind'] | null): boolean {
  if (screen === null || WITHOUT_FORM.includes(screen)) return false;
  return screen !== 'vms' || accounts.length === 0;
}

/** ms until the next check, or until this is asked again; 0: check now. Null: no automatic checks until something changes. */
export function nextUpdateCheck(app: AppState, moment: UpdateMoment): number | null {
  const { now, dueAt, screen, notifiedAt } = moment;
  if (app.updates.kind === 'off' || app.updates.kind === 'checking') return null;
  if (!app.preferences.checkForUpdates || !app.environment.isOnline) return null;
  if (now < dueAt) return dueAt - now;
  const isNotifying = notifiedAt !== null && now - notifiedAt < NOTIFICATION_MS;
  return app.isAsking || isNotifying || showsForm(app, screen) ? RETRY_MS : 0;
}

const FIRST_MS = MINUTE_MS;
const EVERY_MS = 24 * HOUR_MS;

export interface UpdatePorts extends Pick<PartPorts, 'store' | 'clock' | 'random'> {
  readonly updater: Updater;
  /** The time of the last notification, monotonic ms; null: none yet. */
  readonly notifiedAt: () => number | null;
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
    const wait = nextUpdateCheck(store.get(), {
      now: clock.monotonic(),
      dueAt,
      screen: isPanelOpen ? screen : null,
      notifiedAt: notifiedAt(),
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
          const { detail, nextStep } = UPDATES_OFF[updates.by];
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
