import { HOUR_MS, MINUTE_MS } from '../format/index.ts';
import type { AutoStopLimit } from './auto-stop.ts';

// Apart from `auto-stop.ts`, which the panel's first screen needs.

const MAX_MS = 31 * 24 * HOUR_MS;
const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 };
const DURATION = /^(\d{1,5}) ?(?:(m)(?:ins?|inutes?)?|(h)(?:rs?|ours?)?|(d)(?:ays?)?)$/;
const CLOCK = /^(?:(today|tomorrow) ?)?(?:at )?(\d{1,2})(?::([0-5]\d))? ?(am|pm)?$/;
const AMOUNT = /^(?:at )?(?:spend |[$€£¥] ?)(\d{1,6}(?:\.\d{1,2})?)$/;
const IDLE = /^(?:when )?idle (?:for )?(.+)$/;

/** Null: not a time. A plain number below 10 is none: it may mean either half of the day, and is what a shell makes of `$25`. */
function parseClock(text: string, now: number): number | null {
  const [, day, number, minutes, half] = CLOCK.exec(text) ?? [];
  const count = Number(number);
  const isPlain = half === undefined && minutes === undefined && day === undefined;
  const [min, max] = half === undefined ? [isPlain ? 10 : 0, 23] : [1, 12];
  if (number === undefined || count < min || count > max) return null;
  const hours = half === undefined ? count : (count % 12) + (half === 'pm' ? 12 : 0);
  const days = day === 'today' ? [0] : day === 'tomorrow' ? [1] : [0, 1, 2];
  // In the night in which the clock skips that time, an hour later.
  const times = days.map((each) =>
    new Date(now).setHours(24 * each + hours, Number(minutes ?? 0), 0, 0),
  );
  return times.find((at) => at > now) ?? null;
}

function parseDuration(text: string): number | null {
  const [, count, ...units] = DURATION.exec(text) ?? [];
  const ms = Number(count) * (MINUTES[units.join('')] ?? 0) * MINUTE_MS;
  return ms > 0 && ms <= MAX_MS ? ms : null;
}

/**
 * The limit of an auto-stop that is set now; null: not understood.
 * @param text a time of the local clock such as `19:00`, `19`, `7pm` or `tomorrow 9:00`, a duration such as `4h`, `90 min` or
 * `2 days` of at most 31 days, such a duration without work as `idle 1h`, or an amount as `$25` or `spend 25`
 */
export function parseAutoStop(text: string, now: number): AutoStopLimit | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const amount = Number(AMOUNT.exec(typed)?.[1] ?? 0);
  if (amount > 0) return { kind: 'spend', amount, since: now };
  const idle = parseDuration(IDLE.exec(typed)?.[1] ?? '');
  if (idle !== null) return { kind: 'idle', ms: idle, since: now };
  const ms = parseDuration(typed.replace(/^in /, ''));
  if (ms !== null) return { kind: 'time', at: now + ms, ms };
  const at = parseClock(typed, now);
  return at === null ? null : { kind: 'time', at };
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
  'Enter a time such as 7pm, tomorrow 9:00 or 4h, idle 1h, or an amount such as $25 or spend 25.';
