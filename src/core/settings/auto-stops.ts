import { z } from 'zod';
import type { AutoStop, AutoStopLimit } from '../../shared/auto-stop/auto-stop.ts';
import { vmLimitSchema, vmTimerSchema } from '../../shared/auto-stop/stored-stop.ts';
import {
  earlierOf,
  type StoredStop,
  type VmTimer,
  withWrite,
} from '../../shared/auto-stop/vm-timer.ts';

type Vm = Pick<AutoStop, 'accountId' | 'vmId'>;

/** A list without its invalid entries; undefined: it is none. @param entry made for the first one: most settings have none */
export const listOf = <T>(entry: () => z.ZodType<T>) =>
  z
    .array(z.lazy(() => entry().nullable().catch(null)))
    .transform((entries) => entries.filter((each) => each !== null))
    .optional()
    .catch(undefined);

/** The entries of the other VMs. */
export const without = <T extends Vm>(entries: readonly T[] = [], { accountId, vmId }: Vm) =>
  entries.filter((entry) => entry.accountId !== accountId || entry.vmId !== vmId);

export const timerSchema = (): z.ZodType<VmTimer> => {
  const { accountId, vmId, name, number } = vmTimerSchema().shape;
  /** Of earlier versions: all limits that may hold, the last first. Written again, or removed, unless confirmed or the auto-stop has ended. */
  const former = z.object({
    ...{ accountId, vmId, name, number },
    limits: z.array(vmLimitSchema()).min(1),
    isConfirmed: z.boolean(),
    isEnded: z.boolean().optional().catch(undefined),
  });
  return z.union([
    vmTimerSchema(),
    former.transform(({ limits, isConfirmed, isEnded, ...vm }): VmTimer => {
      const held = (isConfirmed ? limits.slice(0, 1) : limits).reduce(earlierOf);
      // Its run may be the creation of the VM.
      return { ...vm, run: null, held, ...(!(isConfirmed || isEnded) && { sent: null }) };
    }),
  ]);
};

/** Runs of VMs in which the default of their account had its turn. `isOver`: the VM was seen not running since; absent: of an earlier version. */
export const defaultedRunSchema = () =>
  z.object({
    accountId: z.string(),
    vmId: z.string(),
    startedAt: z.string().max(100).nullable(),
    isOver: z.boolean().optional().catch(undefined),
  });

/** What settings keep of auto-stops. */
interface Stored {
  readonly autoStops?: readonly AutoStop[] | undefined;
  /** Timers of VMs, which stop themselves. */
  readonly armed?: readonly VmTimer[] | undefined;
}

export function storedStop({ autoStops = [], armed = [] }: Stored, vm: Vm): StoredStop {
  const isThis = ({ accountId, vmId }: Vm) => accountId === vm.accountId && vmId === vm.vmId;
  return { autoStop: autoStops.find(isThis), timer: armed.find(isThis) };
}

/** The settings with what they keep of a VM; undefined: nothing. */
export const withStop = <S extends Stored>(settings: S, vm: Vm, next: StoredStop): S => ({
  ...settings,
  autoStops: [...without(settings.autoStops, vm), ...(next.autoStop ? [next.autoStop] : [])],
  armed: [...without(settings.armed, vm), ...(next.timer ? [next.timer] : [])],
});

/** The settings with the auto-stop of a VM, as the user set it. @param limit null: none @param onVm default: as before; a VM counts no amounts */
export function withAutoStop<S extends Stored>(
  settings: S,
  { accountId, vmId, name, kind }: Pick<AutoStop, 'accountId' | 'vmId' | 'name' | 'kind'>,
  limit: AutoStopLimit | null,
  onVm?: boolean,
): S {
  const vm = { accountId, vmId, name };
  const { autoStop, timer } = storedStop(settings, vm);
  const isKept = (onVm ?? autoStop?.onVm) === true && kind === undefined;
  const vmLimit = !isKept || limit?.kind === 'spend' ? null : limit;
  const next = limit && { ...(kind && { kind }), ...vm, limit, ...(vmLimit && { onVm: true }) };
  // The timer of another computer is removed once no auto-stop is left to remove.
  const isLast = limit === null && autoStop === undefined;
  const isWritten = vmLimit !== null || (timer && (timer.by === undefined || isLast));
  const written = isWritten ? withWrite(timer, vm, vmLimit) : timer;
  return withStop(settings, vm, { autoStop: next ?? undefined, timer: written });
}

/** The settings without timers on the VMs of an account: those that were set from here are removed. */
export const withoutTimers = <S extends Stored>(settings: S, accountId: string): S => ({
  ...settings,
  autoStops: settings.autoStops?.map((each) =>
    each.accountId === accountId ? { ...each, onVm: false } : each,
  ),
  armed: settings.armed?.map((timer) => {
    const isOwn = timer.accountId === accountId && timer.by === undefined;
    return isOwn ? withWrite(timer, timer, null) : timer;
  }),
});
