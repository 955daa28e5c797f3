import type { z } from 'zod';
import { exactMoney, HOUR_MS, MINUTE_MS } from '../format/index.ts';
import { asOfTime } from '../polling/freshness.ts';
import type { autoStopLimitSchema, autoStopSchema, vmLimitSchema } from './stored-stop.ts';

/** When a VM is stopped. Times are ms since the epoch. */
export type AutoStopLimit = Readonly<z.infer<ReturnType<typeof autoStopLimitSchema>>>;
/** A limit that a VM can keep by itself. */
export type VmLimit = Readonly<z.infer<ReturnType<typeof vmLimitSchema>>>;
export type AutoStop = Readonly<z.infer<ReturnType<typeof autoStopSchema>>>;

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
export const kindOf = (
  { kind }: Pick<AutoStop, 'kind'>,
  can: readonly string[] = ['stop'],
): ShownAutoStop['kind'] => kind ?? (can.includes('stop') ? 'stop' : 'reminder');

function limitLabel(limit: AutoStopLimit, now: number): string {
  switch (limit.kind) {
    case 'time':
      return asOfTime(limit.at, now);
    case 'idle':
      return `idle ${exactDuration(limit.ms)}`;
    case 'spend':
      return exactMoney(limit.amount);
  }
}

/** When the VM is stopped, `until 19:00`, or its user is reminded, `reminder 19:00`. ` ✓`: its VM confirmed that; ` !`: not. */
export function autoStopLabel(
  { kind, limit, armed }: Pick<ShownAutoStop, 'kind' | 'limit' | 'armed'>,
  now: number,
): string {
  const mark = armed === undefined ? '' : armed.isConfirmed ? ' ✓' : ' !';
  return `${kind === 'stop' ? 'until' : 'reminder'} ${limitLabel(limit, now)}${mark}`;
}

export interface AutoStopSlice {
  /** By `vmKey`. */
  readonly autoStops: Readonly<Record<string, ShownAutoStop>>;
}
