import {
  alertBody,
  alertDuration,
  alertTitle,
  ruleMessages,
} from '../../../shared/alerts/index.ts';
import { canStop } from '../../../shared/operations/index.ts';
import type { Preferences } from '../../../shared/settings/index.ts';
import { type AppState, findAccount, findVm } from '../../../shared/state/index.ts';
import type { FiringAlert } from '../../alerts/index.ts';
import { isVmMuted } from '../kernel/lookups.ts';
import { stopButton } from '../kernel/notification-text.ts';
import type { Notification } from '../kernel/ports.ts';

/** The button of an alert of a VM that can be stopped from here. */
function stopOf(state: AppState, { accountId, vmId }: FiringAlert['subject']) {
  const account = findAccount(state, accountId);
  if (account === undefined || vmId === null) return {};
  const vm = findVm(state, { accountId: account.id, vmId });
  if (vm === undefined || !canStop(state, account, vm)) return {};
  const target = { kind: 'vm', accountId: account.id, vmId: vm.id, operation: 'stop' } as const;
  return { button: stopButton(target) };
}

const alertOf = ({ rule, subject: { accountId, vmId } }: FiringAlert) =>
  [rule, accountId, vmId].join();

const about = ({ subject, ...alert }: FiringAlert) => ({ ...alert, ...subject });

/** A notification for each alert that opened. */
export function alertNotifications(
  opened: readonly FiringAlert[],
  state: AppState,
): readonly Notification[] {
  const { preferences } = state;
  const shown = opened.filter(({ subject }) => !isVmMuted(preferences, subject));
  // Those of one poll are one notification, without a button.
  const isAlone = shown.length === 1;
  return shown.map((alert) => {
    const title = alertTitle(about(alert));
    return {
      title,
      body: alertBody(about(alert), preferences),
      batch: { many: 'new alerts', name: title, ratePerHour: null },
      alert: alertOf(alert),
      destination: { kind: 'alerts' },
      ...(isAlone && stopOf(state, alert.subject)),
    };
  });
}

/** A notification for each alert that ended, unless it was snoozed. */
export function endNotifications(
  ended: readonly FiringAlert[],
  preferences: Preferences,
  now: number,
): readonly Notification[] {
  return ended.flatMap((alert): readonly Notification[] => {
    const { rule, subject, snoozedUntil } = alert;
    const title = ruleMessages[rule].ended?.(subject.name ?? '');
    const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
    if (title === undefined || isSnoozed || isVmMuted(preferences, subject)) return [];
    const duration = alertDuration(alert, now);
    const body = duration === null ? '' : `The alert was open ${duration}.`;
    const batch = { many: 'alerts are over', name: title, ratePerHour: null };
    return [{ title, body, batch, alert: alertOf(alert), destination: { kind: 'alerts' } }];
  });
}
