import { z } from 'zod';
import { type AlertSubject, isAlertRule } from '../../shared/app/index.ts';
import {
  ALL_ACCOUNTS,
  type AlertMemory,
  type Episode,
  type OpenEpisode,
  snooze,
} from '../alerts/index.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeDefect, type Log } from '../log.ts';
import { applyAlertMemory } from './apply.ts';
import type { StateStore } from './state-store.ts';

const subjectSchema: z.ZodType<AlertSubject> = z.object({
  accountId: z.string().nullable(),
  vmId: z.string().nullable(),
  name: z.string().nullable(),
  value: z.number().nullable(),
  isLowerBound: z.boolean(),
  ratePerHour: z.number().nullable(),
  reason: z.string().nullable(),
});

/** What an earlier version kept of an open alert: it had one rule, of all accounts, and only its limit in the key. */
const EARLIER: Pick<OpenEpisode, 'rule' | 'subject'> = {
  rule: 'hourlyRate',
  subject: { ...ALL_ACCOUNTS, value: null, isLowerBound: false },
};

const episodeSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('armed'), confirmations: z.number().int().nonnegative() }),
  z.object({
    phase: z.literal('open'),
    id: z.string().min(1).max(1_024),
    openedAt: z.number(),
    snoozedUntil: z.number().nullable(),
    endings: z.number().int().nonnegative(),
    rule: z.custom<OpenEpisode['rule']>(isAlertRule).default(EARLIER.rule),
    limit: z.number().optional(),
    subject: subjectSchema.default(EARLIER.subject),
  }),
]);

type StoredEpisode = z.infer<typeof episodeSchema>;

/** Null: unreadable. */
function episodeOf(key: string, stored: StoredEpisode): Episode | null {
  if (stored.phase === 'armed') return stored;
  const limit = stored.limit ?? Number(key.split(':')[1]);
  return Number.isFinite(limit) ? { ...stored, limit } : null;
}

/** By key. What another version wrote is left out. */
const episodesSchema = z
  .record(z.string().max(1_024), episodeSchema.nullable().catch(null))
  .transform((stored): AlertMemory => {
    const episodes: Record<string, Episode> = {};
    for (const [key, one] of Object.entries(stored)) {
      const episode = one === null ? null : episodeOf(key, one);
      if (episode !== null) episodes[key] = episode;
    }
    return episodes;
  });

const fileSchema = z.object({ version: z.literal(1), episodes: episodesSchema });

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
    /** Resolves when the alerts of the state are on disk, or could not be written. */
    saved(): Promise<void> {
      save();
      return file.settled();
    },
    polled: save,
    settingsChanged: save,
    accountsChanged: save,
    stop: () => file.settled(),
  };
}
