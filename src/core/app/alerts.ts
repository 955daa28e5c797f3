import { z } from 'zod';
import { type AlertMemory, type Episode, snooze } from '../alerts/index.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeDefect, type Log } from '../log.ts';
import { applyAlertMemory } from './apply.ts';
import type { StateStore } from './state-store.ts';

const episodeSchema: z.ZodType<Episode> = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('armed'), confirmations: z.number().int().nonnegative() }),
  z.object({
    phase: z.literal('open'),
    id: z.string().min(1).max(128),
    openedAt: z.number(),
    snoozedUntil: z.number().nullable(),
    endings: z.number().int().nonnegative(),
  }),
]);

const fileSchema = z.object({
  version: z.literal(1),
  episodes: z.record(z.string(), episodeSchema),
});

/** The alert memory on disk. An unreadable file is ignored: it costs one repeated alert. */
export interface AlertFile {
  load(): Promise<AlertMemory>;
  /** Never rejects; a failed write is logged. */
  save(memory: AlertMemory): Promise<void>;
  /** Resolves when all saves so far are written or have failed. */
  settled(): Promise<void>;
}

export function createAlertFile(path: string, log: Log): AlertFile {
  // Sequential: of two concurrent writes the older memory could be written last.
  let saved = Promise.resolve();

  async function write(memory: AlertMemory): Promise<void> {
    try {
      await writeAtomically(path, `${JSON.stringify({ version: 1, episodes: memory })}\n`);
    } catch (error) {
      log.warn('alerts.unsaved', describeDefect(error));
    }
  }

  return {
    async load() {
      try {
        return fileSchema.parse(JSON.parse(await readTextFile(path))).episodes;
      } catch {
        return {};
      }
    },
    save(memory) {
      saved = saved.then(() => write(memory));
      return saved;
    },
    settled: () => saved,
  };
}

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
