import { formatDuration, HOUR_MS, MINUTE_MS } from '../format/index.ts';
import type { AlertRule } from './alert-rules.ts';
import type { AlertSubject, RecordedEvent } from './recorded-event.ts';

export interface Alert extends AlertSubject {
  readonly id: string;
  readonly rule: AlertRule;
  readonly openedAt: number;
  /** The limit when it opened, in the rule's unit. */
  readonly limit: number;
  /** ms since the epoch; null: not snoozed. */
  readonly snoozedUntil: number | null;
  readonly isMuted: boolean;
  /** One line, without amounts where they are hidden. */
  readonly message: string;
}

export const SNOOZES = ['hour', 'tomorrow'] as const;
/** `ended`: until the alert ends. */
export type Snooze = (typeof SNOOZES)[number] | 'ended';

/** The end of a snooze that lasts as long as its alert: the last time of a `Date`. */
export const UNTIL_ENDED = 8.64e15;

/** When the alert's snooze ends; null: it is not snoozed. @param now ms since the epoch */
export function snoozeEndOf(
  { snoozedUntil }: Pick<Alert, 'snoozedUntil'>,
  now: number,
): number | null {
  return snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : null;
}

/** Those that are neither snoozed nor muted. @param now ms since the epoch */
export function loudAlerts(alerts: readonly Alert[], now: number): readonly Alert[] {
  return alerts.filter((alert) => !alert.isMuted && snoozeEndOf(alert, now) === null);
}

/** `12 min`; null: less than a minute. */
export function minutesOf(ms: number): string | null {
  if (ms < MINUTE_MS) return null;
  return ms < HOUR_MS ? `${Math.floor(ms / MINUTE_MS)} min` : formatDuration(ms);
}

/** How long the alert has been open, e.g. `for 12 min`; null: less than a minute. @param now ms since the epoch */
export function alertDuration({ openedAt }: Pick<Alert, 'openedAt'>, now: number): string | null {
  const minutes = minutesOf(now - openedAt);
  return minutes === null ? null : `for ${minutes}`;
}

export type RecentEvent = Extract<RecordedEvent, { kind: 'vm' | 'alertClosed' }>;

export interface AlertsSlice {
  readonly alerts: readonly Alert[];
  /** The last events, newest first. */
  readonly recentEvents: readonly RecentEvent[];
}
