import { z } from 'zod';
import { type AlertRule, isAlertRule } from './alert-rules.ts';

/** The end of the range of `Date`, ms since the epoch. */
const MAX_TIME = 8.64e15;

// Made when first used: not every start needs them.

const eventId = z.lazy(() => z.string().max(256));
/** ms since the epoch. */
export const eventTime = z.lazy(() => z.number().min(0).max(MAX_TIME));
/** As long as a provider's text may be. */
export const eventWords = z.lazy(() => z.string().max(4_096));
export const ofVm = { at: eventTime, accountId: eventId, vmId: eventId, name: eventWords };

const ofAlert = () => ({
  at: eventTime,
  rule: z.custom<AlertRule>(isAlertRule),
  limit: z.number(),
  /** The name of the VM, the VMs or the account; missing: all accounts together. */
  name: z.string().max(256).optional(),
  /** Missing: all accounts together, or an earlier version wrote it. */
  accountId: eventId.optional(),
});

export const alertSubjectSchema = z.lazy(() =>
  z.object({
    /** Null: all accounts together. */
    accountId: z.string().nullable(),
    vmId: z.string().nullable(),
    /** Displayed name of the VM, VMs or account; null: all accounts together. */
    name: z.string().nullable(),
    /** The figure that was compared, in the rule's unit; null: an earlier version did not keep it. */
    value: z.number().nullable(),
    /** Some data was missing and could only add to `value`. */
    isLowerBound: z.boolean(),
    /** $/h; of a rate, that of the VM in `reason`; null: unknown, or the figure says it. */
    ratePerHour: z.number().nullable(),
    /** Further figures, such as the load; no amounts. Null: none. */
    reason: z.string().nullable(),
  }),
);

export type AlertSubject = Readonly<z.infer<typeof alertSubjectSchema>>;

/** Each kind of event that the history keeps. */
export const recorded = () => ({
  vm: z.object({
    kind: z.literal('vm'),
    ...ofVm,
    /** As the service reports it; null: the VM is gone. */
    status: z.string().max(256).nullable(),
    /** Follows the name, such as `was interrupted`; null: a step that is not notified. */
    what: z.string().max(256).nullable(),
  }),
  alertOpened: z.object({ kind: z.literal('alertOpened'), ...ofAlert() }),
  alertClosed: z.object({ kind: z.literal('alertClosed'), ...ofAlert(), openedAt: eventTime }),
  /** No rates of all accounts together between `from` and `at`. */
  gap: z.object({
    kind: z.literal('gap'),
    at: eventTime,
    from: eventTime,
    cause: z.enum(['notRunning', 'asleep', 'offline', 'noData']),
  }),
});

const recordSchema = z.lazy(() => {
  const { vm, alertOpened, alertClosed, gap } = recorded();
  return z.discriminatedUnion('kind', [vm, alertOpened, alertClosed, gap]);
});

export type RecordedEvent = Readonly<z.infer<typeof recordSchema>>;
/** Why rates are missing. */
export type GapCause = Extract<RecordedEvent, { kind: 'gap' }>['cause'];

/** @returns null for what another version wrote, or what is damaged */
export function parseEvent(text: string): RecordedEvent | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
