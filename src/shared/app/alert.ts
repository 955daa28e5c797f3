import { formatDuration, formatRate, printable } from '../format/index.ts';
import type { Preferences } from './preferences.ts';

/** An open alert. */
export interface Alert {
  readonly id: string;
  readonly rule: 'hourlyRate';
  /** Null: all accounts together. */
  readonly accountId: string | null;
  /** ms since the epoch. */
  readonly openedAt: number;
  /** The limit when it opened, $/h. */
  readonly limit: number;
  /** ms since the epoch; null: not snoozed. */
  readonly snoozedUntil: number | null;
}

/** The choices for a snooze, in minutes. */
export const SNOOZE_MINUTES = [15, 60, 480] as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Whether the alert is not snoozed. @param now ms since the epoch */
export function isLoud({ snoozedUntil }: Alert, now: number): boolean {
  return snoozedUntil === null || snoozedUntil <= now;
}

const TITLES: Readonly<Record<Alert['rule'], string>> = {
  hourlyRate: 'Hourly rate above your limit',
};

/** Whether a text names a rule of this version. */
export function isAlertRule(text: unknown): text is Alert['rule'] {
  return typeof text === 'string' && Object.hasOwn(TITLES, text);
}

/** The label of an alert without amounts; title of its notification. */
export function alertTitle({ rule }: Pick<Alert, 'rule'>): string {
  return TITLES[rule];
}

/** The label of an open alert in the panel and the tray. */
export function alertMessage(
  alert: Pick<Alert, 'rule' | 'limit'>,
  { hideAmounts, currency }: Pick<Preferences, 'hideAmounts' | 'currency'>,
): string {
  if (hideAmounts) return alertTitle(alert);
  return `Above your limit of ${printable(formatRate(alert.limit, currency))}`;
}

/** The value with which an alert opened, and its limit: the text of its notification. */
export function alertDetail(
  { limit }: Pick<Alert, 'limit'>,
  { value, isLowerBound }: { readonly value: number; readonly isLowerBound: boolean },
  currency: string,
): string {
  const rate = `${isLowerBound ? 'At least ' : ''}${formatRate(value, currency)}`;
  return printable(`${rate}, limit ${formatRate(limit, currency)}`);
}

/** How long the alert has been open, e.g. `for 12 min`; null: less than a minute. @param now ms since the epoch */
export function alertDuration({ openedAt }: Pick<Alert, 'openedAt'>, now: number): string | null {
  const ms = now - openedAt;
  if (ms < MINUTE) return null;
  return ms < HOUR ? `for ${Math.floor(ms / MINUTE)} min` : `for ${formatDuration(ms)}`;
}

/** A closed alert as a line of the list of earlier events. */
export function pastAlertMessage(
  alert: Pick<Alert, 'rule' | 'limit' | 'openedAt'> & { readonly at: number },
  { hideAmounts, currency }: Pick<Preferences, 'hideAmounts' | 'currency'>,
): string {
  const limit = hideAmounts ? '' : ` of ${printable(formatRate(alert.limit, currency))}`;
  const duration = alertDuration(alert, alert.at);
  return `${alertTitle(alert)}${limit}${duration === null ? '' : ` ${duration}`}`;
}

/** Something that happened, for the list of earlier events. `at`: ms since the epoch. */
export type PastEvent =
  | {
      readonly kind: 'vm';
      readonly at: number;
      readonly accountId: string;
      readonly vmId: string;
      readonly name: string;
      /** After the name, such as `was interrupted`. */
      readonly what: string;
    }
  /** An alert that closed. */
  | ({ readonly kind: 'alert'; readonly at: number } & Pick<Alert, 'rule' | 'limit' | 'openedAt'>);
