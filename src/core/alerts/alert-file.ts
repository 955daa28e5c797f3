import pLimit from 'p-limit';
import { z } from 'zod';
import { type AlertSubject, isAlertRule } from '../../shared/alerts/index.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import { turnFor } from '../own-turn.ts';
import type { AlertState, AlertStates, FiringAlert } from './evaluate.ts';

/** The newest notifications in quiet hours. */
export const MAX_HELD = 50;

const heldSchema = z.array(z.string().max(500)).max(MAX_HELD).readonly().catch([]);

const subjectSchema: z.ZodType<AlertSubject> = z.object({
  accountId: z.string().nullable(),
  vmId: z.string().nullable(),
  name: z.string().nullable(),
  value: z.number().nullable(),
  isLowerBound: z.boolean(),
  ratePerHour: z.number().nullable(),
  reason: z.string().nullable(),
});

/** Version 0.1.0 wrote the phases `armed` and `open`. */
const alertSchema = z.union([
  z.object({
    phase: z.enum(['pending', 'armed']).transform(() => 'pending' as const),
    confirmations: z.number().int().nonnegative(),
  }),
  z.object({
    phase: z.enum(['firing', 'open']).transform(() => 'firing' as const),
    id: z.string().min(1).max(1_024),
    openedAt: z.number(),
    snoozedUntil: z.number().nullable(),
    endings: z.number().int().nonnegative(),
    rule: z.custom<FiringAlert['rule']>(isAlertRule),
    limit: z.number(),
    subject: subjectSchema,
  }),
]);

/** Unreadable alerts are left out. */
const alertStatesSchema = z
  .record(z.string().max(1_024), alertSchema.nullable().catch(null))
  .transform((stored): AlertStates => {
    const states: Record<string, AlertState> = {};
    for (const [key, state] of Object.entries(stored)) if (state !== null) states[key] = state;
    return states;
  });

/** Version 1 is that of 0.1.0. */
const fileSchema = z
  .union([
    z.object({ version: z.literal(2), states: alertStatesSchema, held: heldSchema }),
    z.object({ version: z.literal(1), episodes: alertStatesSchema, held: heldSchema }),
  ])
  .transform(
    (file): StoredAlerts => ({
      states: file.version === 1 ? file.episodes : file.states,
      held: file.held,
    }),
  );

interface StoredAlerts {
  readonly states: AlertStates;
  /** The titles of the notifications in quiet hours. */
  readonly held: readonly string[];
}

/** The alerts on disk. An unreadable file is ignored: it costs one repeated alert. */
export function createAlertFile(path: string, log: Log) {
  // One after the other: otherwise the older alerts could be written last.
  const oneAtATime = pLimit(1);

  async function write(alerts: StoredAlerts): Promise<void> {
    try {
      await turnFor(Object.keys(alerts.states).length);
      await writeAtomically(path, `${JSON.stringify({ version: 2, ...alerts })}\n`);
    } catch (error) {
      log.warn('alerts.unsaved', describeInternalError(error));
    }
  }

  return {
    async load(): Promise<StoredAlerts> {
      try {
        return fileSchema.parse(JSON.parse(await readTextFile(path)));
      } catch {
        return { states: {}, held: [] };
      }
    },
    /** Never rejects; a failed write is logged. */
    save: (alerts: StoredAlerts) => oneAtATime(() => write(alerts)),
    /** Resolves when all saves so far are written or have failed. */
    settled: () => oneAtATime(() => {}),
  };
}
