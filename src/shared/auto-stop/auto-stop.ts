import { exactMoney, HOUR_MS, MINUTE_MS } from '../format/index.ts';
import { asOfTime } from '../polling/freshness.ts';

/** When a VM is stopped. Times are ms since the epoch. */
export type AutoStopLimit =
  /** `ms`: set as that duration; absent: as a time of the clock. */
  | { readonly kind: 'time'; readonly at: number; readonly ms?: number | undefined }
  /** Idle for `ms`, counted from `since` at the earliest. */
  | { readonly kind: 'idle'; readonly ms: number; readonly since: number }
  /** `amount` in $ measured for the VM since then. */
  | { readonly kind: 'spend'; readonly amount: number; readonly since: number };

/** A limit that a VM can keep by itself. */
export type VmLimit = Exclude<AutoStopLimit, { kind: 'spend' }>;

export interface AutoStop {
  /** The user asked for a reminder. Absent: a stop, or a reminder of an earlier version where the account has no stop. */
  readonly kind?: 'reminder' | undefined;
  readonly accountId: string;
  readonly vmId: string;
  /** Printable name of the VM, for when it is not listed. */
  readonly name: string;
  readonly limit: AutoStopLimit;
  /** Of its account; absent: the user set it for this VM. */
  readonly from?: 'default' | undefined;
  /** The VM shall stop itself too, by a script on it. */
  readonly onVm?: boolean | undefined;
  /** The end, `at`, was announced; or after it, a stop was sent, or the VM was interrupted and is stopped in its next run. */
  readonly progress?:
    | { readonly kind: 'announced' | 'sent' | 'interrupted'; readonly at: number }
    | undefined;
}

/** `90 m`, `4 h`: exact, as it was set. */
export const exactDuration = (ms: number) =>
  ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : `${Math.round(ms / MINUTE_MS)} m`;

/** How row, details and command line show the timer of a VM. */
export interface TimerView {
  readonly isConfirmed: boolean;
  /** When the VM may stop itself, the earliest; null: it does not. */
  readonly stops: VmLimit | null;
  /** In sentences. */
  readonly text: string;
  /** The auto-stop that is set; null: none. */
  readonly wanted: AutoStopLimit | null;
  /** Computer that set the timer; absent: this computer. */
  readonly by?: string;
}

/** `armed`: the VM may stop itself; then `limit` is the earlier end while the VM has not confirmed a change. A reminder is never armed. */
export interface ShownAutoStop extends Omit<AutoStop, 'kind'> {
  readonly kind: 'stop' | 'reminder';
  readonly armed?: TimerView | undefined;
}

/** @param can of its account; undefined: signed out */
export function asShown<T extends Pick<AutoStop, 'kind'>>(
  autoStop: T,
  can: readonly string[] = ['stop'],
): Omit<T, 'kind'> & Pick<ShownAutoStop, 'kind'> {
  const isReminder = autoStop.kind === 'reminder' || !can.includes('stop');
  return { ...autoStop, kind: isReminder ? 'reminder' : 'stop' };
}

function limitLabel(limit: AutoStopLimit, now: number, hideAmounts: boolean): string {
  switch (limit.kind) {
    case 'time':
      return asOfTime(limit.at, now);
    case 'idle':
      return `idle ${exactDuration(limit.ms)}`;
    case 'spend':
      return hideAmounts ? 'its limit' : exactMoney(limit.amount);
  }
}

/** When the VM is stopped, `until 19:00`, or its user is reminded, `reminder 19:00`. ` ✓`: its VM confirmed that; ` !`: not. */
export function autoStopLabel(
  { kind, limit, armed }: Pick<ShownAutoStop, 'kind' | 'limit' | 'armed'>,
  now: number,
  hideAmounts: boolean,
): string {
  const mark = armed === undefined ? '' : armed.isConfirmed ? ' ✓' : ' !';
  return `${kind === 'stop' ? 'until' : 'reminder'} ${limitLabel(limit, now, hideAmounts)}${mark}`;
}

export interface AutoStopSlice {
  /** By `vmKey`. */
  readonly autoStops: Readonly<Record<string, ShownAutoStop>>;
}
