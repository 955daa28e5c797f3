import { formatMoney, HOUR_MS, MINUTE_MS } from '../format/index.ts';
import { asOfTime } from '../polling/freshness.ts';
import type { ArmedView } from './armed-view.ts';

/** When a VM is stopped. Times are ms since the epoch. */
export type AutoStopLimit =
  /** `ms`: set as that duration; absent: as a time of the clock. */
  | { readonly kind: 'time'; readonly at: number; readonly ms?: number | undefined }
  /** Idle for `ms`, counted from `since` at the earliest. */
  | { readonly kind: 'idle'; readonly ms: number; readonly since: number }
  /** `amount` in $ measured for the VM since then. */
  | { readonly kind: 'spend'; readonly amount: number; readonly since: number };

export interface AutoStop {
  readonly accountId: string;
  readonly vmId: string;
  /** Printable name of the VM, for when it is not listed. */
  readonly name: string;
  readonly limit: AutoStopLimit;
  /** Of its account; absent: the user set it for this VM. */
  readonly from?: 'default' | undefined;
  /** The VM shall stop itself too, by a script on it. */
  readonly onVm?: boolean | undefined;
  /** Its end, `at`, was announced; or after it, a stop was sent, or its VM was interrupted and is stopped when it runs again. */
  readonly progress?:
    | { readonly kind: 'announced' | 'sent' | 'interrupted'; readonly at: number }
    | undefined;
}

/** `90 m`, `4 h`: exact, as it was set. */
export const exactDuration = (ms: number) =>
  ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : `${Math.round(ms / MINUTE_MS)} m`;

/** When the VM is stopped: `until 19:00`, `until idle 1 h`. @param currency null: amounts are hidden */
export function autoStopLabel(limit: AutoStopLimit, now: number, currency: string | null): string {
  switch (limit.kind) {
    case 'time':
      return `until ${asOfTime(limit.at, now)}`;
    case 'idle':
      return `until idle ${exactDuration(limit.ms)}`;
    case 'spend':
      return currency === null ? 'until its limit' : `until ${formatMoney(limit.amount, currency)}`;
  }
}

/** `armed`: its VM may stop itself; then `limit` is the earlier end while the VM has not confirmed a change. */
export interface ShownAutoStop extends AutoStop {
  readonly armed?: ArmedView;
}

export interface AutoStopSlice {
  /** By `vmKey`. */
  readonly autoStops: Readonly<Record<string, ShownAutoStop>>;
}
