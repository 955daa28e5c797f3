import { snoozeEndOf } from '../../../shared/alerts/alert.ts';
import { alertDuration, minutesOf } from '../../../shared/alerts/alert-duration.ts';
import {
  alertBody,
  alertOwner,
  alertTitle,
  balanceUsedUp,
  ruleMessages,
} from '../../../shared/alerts/alert-messages.ts';
import { formatTotalRate, MINUTE_MS } from '../../../shared/format/index.ts';
import { canStop } from '../../../shared/operations/index.ts';
import { lackOf } from '../../../shared/providers/providers.ts';
import { type AppState, findAccount, findVm } from '../../../shared/state/index.ts';
import { figuresOf } from '../../../shared/usage/index.ts';
import type { FiringAlert } from '../../alerts/index.ts';
import { isVmMuted } from '../kernel/lookups.ts';
import { stopButton } from '../kernel/notification-text.ts';
import type { Notification, NotificationButton } from '../kernel/ports.ts';

/** Opens the stop of an alert's VM, where that can be stopped from here. */
function stopOf(state: AppState, { accountId, vmId }: FiringAlert['subject']) {
  const account = findAccount(state, accountId);
  if (account === undefined || vmId === null) return [];
  const vm = findVm(state, { accountId: account.id, vmId });
  if (vm === undefined || !canStop(state, account, vm)) return [];
  const target = { kind: 'vm', accountId: account.id, vmId: vm.id, operation: 'stop' } as const;
  return [stopButton(target)];
}

function snoozeButton({ id }: FiringAlert): NotificationButton {
  const input = { alertId: id, snooze: 'hour' } as const;
  return { label: 'Snooze 1 h', action: { kind: 'snoozeAlert', input } };
}

/** The alert with the last known rate of an account without data. */
function about({ subject, ...alert }: FiringAlert, state: AppState) {
  const found = { ...alert, ...subject };
  if (alert.rule !== 'noData' || subject.accountId === null) return found;
  const { spend } = state.snapshots[subject.accountId] ?? {};
  return { ...found, ratePerHour: spend?.value?.perHour ?? null };
}

/** The sentence in place of a stop, where no account that the alert is about has one; null: one has. */
function noStopOf({ accounts }: AppState, { accountId }: FiringAlert['subject']): string | null {
  const concerned = accounts.filter(({ id }) => accountId === null || id === accountId);
  const lacks = concerned.map((account) => lackOf(account, 'stop'));
  return lacks.includes(null) ? null : (lacks[0]?.text ?? null);
}

const topicOf = ({ rule }: FiringAlert) => (rule === 'noData' ? 'data' : 'money');

const alertOf = ({ rule, subject: { accountId, vmId } }: FiringAlert) =>
  [rule, accountId, vmId].join();

export function alertNotifications(
  opened: readonly FiringAlert[],
  state: AppState,
): readonly Notification[] {
  const { accounts, preferences, balances } = state;
  const shown = opened.filter(({ subject }) => !isVmMuted(preferences, subject));
  // Those of one poll are one notification, without buttons.
  const isAlone = shown.length === 1;
  return shown.map((alert) => {
    const found = about(alert, state);
    const balance = balances[found.accountId ?? ''];
    const title = balanceUsedUp(alert, balance, preferences) ?? alertTitle(found);
    return {
      title,
      body: alertBody(found, preferences, alertOwner(accounts, found), noStopOf(state, found)),
      batch: { many: 'new alerts', name: title, ratePerHour: null },
      alert: alertOf(alert),
      at: alert.openedAt,
      topic: topicOf(alert),
      destination: { kind: 'alerts' },
      subject: alert.subject,
      ...(isAlone && { buttons: [...stopOf(state, alert.subject), snoozeButton(alert)] }),
    };
  });
}

/** A notification for each alert that ended, unless it was snoozed: where the desktop tells that in another way, a message only. */
export function endNotifications(
  ended: readonly FiringAlert[],
  state: AppState,
  now: number,
): readonly Notification[] {
  if (ended.length === 0) return [];
  const { accounts, preferences } = state;
  const { ratePerHour, isAtLeast } = figuresOf(state);
  const rate =
    preferences.hideAmounts || ratePerHour === null
      ? ''
      : `${formatTotalRate(ratePerHour, isAtLeast)} now. `;
  return ended.flatMap((alert): readonly Notification[] => {
    const { rule, subject, openedAt } = alert;
    const isOnly = rule === 'noData' && accounts.length < 2;
    // The alert opened after some time without data.
    const lasted = now - openedAt + (subject.value ?? 0) * MINUTE_MS;
    const name = isOnly ? '' : (subject.name ?? '');
    const told = ruleMessages[rule].ended?.(name, minutesOf(lasted) ?? 'a moment');
    const title = told ?? `Over: ${alertTitle({ rule, limit: alert.limit, name })}`;
    const isSnoozed = snoozeEndOf(alert, now) !== null;
    if (isSnoozed || isVmMuted(preferences, subject)) return [];
    const duration = alertDuration(alert, now);
    const owner = alertOwner(accounts, subject);
    const body = [
      owner === null ? '' : `${owner}. `,
      rate,
      duration === null ? '' : `The alert was open ${duration}.`,
    ].join('');
    const batch = { many: 'alerts are over', name: title, ratePerHour: null };
    const destination = { kind: 'alerts' } as const;
    return [
      {
        title,
        body: body.trim(),
        batch,
        alert: alertOf(alert),
        isOver: true,
        isMessageOnly: told === undefined,
        topic: topicOf(alert),
        destination,
        subject,
      },
    ];
  });
}
