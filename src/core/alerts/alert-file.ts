import pLimit from 'p-limit';
import { z } from 'zod';
import type { AlertSubject } from '../../shared/alerts/alert.ts';
import { type AlertRule, isAlertRule } from '../../shared/alerts/alert-rules.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import { turnFor } from '../own-turn.ts';
import { tryJson } from '../try-json.ts';

const subjectSchema = (): z.ZodType<AlertSubject> =>
  z.object({
    accountId: z.string().nullable(),
    vmId: z.string().nullable(),
    name: z.string().nullable(),
    value: z.number().nullable(),
    isLowerBound: z.boolean(),
    ratePerHour: z.number().nullable(),
    reason: z.string().nullable(),
  });

/** The memory of one subject. Version 0.1.0 wrote the phases `armed` and `open`. */
const alertSchema = z.lazy(() =>
  z.union([
    z.object({
      phase: z.enum(['pending', 'armed']).transform(() => 'pending' as const),
      confirmations: z.number().int().nonnegative(),
    }),
    z.object({
      phase: z.enum(['firing', 'open']).transform(() => 'firing' as const),
      id: z.string().min(1).max(1_024),
      openedAt: z.number(),
      /** Null: not snoozed. */
      snoozedUntil: z.number().nullable(),
      /** Consecutive observations clearly under the limit. */
      endings: z.number().int().nonnegative(),
      rule: z.custom<AlertRule>(isAlertRule),
      limit: z.number(),
      subject: subjectSchema(),
    }),
  ]),
);

export type AlertState = Readonly<z.infer<typeof alertSchema>>;
export type FiringAlert = Extract<AlertState, { phase: 'firing' }>;

/** By rule, limit and subject: another limit is another alert. Unreadable alerts are left out. */
const alertStatesSchema = z.lazy(() =>
  z
    .record(z.string().max(1_024), alertSchema.nullable().catch(null))
    .transform((stored): Readonly<Record<string, AlertState>> => {
      const states: Record<string, AlertState> = {};
      for (const [key, state] of Object.entries(stored)) if (state !== null) states[key] = state;
      return states;
    }),
);

export type AlertStates = z.infer<typeof alertStatesSchema>;

/** `held`: titles that an earlier version held back in quiet hours. Version 1 is that of 0.1.0. */
const fileSchema = z.lazy(() => {
  const held = z.array(z.string().max(500)).max(50).readonly().catch([]);
  return z.union([
    z.object({ version: z.literal(2), states: alertStatesSchema, held }),
    z
      .object({ version: z.literal(1), episodes: alertStatesSchema, held })
      .transform(({ episodes: states, held: titles }) => ({ states, held: titles })),
  ]);
});

type StoredAlerts = Pick<z.infer<typeof fileSchema>, 'states' | 'held'>;

/** The alerts on disk. An unreadable file is ignored: it costs one repeated alert. */
export function createAlertFile(path: string, log: Log) {
  // One after the other: otherwise the older alerts could be written last.
  const oneAtATime = pLimit(1);
  return {
    async load(): Promise<StoredAlerts> {
      const text = await readTextFile(path).catch(() => '');
      if (text === '') return { states: {}, held: [] };
      return fileSchema.safeParse(tryJson(text)).data ?? { states: {}, held: [] };
    },
    /** Never rejects; a failed write is logged. */
    save: (states: AlertStates) =>
      oneAtATime(async () => {
        try {
          await turnFor(Object.keys(states).length);
          await writeAtomically(path, `${JSON.stringify({ version: 2, states })}\n`);
        } catch (error) {
          log.warn('alerts.unsaved', describeInternalError(error));
        }
      }),
    /** Resolves when all saves so far are written or have failed. */
    settled: () => oneAtATime(() => {}),
  };
}
