/**
 * An episode that is going on: it opened once, and closes by itself when its cause has clearly ended. The rate that it opened
 * with is no part of it: by now it is another one, and shown elsewhere.
 */
export interface Alert {
  readonly id: string;
  readonly rule: 'hourlyRate';
  /** Null: all accounts together. */
  readonly accountId: string | null;
  /** ms since the epoch. */
  readonly openedAt: number;
  /** What the rate is above, $/h. */
  readonly limit: number;
  /** Silent until then, ms since the epoch. */
  readonly snoozedUntil: number | null;
}

/** Whether it asks for attention now. @param now ms since the epoch */
export function isLoud({ snoozedUntil }: Alert, now: number): boolean {
  return snoozedUntil === null || snoozedUntil <= now;
}

/** For how long an alert may be snoozed, in minutes. */
export const SNOOZE_MINUTES = [15, 60, 480] as const;
