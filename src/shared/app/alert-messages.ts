import { formatMoney, formatRate, printable } from '../format/index.ts';
import { type Alert, type AlertSubject, alertDuration } from './alert.ts';
import { ALERT_RULES, type AlertRule } from './alert-rules.ts';
import type { Preferences } from './preferences.ts';

// The texts of alerts: those of the tray, the notifications, the Alerts screen and `gpu-tray events`. Core puts what the panel's
// first screen shows into the state, so that the panel does not load this file for it.

interface RuleMessages {
  /** What the user sets, before and after the number. */
  readonly sentence: readonly [before: string, after: string];
  /** Title of its notification, without amounts. */
  readonly title: (name: string) => string;
  /** The same with the limit, for one line of the panel and of the tray. */
  readonly label: (limit: string, name: string) => string;
  /** Title of the notification that it is over; null: none, since something else says it. */
  readonly ended: ((name: string) => string) | null;
  /** What to do. */
  readonly advice: string;
}

/** By rule. `name`: of what it is about, '' for all accounts. */
export const ruleMessages: Readonly<Record<AlertRule, RuleMessages>> = {
  hourlyRate: {
    sentence: ['Hourly rate above', '/h'],
    title: () => 'Hourly rate above your limit',
    label: (limit) => `Above your limit of ${limit}`,
    ended: () => 'Hourly rate back below your limit',
    advice: 'Stop what you no longer need, or raise the limit.',
  },
};

type Shown = Pick<Preferences, 'hideAmounts' | 'currency'>;

/** A figure of a rule, such as `$3.00/h` or `24 h`. */
export function ruleFigure(rule: AlertRule, value: number, currency: string): string {
  switch (ALERT_RULES[rule].unit) {
    case 'rate':
      return printable(formatRate(value, currency));
    default:
      return printable(formatMoney(value, currency));
  }
}

/** What is wrong, without amounts; title of the notification. */
export function alertTitle({ rule, name }: Pick<Alert, 'rule' | 'name'>): string {
  return ruleMessages[rule].title(name ?? '');
}

/** An open alert in a line. */
export function alertMessage(
  alert: Pick<Alert, 'rule' | 'limit' | 'name'>,
  { hideAmounts, currency }: Shown,
): string {
  if (hideAmounts) return alertTitle(alert);
  const limit = ruleFigure(alert.rule, alert.limit, currency);
  return ruleMessages[alert.rule].label(limit, alert.name ?? '');
}

/** The figures with which an alert opened, and its limit; '' where amounts are hidden. */
export function alertDetail(
  { rule, limit, value, isLowerBound }: Pick<Alert, 'rule' | 'limit'> & AlertSubject,
  { hideAmounts, currency }: Shown,
): string {
  if (hideAmounts || value === null) return '';
  const figure = `${isLowerBound ? 'At least ' : ''}${ruleFigure(rule, value, currency)}`;
  return `${figure}, limit ${ruleFigure(rule, limit, currency)}`;
}

/** A closed alert as a line of the list of earlier events. */
export function pastAlertMessage(
  alert: Pick<Alert, 'rule' | 'limit' | 'openedAt' | 'name'> & { readonly at: number },
  { hideAmounts, currency }: Shown,
): string {
  const limit = hideAmounts ? '' : ` of ${ruleFigure(alert.rule, alert.limit, currency)}`;
  const duration = alertDuration(alert, alert.at);
  return `${alertTitle(alert)}${limit}${duration === null ? '' : ` ${duration}`}`;
}
