import type { AlertRule } from './alert-rules.ts';

export interface AlertSubject {
  /** Null: all accounts together. */
  readonly accountId: string | null;
  readonly vmId: string | null;
  /** Displayed name of the VM, VMs or account; null: all accounts together. */
  readonly name: string | null;
  /** The figure that was compared, in the rule's unit; null: an earlier version did not keep it. */
  readonly value: number | null;
  /** Some data was missing and could only add to `value`. */
  readonly isLowerBound: boolean;
  /** $/h; null: unknown, or the figure says it. */
  readonly ratePerHour: number | null;
  /** Further figures, such as the load; no amounts. Null: none. */
  readonly reason: string | null;
}

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
export type Snooze = (typeof SNOOZES)[number];

/** When the alert's snooze ends; null: it is not snoozed. @param now ms since the epoch */
export function snoozeEndOf(
  { snoozedUntil }: Pick<Alert, 'snoozedUntil'>,
  now: number,
): number | null {
  return snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : null;
}

/** Whether the alert is neither snoozed nor muted. @param now ms since the epoch */
export function isLoud(alert: Pick<Alert, 'snoozedUntil' | 'isMuted'>, now: number): boolean {
  return !alert.isMuted && snoozeEndOf(alert, now) === null;
}

/** The counted alerts. @param now ms since the epoch */
export function loudAlerts(alerts: readonly Alert[], now: number): readonly Alert[] {
  return alerts.filter((alert) => isLoud(alert, now));
}

/** An earlier event. `at`: ms since the epoch. */
export type RecentEvent =
  | {
      readonly kind: 'vm';
      readonly at: number;
      readonly accountId: string;
      readonly vmId: string;
      readonly name: string;
      /** After the name, such as `was interrupted`. */
      readonly what: string;
    }
  | ({ readonly kind: 'alert'; readonly at: number } & Pick<
      Alert,
      'rule' | 'limit' | 'openedAt' | 'name'
    >);

export interface AlertsSlice {
  readonly alerts: readonly Alert[];
  /** The last events, newest first. */
  readonly recentEvents: readonly RecentEvent[];
}

export const INITIAL_ALERTS: AlertsSlice = { alerts: [], recentEvents: [] };
