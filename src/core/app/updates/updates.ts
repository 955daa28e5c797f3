import { HOUR_MS, MINUTE_MS } from '../../../shared/format/index.ts';
import { updateText } from '../../../shared/updates/updates-slice.ts';
import { createTimer } from '../../clock.ts';
import type { Part, PartPorts, Updater } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';

const FIRST_MS = MINUTE_MS;
const EVERY_MS = 24 * HOUR_MS;

type UpdatePorts = Pick<PartPorts, 'store' | 'clock' | 'random'> & { readonly updater: Updater };

/** Looks for newer versions once a day, while no panel is open at the tray, and when the user asks. */
export function startUpdates({ store, updater, clock, random }: UpdatePorts) {
  /** Spreads the checks of many computers. */
  const due = (ms: number) => clock.monotonic() + ms * (0.9 + 0.2 * random());
  let dueAt = due(FIRST_MS);
  let isPanelOpen = false;
  const timer = createTimer(clock);

  function look(): void {
    timer.clear();
    const { updates, preferences, environment } = store.get();
    if (updates.kind === 'off' || updates.kind === 'checking') return;
    if (!preferences.checkForUpdates || !environment.isOnline) return;
    // Loading the updater would delay what is typed.
    if (isPanelOpen && environment.hasTray) return;
    const wait = dueAt - clock.monotonic();
    if (wait > 0) timer.set(wait, look);
    else void check();
  }

  async function check(): Promise<void> {
    if (store.get().updates.kind === 'checking') return;
    store.set({ updates: { kind: 'checking' } });
    const result = await updater.check();
    dueAt = due(EVERY_MS);
    const isCurrent = result.kind === 'current';
    store.set({ updates: isCurrent ? { kind: 'idle', checkedAt: clock.now() } : result });
    look();
  }

  if (updater.off !== null) store.set({ updates: { kind: 'off', by: updater.off } });
  look();

  return {
    requests: {
      async checkForUpdates(): Promise<void> {
        const { updates } = store.get();
        if (updates.kind === 'off') {
          const [message, action] = updateText(updates);
          refuse('invalid', message, action ?? '');
        }
        await check();
      },
      async installUpdate(): Promise<void> {
        if (store.get().updates.kind !== 'ready')
          refuse('notFound', 'No update is ready.', 'Check for updates.');
        updater.install();
      },
    },
    panelOpened(isOpen: boolean) {
      isPanelOpen = isOpen;
      look();
    },
    settingsChanged: look,
    online: look,
    resumed: look,
    stop: timer.clear,
  } satisfies Part;
}
