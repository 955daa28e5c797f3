import { MINUTE_MS } from '../format/index.ts';
import type { AutoStop, AutoStopLimit } from './auto-stop.ts';

/** A limit that a VM can keep by itself. */
export type VmLimit = Exclude<AutoStopLimit, { kind: 'spend' }>;

/** The last stop that this computer sent to a VM. Kept until the VM confirmed that nothing is armed, or does not run. */
export interface ArmedRecord extends Pick<AutoStop, 'accountId' | 'vmId' | 'name'> {
  readonly number: number;
  /** All that may be in force there, what was sent last first. */
  readonly limits: readonly VmLimit[];
  /** The VM confirmed its only limit, and nothing was sent since. */
  readonly isConfirmed: boolean;
  /** `startedAt` of the run that was told; null: not known. */
  readonly run: string | null;
  /** Its auto-stop has ended, and was not removed by the user: the script goes on until it stops the VM. */
  readonly isEnded?: boolean | undefined;
}

/** A VM that stops that close to its end stops itself, ms. */
export const SELF_STOP_MS = 5 * MINUTE_MS;

/** When it ends at the earliest, ms since the epoch. */
export const earliestEnd = (limit: VmLimit): number =>
  limit.kind === 'time' ? limit.at : limit.since + limit.ms;

/** Whether both mean the same end. */
export const isSameLimit = (one: VmLimit, other: VmLimit): boolean =>
  one.kind === 'time'
    ? other.kind === 'time' && one.at === other.at
    : other.kind === 'idle' && one.ms === other.ms && one.since === other.since;

/** Whether the VM confirmed this limit. */
export function isArmedFor(record: ArmedRecord | null, wanted: VmLimit): boolean {
  const [limit] = record?.limits ?? [];
  return record?.isConfirmed === true && limit !== undefined && isSameLimit(limit, wanted);
}

/** The limit that the VM keeps by itself, if it is told; null: none. */
export function onVmLimit(autoStop: AutoStop | undefined): VmLimit | null {
  if (!autoStop?.onVm || autoStop.kind === 'reminder') return null;
  return autoStop.limit.kind === 'spend' ? null : autoStop.limit;
}
