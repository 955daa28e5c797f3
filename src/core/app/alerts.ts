import { createAlertFile, snooze } from '../alerts/index.ts';
import type { Log } from '../log.ts';
import { applyAlertMemory } from './apply.ts';
import type { StateStore } from './state-store.ts';

/** Keeps the alerts across restarts. */
export type AlertsPart = Awaited<ReturnType<typeof startAlerts>>;

/** Loads the alerts of the last run. @param path of the file */
export async function startAlerts(
  { path, log }: { readonly path: string; readonly log: Log },
  store: StateStore,
) {
  const file = createAlertFile(path, log);
  let saved = await file.load();
  store.apply(applyAlertMemory(store.core(), saved));

  function save(): void {
    const { alerts } = store.core().memory;
    if (alerts === saved) return;
    saved = alerts;
    void file.save(alerts);
  }

  return {
    /** @param until ms since the epoch; null ends the snooze */
    snooze(alertId: string, until: number | null): void {
      const core = store.core();
      store.apply(applyAlertMemory(core, snooze(core.memory.alerts, alertId, until)));
      save();
    },
    polled: save,
    settingsChanged: save,
    accountsChanged: save,
    stop: () => file.settled(),
  };
}
