import pLimit from 'p-limit';
import { z } from 'zod';
import { type AlertSubject, isAlertRule } from '../../shared/alerts/index.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeDefect, type Log } from '../log.ts';
import { turnFor } from '../own-turn.ts';
import { ALL_ACCOUNTS, type AlertMemory, type Episode, type OpenEpisode } from './evaluate.ts';

/** The newest notifications in quiet hours. */
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

/** An earlier version had one rule, for all accounts, and the limit in the key only. */
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
function episodeOf(key: string, stored: StoredEpisode | null): Episode | null {
  if (stored === null) return null;
  if (stored.phase === 'armed') return stored;
  const limit = stored.limit ?? Number(key.split(':')[1]);
  return Number.isFinite(limit) ? { ...stored, limit } : null;
}

/** Unreadable episodes are left out. */
const episodesSchema = z
  .record(z.string().max(1_024), episodeSchema.nullable().catch(null))
  .transform((stored): AlertMemory => {
    const episodes: Record<string, Episode> = {};
    for (const [key, one] of Object.entries(stored)) {
      const episode = episodeOf(key, one);
      if (episode !== null) episodes[key] = episode;
    }
    return episodes;
  });

const fileSchema = z.object({
  version: z.literal(1),
  episodes: episodesSchema,
  held: z.array(z.string().max(500)).max(MAX_HELD).readonly().catch([]),
});

interface StoredAlerts {
  readonly episodes: AlertMemory;
  /** The titles of the notifications in quiet hours. */
  readonly held: readonly string[];
}

/** The alerts on disk. An unreadable file is ignored: it costs one repeated alert. */
export function createAlertFile(path: string, log: Log) {
  // One after the other: otherwise the older alerts could be written last.
  const oneAtATime = pLimit(1);

  async function write(alerts: StoredAlerts): Promise<void> {
    try {
      await turnFor(Object.keys(alerts.episodes).length);
      await writeAtomically(path, `${JSON.stringify({ version: 1, ...alerts })}\n`);
    } catch (error) {
      log.warn('alerts.unsaved', describeDefect(error));
    }
  }

  return {
    async load(): Promise<StoredAlerts> {
      try {
        return fileSchema.parse(JSON.parse(await readTextFile(path)));
      } catch {
        return { episodes: {}, held: [] };
      }
    },
    /** Never rejects; a failed write is logged. */
    save: (alerts: StoredAlerts) => oneAtATime(() => write(alerts)),
    /** Resolves when all saves so far are written or have failed. */
    settled: () => oneAtATime(() => {}),
  };
}
