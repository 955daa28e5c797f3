import { z } from 'zod';
import { type AlertRule, isAlertRule } from '../../shared/alerts/alert-rules.ts';
import { VM_OPERATIONS } from '../../shared/domain/service-profile.ts';
import { MESSAGE_TOPICS } from '../../shared/messages/messages.ts';
import { offerFilter } from '../../shared/offers/gpu-offer.ts';
import { VM_CHANGES } from '../../shared/vms/vm-change.ts';
import { firingAlertSchema } from '../alerts/index.ts';
import { autoStopLimitSchema } from '../settings/index.ts';

/** The end of the range of `Date`, ms since the epoch. */
const MAX_TIME = 8.64e15;

const id = z.string().max(256);
const amount = z.number().nullable();
const time = z.number().min(0).max(MAX_TIME);
/** As long as a provider's text may be. */
const words = z.string().max(4_096);
const ofVm = { at: time, accountId: id, vmId: id, name: words };

// Made when first used, as all schemas are that not every start of `gpu-tray watch` needs.
const vmSchema = z.lazy(() =>
  z.object({
    kind: z.literal('vm'),
    ...ofVm,
    /** As the service reports it; null: the VM is gone. */
    status: z.string().max(256).nullable(),
    /** Follows the name, such as `was interrupted`; null: a step that is not notified. */
    what: z.string().max(256).nullable(),
    /** For its notification; the history leaves them out. */
    facts: z
      .object({
        change: z.enum(VM_CHANGES),
        /** `2 × 4090`; null: unknown. */
        gpu: z.string().max(256).nullable(),
        /** $/h after the change; null: unknown, or it is gone. */
        perHour: amount,
        /** $/h before it. */
        wasPerHour: amount,
        /** Length of the run that ended with the change, ms; null: none did. */
        ranMs: amount,
      })
      .optional(),
  }),
);

const ofAlert = {
  at: time,
  rule: z.custom<AlertRule>(isAlertRule),
  limit: z.number(),
  /** The name of the VM, the VMs or the account; missing: all accounts together. */
  name: z.string().max(256).optional(),
  /** Missing: all accounts together, or an earlier version wrote it. */
  accountId: id.optional(),
  /** For the notification, not in the history; absent where an alert closed without a notification. */
  alert: firingAlertSchema.optional(),
};
const openedSchema = z.lazy(() => z.object({ kind: z.literal('alertOpened'), ...ofAlert }));
const closedSchema = z.lazy(() =>
  z.object({ kind: z.literal('alertClosed'), ...ofAlert, openedAt: time }),
);

/** No rates of all accounts together between `from` and `at`. */
const gapSchema = z.lazy(() =>
  z.object({
    kind: z.literal('gap'),
    at: time,
    from: time,
    cause: z.enum(['notRunning', 'asleep', 'offline', 'noData']),
  }),
);

/** `at`: when it ends or ended. */
const outcomeSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('soon'), at: time, hasClockJumped: z.boolean() }),
    z.object({
      kind: z.enum(['reminder', 'signedOut', 'unknown', 'anotherRun', 'stoppedUnseen']),
      at: time,
    }),
    z.object({
      kind: z.literal('stopped'),
      at: time,
      /** Delay after the end, ms, and the rate before the stop, $/h. */
      late: z.object({ ms: z.number(), perHour: amount }).nullable(),
    }),
    /** By itself, as it was armed. `isSeen`: otherwise it may have been stopped in another way. */
    z.object({ kind: z.literal('selfStopped'), at: time, isSeen: z.boolean() }),
    /** It is tried again. `reason`: in sentences; empty: an internal error. */
    z.object({ kind: z.literal('failed'), at: time, reason: words }),
  ]),
);

const autoStopSchema = z.lazy(() =>
  z.object({
    kind: z.literal('autoStop'),
    ...ofVm,
    limit: autoStopLimitSchema(),
    /** The user asked for a reminder. */
    isReminder: z.boolean(),
    outcome: outcomeSchema,
  }),
);

const priceSchema = z.lazy(() =>
  z.object({
    kind: z.literal('price'),
    /** When the offer was read. */
    at: time,
    filter: offerFilter,
    offer: z.object({
      gpu: words,
      gpuCount: amount,
      /** The account or, without an account, the provider. */
      cloud: words,
      where: words.nullable(),
      /** $ */
      perGpuHour: z.number(),
    }),
  }),
);

const otherSchemas = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** SSH answers. */
    z.object({ kind: z.literal('ready'), ...ofVm, perHour: amount }),
    /** It runs, and SSH has not answered for minutes, or a proxy alone would. */
    z.object({ kind: z.literal('noLogin'), ...ofVm }),
    /** `why`: in sentences. */
    z.object({
      kind: z.literal('notDone'),
      ...ofVm,
      operation: z.enum(VM_OPERATIONS),
      why: words,
    }),
    /** A stop that `gpu-tray watch` could not confirm. `status`: as listed last; null: it is not listed. */
    z.object({
      kind: z.literal('unconfirmed'),
      ...ofVm,
      endedAt: time,
      status: words.nullable(),
    }),
    /** Queued by an earlier version, as text. */
    z.object({
      kind: z.literal('text'),
      at: z.number(),
      topic: z.enum(MESSAGE_TOPICS),
      alert: z.string().max(1_024).nullable(),
      isOver: z.boolean(),
      title: z.string().max(1_000),
      body: words,
    }),
  ]),
);

export const eventSchema = z.lazy(() =>
  z.union([vmSchema, openedSchema, closedSchema, autoStopSchema, priceSchema, otherSchemas]),
);
const recordSchema = z.lazy(() => z.union([vmSchema, openedSchema, closedSchema, gapSchema]));

/** Something that happened, with its facts, at a time: ms since the epoch. */
export type AppEvent = Readonly<z.infer<typeof eventSchema>>;
/** An event that the history keeps. */
export type HistoryEvent = Readonly<z.infer<typeof recordSchema>>;
/** Why rates are missing. */
export type GapCause = z.infer<typeof gapSchema>['cause'];
export type VmEvent = Readonly<z.infer<typeof vmSchema>>;
export type AlertEvent = Readonly<z.infer<typeof openedSchema> | z.infer<typeof closedSchema>>;
export type AutoStopEvent = Readonly<z.infer<typeof autoStopSchema>>;
export type PriceEvent = Readonly<z.infer<typeof priceSchema>>;
/** Why an auto-stop is notified. */
export type AutoStopOutcome = Readonly<z.infer<typeof outcomeSchema>>;
export type LateStop = NonNullable<Extract<AutoStopOutcome, { kind: 'stopped' }>['late']>;

/** @returns null for what another version wrote, or what is damaged */
export function parseEvent(text: string): HistoryEvent | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
