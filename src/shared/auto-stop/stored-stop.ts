import { z } from 'zod';
import { printable } from '../format/index.ts';

// Functions: made when first used, as all schemas that not every start of `gpu-tray watch` needs.

const timeLimit = () =>
  z.object({
    kind: z.literal('time'),
    at: z.number(),
    /** Set as that duration; absent: as a time of the clock. */
    ms: z.number().positive().optional().catch(undefined),
  });

/** Idle for `ms`, counted from `since` at the earliest. */
const idleLimit = () =>
  z.object({ kind: z.literal('idle'), ms: z.number().positive(), since: z.number() });

/** `amount` in $ measured for the VM since then. */
const spendLimit = () =>
  z.object({ kind: z.literal('spend'), amount: z.number().positive(), since: z.number() });

/** Times are ms since the epoch. */
export const autoStopLimitSchema = () =>
  z.discriminatedUnion('kind', [timeLimit(), idleLimit(), spendLimit()]);

export const vmLimitSchema = () => z.discriminatedUnion('kind', [timeLimit(), idleLimit()]);

/** A VM by name, which is shown in notifications, also when it is not listed. The file may have been edited. */
const namedVmSchema = () =>
  z.object({ accountId: z.string(), vmId: z.string(), name: z.string().transform(printable) });

export const autoStopSchema = () =>
  namedVmSchema().extend({
    /** The user asked for a reminder. Absent: a stop, or a reminder of an earlier version where the account has no stop. */
    kind: z.literal('reminder').optional().catch(undefined),
    limit: autoStopLimitSchema(),
    /** Of its account; absent: the user set it for this VM. */
    from: z.literal('default').optional().catch(undefined),
    /** The VM shall stop itself too, by a script on it. */
    onVm: z.boolean().optional().catch(undefined),
    /** At the end, `at`: announced before; a stop may have been sent, or was; or the VM was interrupted, and is stopped in its next run. */
    progress: z
      .object({ kind: z.enum(['announced', 'maybeSent', 'sent', 'interrupted']), at: z.number() })
      .optional()
      .catch(undefined),
  });

export const vmTimerSchema = () =>
  namedVmSchema().extend({
    /** Number of the write that set it. 0: none was confirmed. */
    number: z.int().nonnegative(),
    /** The limit that the VM confirmed, or during an unconfirmed write the earliest possible limit; null: none. */
    held: vmLimitSchema().nullable(),
    /** Computer that set `held`; absent: this one. */
    by: z.string().transform(printable).optional(),
    /** The VM's key was tried for the stop call when `held` was set. */
    isProved: z.boolean().optional().catch(undefined),
    /** Written from here and not confirmed; null: removed. Absent: nothing is. */
    sent: vmLimitSchema().nullable().optional(),
    /** `startedAt` of its run; null: not known. */
    run: z.string().nullable(),
  });
