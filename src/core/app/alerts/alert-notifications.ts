import {
  alertBody,
  alertDuration,
  alertTitle,
  ruleMessages,
} from '../../../shared/alerts/index.ts';
import { canStop } from '../../../shared/operations/index.ts';
import type { Preferences } from '../../../shared/settings/index.ts';
import { type AppState, findAccount, findVm } from '../../../shared/state/index.ts';
import type { OpenEpisode } from '../../alerts/index.ts';
import { isVmMuted } from '../kernel/lookups.ts';
import { stopButton } from '../kernel/notification-text.ts';
import type { Notification } from '../kernel/ports.ts';

/** The button of an alert of a VM that can be stopped from here. */
function stopOf(state: AppState, { accountId, vmId }: OpenEpisode['subject']) {
  const account = findAccount(state, accountId);
  if (account === undefined || vmId === null) return {};
  const vm = findVm(state, { accountId: account.id, vmId });
  if (vm === undefined || !canStop(state, account, vm)) return {};
  const target = { kind: 'vm', accountId: account.id, vmId: vm.id, operation: 'stop' } as const;
  return { button: stopButton(target) };
}

const alertOf = ({ rule, subject: { accountId, vmId } }: OpenEpisode) =>
  [rule, accountId, vmId].join();

const about = ({ subject, ...alert }: OpenEpisode) => ({ ...alert, ...subject });

/** A notification for each alert that opened. */
export function alertNotifications(
  opened: readonly OpenEpisode[],
  state: AppState,
): readonly Notification[] {
  const { preferences } = state;
  const shown = opened.filter(({ subject }) => !isVmMuted(preferences, subject));
  // Those of one poll are one notification, without a button.
  const isAlone = shown.length === 1;
  return shown.map((episode) => {
    const title = alertTitle(about(episode));
    return {
      title,
      body: alertBody(about(episode), preferences),
      batch: { many: 'new alerts', name: title, ratePerHour: null },
      alert: alertOf(episode),
      destination: { kind: 'alerts' },
      ...(isAlone && stopOf(state, episode.subject)),
    };
  });
}

/** A notification for each alert that ended, unless it was snoozed. */
export function endNotifications(
  ended: readonly OpenEpisode[],
  preferences: Preferences,
  now: number,
): readonly Notification[] {
  return ended.flatMap((episode): readonly Notification[] => {
    const { rule, subject, snoozedUntil } = episode;
    const title = ruleMessages[rule].ended?.(subject.name ?? '');
    const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
    if (title === undefined || isSnoozed || isVmMuted(preferences, subject)) return [];
    const duration = alertDuration(episode, now);
    const body = duration === null ? '' : `The alert was open ${duration}.`;
    const batch = { many: 'alerts are over', name: title, ratePerHour: null };
    return [{ title, body, batch, alert: alertOf(episode), destination: { kind: 'alerts' } }];
  });
}
