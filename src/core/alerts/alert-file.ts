import { z } from 'zod';
import { type AlertSubject, isAlertRule } from '../../shared/alerts/index.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeDefect, type Log } from '../log.ts';
import { turnFor } from '../own-turn.ts';
import { ALL_ACCOUNTS, type AlertMemory, type Episode, type OpenEpisode } from './evaluate.ts';

/** Held notifications beyond this are the oldest. */
export const MAX_HELD = 50;

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

const fileSchema = z.object({
  version: z.literal(1),
  episodes: episodesSchema,
  held: z.array(z.string().max(500)).max(MAX_HELD).readonly().catch([]),
});

/** The alert memory, and the titles of the notifications that quiet hours hold. */
export interface StoredAlerts {
  readonly episodes: AlertMemory;
  readonly held: readonly string[];
}

/** The alerts on disk. An unreadable file is ignored: it costs one repeated alert. */
export interface AlertFile {
  load(): Promise<StoredAlerts>;
  /** Never rejects; a failed write is logged. */
  save(alerts: StoredAlerts): Promise<void>;
  /** Resolves when all saves so far are written or have failed. */
  settled(): Promise<void>;
}

export function createAlertFile(path: string, log: Log): AlertFile {
  // Sequential: of two concurrent writes the older alerts could be written last.
  let saved = Promise.resolve();

  async function write(alerts: StoredAlerts): Promise<void> {
    try {
      await turnFor(Object.keys(alerts.episodes).length);
      await writeAtomically(path, `${JSON.stringify({ version: 1, ...alerts })}\n`);
    } catch (error) {
      log.warn('alerts.unsaved', describeDefect(error));
    }
  }

  return {
    async load() {
      try {
        return fileSchema.parse(JSON.parse(await readTextFile(path)));
      } catch {
        return { episodes: {}, held: [] };
      }
    },
    save(alerts) {
      saved = saved.then(() => write(alerts));
      return saved;
    },
    settled: () => saved,
  };
}
