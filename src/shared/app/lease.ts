import { formatDuration } from '../format/index.ts';
import { asOfTime } from './freshness.ts';

/** When a VM is stopped by this computer. */
export interface Lease {
  readonly accountId: string;
  readonly vmId: string;
  /** Of the VM, for when it is not listed. Printable. */
  readonly name: string;
  /** ms since the epoch. */
  readonly at: number;
}

const AGE = /^(\d{1,5}) ?([mhd])$/;
const MINUTES = { m: 1, h: 60, d: 1_440 } as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_MS = 31 * 24 * HOUR_MS;

function isUnit(text: string | undefined): text is keyof typeof MINUTES {
  return text !== undefined && Object.hasOwn(MINUTES, text);
}

/** The next time at which a local clock shows it; in the night in which it is skipped, an hour later. */
function nextClockTime(hours: number, minutes: number, now: number): number {
  const today = new Date(now);
  const times = [0, 1, 2].flatMap((days) => {
    const at = new Date(
      ...([today.getFullYear(), today.getMonth(), today.getDate() + days, hours, minutes] as const),
    ).getTime();
    // In the night in which the clock is set back, it shows the time once more.
    const again = new Date(at + HOUR_MS);
    return again.getHours() === hours && again.getMinutes() === minutes ? [at, at + HOUR_MS] : [at];
  });
  return times.find((at) => at > now) ?? now;
}

/**
 * When a lease ends, ms since the epoch; null: not a time.
 * @param text a time of the local clock such as `19:00`, or a duration such as `4h`, `90m` or `2d`, at most 31 days
 */
export function parseLease(text: string, now: number): number | null {
  const typed = text.trim().toLowerCase();
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? [];
  if (hours !== undefined) return nextClockTime(Number(hours), Number(minutes), now);
  const [, count, unit] = AGE.exec(typed) ?? [];
  if (!isUnit(unit)) return null;
  const ms = Number(count) * MINUTES[unit] * MINUTE_MS;
  return ms > 0 && ms <= MAX_MS ? now + ms : null;
}

export const LEASE_HINT = 'Enter a time such as 19:00, or a duration such as 4h, 90m or 2d.';

/** What a new lease does. @param canStop the account's profile has the operation @param now ms since the epoch */
export function leaseEffect({ at }: Pick<Lease, 'at'>, canStop: boolean, now: number): string {
  const when = `at ${asOfTime(at, now)}, in ${formatDuration(at - now)}`;
  return canStop
    ? `GPU Tray stops it ${when}. This computer must be awake and online then; otherwise it is stopped as soon as it is.`
    : `GPU Tray reminds you ${when}. It cannot stop this VM: the account has no service profile.`;
}
