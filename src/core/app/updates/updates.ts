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

const WITHOUT_FORM: readonly Screen['kind'][] = ['about', 'diagnostics', 'keys'];

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

  /** Without an account the first screen is the sign-in form. */
  function showsForm({ accounts }: AppState): boolean {
    if (!isPanelOpen || WITHOUT_FORM.includes(screen)) return false;
    return screen !== 'vms' || accounts.length === 0;
  }

  /** ms until the next check, or until this is asked again; 0: check now. Null: no automatic checks until something changes. */
  function untilNext(app: AppState): number | null {
    if (app.updates.kind === 'off' || app.updates.kind === 'checking') return null;
    if (!app.preferences.checkForUpdates || !app.environment.isOnline) return null;
    const now = clock.monotonic();
    if (now < dueAt) return dueAt - now;
    const isNotifying = now - (notifiedAt() ?? Number.NEGATIVE_INFINITY) < NOTIFICATION_MS;
    return app.isAsking || isNotifying || showsForm(app) ? RETRY_MS : 0;
  }

  function look(): void {
    timer.clear();
    const wait = untilNext(store.get());
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
