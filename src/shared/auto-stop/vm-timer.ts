import type { z } from 'zod';
import { MINUTE_MS } from '../format/index.ts';
import type { AutoStop, VmLimit } from './auto-stop.ts';
import type { vmTimerSchema } from './stored-stop.ts';

/** The timer on a VM, which any computer may set. Kept until the VM confirmed that it has none, or does not run. */
export type VmTimer = Readonly<z.infer<ReturnType<typeof vmTimerSchema>>>;

/** What settings keep of one VM. */
export interface StoredStop {
  readonly autoStop?: AutoStop | undefined;
  readonly timer?: VmTimer | undefined;
}

/** A VM that stops itself stops this close to its end, ms. */
export const SELF_STOP_MS = 5 * MINUTE_MS;

/** When it ends at the earliest, ms since the epoch. */
export const earliestEnd = (limit: VmLimit): number =>
  limit.kind === 'time' ? limit.at : limit.since + limit.ms;

export const earlierOf = <T extends VmLimit>(one: T, other: T): T =>
  earliestEnd(other) < earliestEnd(one) ? other : one;

const isSameLimit = (one: VmLimit, other: VmLimit): boolean =>
  one.kind === 'time'
    ? other.kind === 'time' && one.at === other.at
    : other.kind === 'idle' && one.ms === other.ms && one.since === other.since;

/** Whether the VM confirmed this limit, as this computer set it. */
export const isArmedFor = (timer: VmTimer | undefined, limit: VmLimit): boolean =>
  timer?.held != null &&
  timer.sent === undefined &&
  timer.by === undefined &&
  isSameLimit(timer.held, limit);

/** The limit that its VM shall keep by itself; null: none. */
export function onVmLimit(autoStop: AutoStop | undefined): VmLimit | null {
  if (!autoStop?.onVm || autoStop.kind === 'reminder') return null;
  return autoStop.limit.kind === 'spend' ? null : autoStop.limit;
}

/** The timer without its unconfirmed write, which may have reached the VM: the earlier limit counts as set. */
export function withoutWrite({ sent, ...timer }: VmTimer): VmTimer {
  const isEarlier = sent != null && (timer.held === null || earlierOf(timer.held, sent) === sent);
  if (!isEarlier) return timer;
  const { by, isProved, ...own } = timer;
  return { ...own, held: sent };
}

/** The timer with a write that is to be sent, after which both limits may hold. @param limit null: to be removed */
export function withWrite(
  timer: VmTimer | undefined,
  { accountId, vmId, name }: Pick<VmTimer, 'accountId' | 'vmId' | 'name'>,
  limit: VmLimit | null,
): VmTimer {
  const before = timer && withoutWrite(timer);
  const none = { number: 0, held: null, run: null };
  return { ...none, ...before, accountId, vmId, name, sent: limit };
}

/** The write that is due; null: its timer is to be removed; undefined: the timer is read. An end that has passed is never written. */
export function nextWrite(
  timer: VmTimer | undefined,
  autoStop: AutoStop | undefined,
  now: number,
): VmLimit | null | undefined {
  const limit = onVmLimit(autoStop);
  if (limit === null) return timer?.sent === null ? null : undefined;
  const isOver = limit.kind === 'time' && limit.at <= now;
  return isOver || isArmedFor(timer, limit) ? undefined : limit;
}
