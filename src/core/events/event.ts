import { z } from 'zod';
import {
  ofVm,
  recorded,
  eventTime as time,
  eventWords as words,
} from '../../shared/alerts/recorded-event.ts';
import { autoStopLimitSchema } from '../../shared/auto-stop/stored-stop.ts';
import { VM_OPERATIONS } from '../../shared/domain/service-profile.ts';
import { MESSAGE_TOPICS } from '../../shared/messages/messages.ts';
import { offerFilter } from '../../shared/offers/gpu-offer.ts';
import { VM_CHANGES } from '../../shared/vms/vm-change.ts';
import { firingAlertSchema } from '../alerts/index.ts';

/** What an auto-stop did. `at`: when it ends or ended. */
const outcome = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('soon'), at: time, hasClockJumped: z.boolean() }),
    z.object({
      kind: z.enum([
        'reminder',
        'signedOut',
        'unknown',
        'anotherRun',
        'stoppedUnseen',
        'selfStopped',
      ]),
      at: time,
    }),
    z.object({
      kind: z.literal('stopped'),
      at: time,
      /** Delay after the end, ms, and the rate before the stop, $/h. */
      late: z.object({ ms: z.number(), perHour: z.number().nullable() }).nullable(),
    }),
    /**
     * What is tried again: a stop, `unconfirmed` for minutes; of the VM's own timer, its stop or its setting. `reason`: in sentences; empty:
     * an internal error.
     */
    z.object({
      kind: z.enum(['failed', 'unconfirmed', 'keyRefused', 'notArmed']),
      at: time,
      reason: words,
    }),
    /** The VM may stop itself at the limit, which is not wanted any more. */
    z.object({ kind: z.literal('unsent'), at: time }),
  ]);

// Made when first used, as all schemas are that not every start of `gpu-tray watch` needs.
export const eventSchema = z.lazy(() => {
  const amount = z.number().nullable();
  const { vm, alertOpened, alertClosed } = recorded();
  /** For the notification, not in the history; absent where an alert closed without a notification. */
  const alert = firingAlertSchema.optional();
  return z.discriminatedUnion('kind', [
    vm.extend({
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
    alertOpened.extend({ alert }),
    alertClosed.extend({ alert }),
    z.object({
      kind: z.literal('autoStop'),
      ...ofVm,
      limit: autoStopLimitSchema(),
      /** The user asked for a reminder. */
      isReminder: z.boolean(),
      outcome: outcome(),
    }),
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
  ]);
});

/** Something that happened, with its facts, at a time: ms since the epoch. */
export type AppEvent = Readonly<z.infer<typeof eventSchema>>;
export type VmEvent = Extract<AppEvent, { kind: 'vm' }>;
export type AlertEvent = Extract<AppEvent, { kind: 'alertOpened' | 'alertClosed' }>;
export type AutoStopEvent = Extract<AppEvent, { kind: 'autoStop' }>;
export type PriceEvent = Extract<AppEvent, { kind: 'price' }>;
/** Why an auto-stop is notified. */
export type AutoStopOutcome = Readonly<AutoStopEvent['outcome']>;
export type LateStop = NonNullable<Extract<AutoStopOutcome, { kind: 'stopped' }>['late']>;
