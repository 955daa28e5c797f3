import { createAlertFile, snooze } from '../alerts/index.ts';
import type { Log } from '../log.ts';
import type { Part } from './application.ts';
import { applyAlertMemory } from './apply.ts';
import type { StateStore } from './state-store.ts';

/** Keeps the alerts across restarts. */
export interface AlertsPart extends Part {
  /** @param until ms since the epoch */
  snooze(alertId: string, until: number): void;
}

/** Loads the alerts of the last run. @param path of the file */
export async function startAlerts(
  { path, log }: { readonly path: string; readonly log: Log },
  store: StateStore,
): Promise<AlertsPart> {
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
    snooze(alertId, until) {
      const core = store.core();
      store.apply(applyAlertMemory(core, snooze(core.memory.alerts, alertId, until)));
      save();
    },
    polled: save,
    accountsChanged: save,
    stop: () => file.settled(),
  };
}
