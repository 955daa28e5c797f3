import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeAtomically } from '../files/index.ts';
import type { Log } from '../log.ts';
import type { AlertMemory, Episode } from './evaluate.ts';

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
