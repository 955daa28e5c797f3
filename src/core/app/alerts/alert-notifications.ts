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
import { batched } from '../kernel/deliver.ts';
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

/** A notification for each alert that opened, or one for many. */
export function alertNotifications(
  opened: readonly OpenEpisode[],
  state: AppState,
  maxSingle?: number,
): readonly Notification[] {
  const { preferences } = state;
  return batched<OpenEpisode>(
    opened.filter(({ subject }) => !isVmMuted(preferences, subject)),
    {
      titleOf: (episode) => alertTitle(about(episode)),
      single: (episode, title) => ({
        title,
        body: alertBody(about(episode), preferences),
        alert: alertOf(episode),
        destination: { kind: 'alerts' },
        ...stopOf(state, episode.subject),
      }),
      summary: (count) => `${count} new alerts`,
      destination: { kind: 'alerts' },
    },
    maxSingle,
  );
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
    return [{ title, body, alert: alertOf(episode), destination: { kind: 'alerts' } }];
  });
}
