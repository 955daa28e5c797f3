import { z } from 'zod';
import { type AlertRule, isAlertRule } from '../../shared/alerts/alert-rules.ts';
import { alertSubjectSchema } from '../../shared/alerts/recorded-event.ts';

/** Version 0.1.0 wrote the phases `armed` and `open`. */
export const firingAlertSchema = z.lazy(() =>
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
    subject: alertSubjectSchema.readonly(),
  }),
);

/** By rule, limit and subject: another limit is another alert. Unreadable alerts are left out. */
export const alertStatesSchema = z.lazy(() => {
  const pending = z.object({
    phase: z.enum(['pending', 'armed']).transform(() => 'pending' as const),
    confirmations: z.number().int().nonnegative(),
  });
  const alert = z.union([pending, firingAlertSchema]);
  return z.record(z.string().max(1_024), alert.nullable().catch(null)).transform((stored) => {
    const states: Record<string, z.infer<typeof alert>> = {};
    for (const [key, state] of Object.entries(stored)) if (state !== null) states[key] = state;
    return states;
  });
});

export type FiringAlert = Readonly<z.infer<typeof firingAlertSchema>>;
export type AlertStates = Readonly<z.infer<typeof alertStatesSchema>>;
export type AlertState = Readonly<AlertStates[string]>;
