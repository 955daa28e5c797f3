import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeAtomically } from '../files/index.ts';
import type { Log } from '../log.ts';
import type { Episode } from './episode.ts';
import type { AlertMemory } from './evaluate.ts';

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

/**
 * The memory of the alerts on disk, so that a restart neither repeats nor forgets one. It can be rebuilt by observing: an
 * unreadable file costs one repeated alert and nothing else, so it is passed over.
 */
export interface AlertFile {
  load(): Promise<AlertMemory>;
  /** Never rejects: a full disk must not silence the alert itself. */
  save(memory: AlertMemory): Promise<void>;
  /** Resolves when everything that was saved so far is on the disk, or could not be put there. */
  settled(): Promise<void>;
}

/** Saves reach the disk in the order in which they were made. A failure is in the log, and nowhere else. */
export function createAlertFile(path: string, log: Log): AlertFile {
  // One after the other: two at once may end in either order, and the older memory would stay.
  let saved = Promise.resolve();

  async function write(memory: AlertMemory): Promise<void> {
    try {
      await writeAtomically(path, `${JSON.stringify({ version: 1, episodes: memory })}\n`);
    } catch {
      log.warn('alerts.unsaved');
    }
  }

  return {
    async load() {
      try {
        return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))).episodes;
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
