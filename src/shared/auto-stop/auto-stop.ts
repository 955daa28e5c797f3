import { formatMoney, HOUR_MS, MINUTE_MS } from '../format/index.ts';
import { asOfTime } from '../polling/freshness.ts';

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
  /** After its end, `at`: a stop was sent, or its VM was interrupted and is stopped when it runs again. */
  readonly progress?: { readonly kind: 'sent' | 'interrupted'; readonly at: number } | undefined;
}

const AGE = /^(\d{1,5}) ?([mhd])$/;
const MINUTES = { m: 1, h: 60, d: 1_440 } as const;
const MAX_MS = 31 * 24 * HOUR_MS;

function isUnit(text: string | undefined): text is keyof typeof MINUTES {
  return text !== undefined && Object.hasOwn(MINUTES, text);
}

/** The next time at which a local clock shows it; in the night in which it is skipped, an hour later. */
function nextClockTime(hours: number, minutes: number, now: number): number {
  const today = new Date(now);
  const times = [0, 1, 2].flatMap((days) => {
    const at = new Date(today).setHours(24 * days + hours, minutes, 0, 0);
    // In the night in which the clock is set back, it shows the time once more.
    const offset = (time: number) => new Date(time).getTimezoneOffset() * MINUTE_MS;
    const again = new Date(at + offset(at + 3 * HOUR_MS) - offset(at));
    const isShown = again.getHours() === hours && again.getMinutes() === minutes;
    return isShown ? [at, again.getTime()] : [at];
  });
  return times.find((at) => at > now) ?? now;
}

function parseDuration(text: string): number | null {
  const [, count, unit] = AGE.exec(text) ?? [];
  if (!isUnit(unit)) return null;
  const ms = Number(count) * MINUTES[unit] * MINUTE_MS;
  return ms > 0 && ms <= MAX_MS ? ms : null;
}

/**
 * The limit of an auto-stop that is set now; null: not understood.
 * @param text a time of the local clock such as `19:00`, a duration such as `4h`, `90m` or `2d` of at most 31 days, such a duration
 * without work as `idle 1h`, or an amount as `$25` or `spend 25`. A plain number is none: it is what a shell makes of `$25`.
 */
export function parseAutoStop(text: string, now: number): AutoStopLimit | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? [];
  if (hours !== undefined)
    return { kind: 'time', at: nextClockTime(Number(hours), Number(minutes), now) };
  const [, sum] = /^(?:spend |[$€£¥] ?)(\d{1,6}(?:\.\d{1,2})?)$/.exec(typed) ?? [];
  if (sum !== undefined)
    return Number(sum) > 0 ? { kind: 'spend', amount: Number(sum), since: now } : null;
  const ms = parseDuration(typed.replace(/^idle /, ''));
  if (ms === null) return null;
  return typed.startsWith('idle')
    ? { kind: 'idle', ms, since: now }
    : { kind: 'time', at: now + ms, ms };
}

/** Text that sets the same limit from now on. @param now ms since the epoch */
export function autoStopText(limit: AutoStopLimit, now: number): string {
  switch (limit.kind) {
    case 'time':
      return `${Math.max(1, Math.ceil((limit.at - now) / MINUTE_MS))}m`;
    case 'idle':
      return `idle ${limit.ms / MINUTE_MS}m`;
    case 'spend':
      return `spend ${limit.amount}`;
  }
}

export const AUTO_STOP_HINT =
  'Enter a time such as 19:00, a duration such as 4h, idle 1h for a time without work, or an amount as $25 or spend 25.';

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

export interface AutoStopSlice {
  /** By `vmKey`. */
  readonly autoStops: Readonly<Record<string, AutoStop>>;
}
