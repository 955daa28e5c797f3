import { z } from 'zod';
import { type AlertRule, isAlertRule } from '../../shared/alerts/alert-rules.ts';

/** The end of the range of `Date`, ms since the epoch. */
export const MAX_TIME = 8.64e15;

const schema = z.lazy(() => {
  const time = z.number().min(0).max(MAX_TIME);
  const id = z.string().max(256);
  const alert = {
    at: time,
    rule: z.custom<AlertRule>(isAlertRule),
    limit: z.number(),
    /** The name of the VM, the VMs or the account; missing: all accounts together. */
    name: z.string().max(256).optional(),
    /** Missing: all accounts together, or an earlier version wrote it. */
    accountId: id.optional(),
  };
  return z.discriminatedUnion('kind', [
    /** A VM appeared, or changed its status. */
    z.object({
      kind: z.literal('vm'),
      at: time,
      accountId: id,
      vmId: id,
      name: z.string().max(256),
      /** As the service reports it; null: the VM is gone. */
      status: z.string().max(256).nullable(),
      /** Follows the name, such as `was interrupted`; null: no message was shown. */
      what: z.string().max(256).nullable(),
    }),
    z.object({ kind: z.literal('alertOpened'), ...alert }),
    z.object({ kind: z.literal('alertClosed'), ...alert, openedAt: time }),
    /** No rates of all accounts together between `from` and `at`. */
    z.object({
      kind: z.literal('gap'),
      at: time,
      from: time,
      cause: z.enum(['notRunning', 'asleep', 'offline', 'noData']),
    }),
  ]);
});

/** `at`: ms since the epoch. */
export type HistoryEvent = z.infer<typeof schema>;
/** Why rates are missing. */
export type GapCause = Extract<HistoryEvent, { kind: 'gap' }>['cause'];

/** @returns null for what another version wrote, or what is damaged */
export function parseEvent(text: string): HistoryEvent | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
