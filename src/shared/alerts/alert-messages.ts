import { ownerName } from '../accounts/account-names.ts';
import { exactMoney, formatLimit, formatMoney, formatRate } from '../format/index.ts';
import type { Alert } from './alert.ts';
import { ALERT_RULES, type AlertRule, isAmountRule, type RuleUnit } from './alert-rules.ts';
import type { AlertSubject } from './recorded-event.ts';

// The texts of alerts: those of the tray, the notifications, the Alerts screen and `gpu-tray events`. Core puts what the panel's
// first screen shows into the state, so that the panel does not load this file for it.

interface RuleMessages {
  readonly sentence: readonly [before: string, after: string];
  readonly hint?: string;
  /** Notification title without amounts. `limit`: '' where it is an amount. */
  readonly title: (name: string, limit: string) => string;
  /** Notification title at the alert's end; default: only a message reports the end, since the desktop shows it in another way. `lasted`: time without data. */
  readonly ended?: (name: string, lasted: string) => string;
  readonly advice: string;
}

const STOP = 'Stop what you no longer need, or raise the limit.';

const TOP_UP = 'Add funds in the console, or stop what you no longer need.';

/** `name`: of the VM, VMs or account. */
export const ruleMessages: Readonly<Record<AlertRule, RuleMessages>> = {
  hourlyRate: {
    sentence: ['Hourly rate above', '/h'],
    hint: 'All accounts together.',
    title: () => 'Hourly rate above your limit',
    ended: () => 'Hourly rate back below your limit',
    advice: STOP,
  },
  accountRate: {
    sentence: ['Account rate above', '/h'],
    title: (name) => `Hourly rate of ${name} above your limit`,
    ended: (name) => `Hourly rate of ${name} back below your limit`,
    advice: STOP,
  },
  spendToday: {
    sentence: ['Daily cost above', ''],
    hint: 'Days are in UTC.',
    title: () => 'Today’s cost above your limit',
    advice: STOP,
  },
  monthForecast: {
    sentence: ['Monthly forecast above', ''],
    hint: 'At the current rate.',
    title: () => 'Monthly forecast above your limit',
    ended: () => 'Monthly forecast back below your limit',
    advice: STOP,
  },
  balanceLow: {
    sentence: ['Account balance below', ''],
    title: (name) => `Balance of ${name} below your limit`,
    ended: (name) => `Balance of ${name} back above your limit`,
    advice: TOP_UP,
  },
  balanceEnds: {
    sentence: ['Balance runs out within', 'h'],
    hint: 'At the current rate.',
    title: (name, limit) => `Balance of ${name} runs out within ${limit}`,
    ended: (name) => `Balance of ${name} is no longer running out`,
    advice: TOP_UP,
  },
  runningLong: {
    sentence: ['Running longer than', 'h'],
    hint: 'Not for reserved or muted VMs.',
    title: (name, limit) => `Running longer than ${limit}: ${name}`,
    advice: 'Stop what you no longer need.',
  },
  idle: {
    sentence: ['Idle longer than', 'h'],
    hint: 'No GPU load, or low CPU and RAM.',
    title: (name, limit) => `Idle longer than ${limit}: ${name}`,
    advice: 'Stop it if it has finished.',
  },
  finished: {
    sentence: ['Looks finished', ''],
    hint: 'GPUs above 60 % for 30 min, then below 5 % for 10 min.',
    title: (name) => `${name} looks finished`,
    advice:
      'Its GPUs were busy and have done nothing for 10 min. Stop it if you no longer need it.',
  },
  stuck: {
    sentence: ['Billed but stuck', ''],
    hint: 'Crashed, frozen, locked, starting for 15 min, or without its GPU.',
    title: (name) => `Stuck and still billed: ${name}`,
    advice: 'Open its details for options. Unlock a locked VM in the console.',
  },
  stoppedBilled: {
    sentence: ['Weekly reminder: stopped VMs still billed', ''],
    hint: 'Disks of VMs stopped for over a day.',
    title: (name) => `Stopped and still billed: ${name}`,
    advice: 'Destroy what you no longer need: disks are billed until then.',
  },
  contractEnds: {
    sentence: ['Contract ends', ''],
    hint: '3 days and 1 day before.',
    title: (name) => `Contract ends soon: ${name}`,
    advice: 'Copy your data, or extend the contract in the console.',
  },
  noData: {
    sentence: ['Account not updating for', 'min'],
    hint: 'While the computer is awake and online.',
    title: (name) => `No fresh data from ${name}`,
    ended: (name, lasted) => `${name === '' ? 'Back' : `${name} back`} up to date after ${lasted}`,
    advice: 'VMs may be running and billed. Open GPU Tray to see what is wrong.',
  },
};

const FIGURES: Readonly<Record<RuleUnit, (value: number, isAtLeast: boolean) => string>> = {
  rate: formatRate,
  money: formatMoney,
  hours: (value) => `${Number(value.toFixed(1))} h`,
  minutes: (value) => `${Math.round(value)} min`,
};

/** A figure of a rule, such as `$3.00/h` or `24 h`; '' for a rule without a number. */
export function ruleFigure(rule: AlertRule, value: number, isAtLeast = false): string {
  const { unit } = ALERT_RULES[rule];
  return unit === null ? '' : FIGURES[unit](value, isAtLeast);
}

interface Named extends Pick<Alert, 'rule' | 'limit'> {
  readonly name?: string | null | undefined;
}

/** Instead of the title of an alert about the balance; null: some is left. @param balance of its account, $ */
export function balanceUsedUp(
  { rule }: Pick<Alert, 'rule'>,
  balance: number | null | undefined,
): string | null {
  const isBalance = rule === 'balanceLow' || rule === 'balanceEnds';
  if (!isBalance || typeof balance !== 'number' || balance > 0) return null;
  return `Balance used up: ${formatMoney(balance)}`;
}

export function alertTitle({ rule, name, limit }: Named): string {
  return ruleMessages[rule].title(name ?? '', isAmountRule(rule) ? '' : ruleFigure(rule, limit));
}

/** As the user typed it. */
export function limitFigure(rule: AlertRule, limit: number): string {
  if (!isAmountRule(rule)) return ruleFigure(rule, limit);
  return `${formatLimit(limit)}${ALERT_RULES[rule].unit === 'rate' ? '/h' : ''}`;
}

/** The account of an alert about a VM, where there are several. The name of an alert about an account is that of the account. */
export function alertOwner(
  accounts: Parameters<typeof ownerName>[0],
  { accountId, vmId }: Pick<AlertSubject, 'accountId' | 'vmId'>,
): string | null {
  return accountId === null || vmId === null ? null : ownerName(accounts, accountId);
}

/** `$21.36/h, limit $20`; in full where rounding would hide the difference. */
export function comparedFigures(
  rule: AlertRule,
  value: number,
  limit: number,
  isAtLeast: boolean,
): string {
  const rounding = value < 1e6 ? 1 : value / 10;
  const isRounded = value >= 100 && Math.abs(value - limit) < rounding;
  const exact = exactMoney(isAtLeast ? Math.floor(value * 100) / 100 : value);
  const figure = isRounded
    ? `${isAtLeast ? '≥ ' : ''}${exact}${ALERT_RULES[rule].unit === 'rate' ? '/h' : ''}`
    : ruleFigure(rule, value, isAtLeast);
  return `${figure}, limit ${formatLimit(limit)}`;
}

/** The figures with which an alert opened, such as `$5.40/h, limit $5.00/h`. */
export function alertDetail(alert: Named & AlertSubject): string {
  const { rule, limit, value, isLowerBound, ratePerHour, reason } = alert;
  const isRate = ALERT_RULES[rule].unit === 'rate';
  const rate = ratePerHour === null ? null : formatRate(ratePerHour, isLowerBound && !isRate);
  const parts = [
    value !== null && isAmountRule(rule) ? comparedFigures(rule, value, limit, isLowerBound) : null,
    isRate && reason !== null && rate !== null ? `${reason} ${rate}` : reason,
    isRate || rate === null ? null : `${rule === 'noData' ? 'last known ' : ''}${rate}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** One line of the panel, the tray and the history: the title, with the limit also where it is an amount. */
export function alertLine(alert: Named): string {
  const limit = isAmountRule(alert.rule) ? ` of ${limitFigure(alert.rule, alert.limit)}` : '';
  return `${alertTitle(alert)}${limit}`;
}
