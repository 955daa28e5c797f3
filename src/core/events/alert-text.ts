import { alertDuration, minutesOf } from '../../shared/alerts/alert.ts';
import {
  alertDetail,
  alertOwner,
  alertTitle,
  balanceUsedUp,
  ruleMessages,
} from '../../shared/alerts/alert-messages.ts';
import type { AlertRule } from '../../shared/alerts/alert-rules.ts';
import { formatRate, MINUTE_MS } from '../../shared/format/index.ts';
import { canStop } from '../../shared/operations/operations.ts';
import { lackOf } from '../../shared/providers/providers.ts';
import { type AppState, findAccount, findVm } from '../../shared/state/index.ts';
import { figuresOf, shownRate } from '../../shared/usage/figures.ts';
import type { FiringAlert } from '../alerts/index.ts';
import type { AlertEvent } from './event.ts';
import type { EventWords, NotificationButton } from './notification.ts';
import { stopButton } from './text-parts.ts';

/** The rules whose advice is a stop. */
const STOPS: readonly AlertRule[] = [
  ...(['hourlyRate', 'accountRate', 'spendToday', 'monthForecast'] as const),
  ...(['runningLong', 'idle', 'finished'] as const),
];

type Found = Omit<FiringAlert, 'subject'> & FiringAlert['subject'];

/** Opens the stop of an alert's VM, where that can be stopped from here. */
function stopOf(state: AppState, { accountId, vmId }: Found) {
  const account = findAccount(state, accountId);
  const vm = account && findVm(state, { accountId: account.id, vmId: vmId ?? '' });
  if (!account || !vm || !canStop(state, account, vm)) return [];
  return [stopButton({ kind: 'vm', accountId: account.id, vmId: vm.id, operation: 'stop' })];
}

function snoozeButton({ id }: Found): NotificationButton {
  const input = { alertId: id, snooze: 'hour' } as const;
  return { label: 'Snooze 1 h', action: { kind: 'snoozeAlert', input } };
}

/** The sentence in place of a stop, where no account of the alert has a stop; null: an account has a stop. */
function noStopOf({ accounts }: AppState, { accountId }: Found): string | null {
  const concerned = accounts.filter(({ id }) => accountId === null || id === accountId);
  const lacks = concerned.map((account) => lackOf(account, 'stop'));
  return lacks.includes(null) ? null : (lacks[0]?.text ?? null);
}

function openedText(alert: Found, state: AppState): EventWords {
  const { accounts, preferences, balances, snapshots } = state;
  const { rule, accountId, ratePerHour } = alert;
  const spend = snapshots[accountId ?? '']?.spend.value ?? null;
  const lastKnown = rule === 'noData' && accountId !== null ? shownRate(spend) : ratePerHour;
  const found = { ...alert, ratePerHour: lastKnown };
  const usedUp = balanceUsedUp(alert, balances[accountId ?? ''], preferences);
  const facts = [alertDetail(found, preferences), alertOwner(accounts, alert)].filter(Boolean);
  const { advice } = ruleMessages[rule];
  const next = STOPS.includes(rule) ? (noStopOf(state, alert) ?? advice) : advice;
  return {
    title: usedUp ?? alertTitle(alert),
    body: facts.length === 0 ? next : `${facts.join(' · ')}. ${next}`,
    buttons: [...stopOf(state, alert), snoozeButton(alert)],
  };
}

/** The end of an alert is notified on the desktop where the tray does not show it. */
export const hasEndText = ({ rule }: Pick<AlertEvent, 'rule'>) =>
  ruleMessages[rule].ended !== undefined;

function closedText(alert: Found, state: AppState, closedAt: number): EventWords {
  const { accounts, preferences } = state;
  const { rule, value, openedAt, limit } = alert;
  const { shownRate: perHour, isAtLeast } = figuresOf(state);
  const isShown = !preferences.hideAmounts && perHour !== null;
  const name = rule === 'noData' && accounts.length < 2 ? '' : (alert.name ?? '');
  // The alert opened after some time without data.
  const lasted = closedAt - openedAt + (value ?? 0) * MINUTE_MS;
  const title =
    ruleMessages[rule].ended?.(name, minutesOf(lasted) ?? 'a moment') ??
    `Ended: ${alertTitle({ rule, limit, name })}`;
  const duration = alertDuration(alert, closedAt);
  const owner = alertOwner(accounts, alert);
  const sentences = [
    owner === null ? [] : `${owner}.`,
    isShown ? `${formatRate(perHour, isAtLeast)} now.` : [],
    duration === null ? [] : `The alert was open ${duration}.`,
  ];
  return { title, body: sentences.flat().join(' ') };
}

export function alertText(event: AlertEvent, state: AppState): EventWords {
  const { kind, at, alert } = event;
  if (alert === undefined) return { title: alertTitle(event), body: '' };
  const found = { ...alert, ...alert.subject };
  return kind === 'alertOpened' ? openedText(found, state) : closedText(found, state, at);
}
