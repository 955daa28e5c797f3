import { accountTag } from '../../shared/accounts/index.ts';
import { type Alert, isLoud, SNOOZES, snoozeEndOf } from '../../shared/alerts/alert.ts';
import {
  accountProblem,
  accountStatus,
  describePollingProblem,
  isBillingOnly,
  isUnreached,
  mayNeedNetworkLogin,
} from '../../shared/domain/index.ts';
import { clockTime } from '../../shared/format/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { action, grouped, submenu, type TrayMenuItem, text } from './menu-item.ts';
import { messages } from './messages.ts';
import { vmItems } from './vm-items.ts';

/** Lines of VMs and problems: with the other seven and two separators, the menu has at most 20. */
const MAX_LINES = 11;
const MAX_PROBLEMS = 3;
const MAX_ALERTS = 5;
const OPEN_PANEL = { kind: 'openPanel', screen: null } as const;
const OPEN_ALERTS = { kind: 'openPanel', screen: { kind: 'alerts' } } as const;

function muteItems({ accountId, vmId, isMuted }: Alert): readonly TrayMenuItem[] {
  if (accountId === null || vmId === null) return [];
  const input = { accountId, vmId, isMuted: !isMuted };
  return [action(isMuted ? messages.unmute : messages.mute, { kind: 'muteVm', input })];
}

/** Without its duration, which would redraw the menu every minute. */
function alertItem(alert: Alert, now: number): TrayMenuItem {
  const label = alert.message;
  const isSnoozed = snoozeEndOf(alert, now) !== null;
  return submenu(isLoud(alert, now) ? label : messages.quiet(label, isSnoozed), [
    ...(isSnoozed ? ([null] as const) : SNOOZES).map((snooze) =>
      action(snooze === null ? messages.wake : messages.snooze[snooze], {
        kind: 'snoozeAlert',
        input: { alertId: alert.id, snooze },
      }),
    ),
    ...muteItems(alert),
    action(messages.showAlerts, OPEN_ALERTS),
  ]);
}

/** A line with the number of alerts, snoozed and muted ones apart. */
function alertItems({ alerts }: AppState, now: number): readonly TrayMenuItem[] {
  if (alerts.length === 0) return [];
  const loud = alerts.filter((alert) => isLoud(alert, now)).length;
  const rest = alerts.length - MAX_ALERTS;
  return [
    submenu(loud === 0 ? messages.quietAlerts(alerts.length) : messages.alerts(loud), [
      ...alerts.slice(0, MAX_ALERTS).map((alert) => alertItem(alert, now)),
      ...(rest > 0 ? [action(messages.moreAlerts(rest), OPEN_ALERTS)] : []),
    ]),
  ];
}

function retriedText(problem: string, at: number | undefined): string {
  return at === undefined ? problem : messages.retrying(problem, clockTime(at));
}

function accountProblems({
  accounts,
  snapshots,
  nextPolls,
  environment,
}: AppState): readonly string[] {
  return accounts.flatMap(({ id }) => {
    const snapshot = snapshots[id];
    if (snapshot === undefined) return [];
    const problem = accountProblem(snapshot);
    // An account is live although its key's scope leaves out VMs or spend, and one failed poll is no outage.
    const status = accountStatus(snapshot);
    if (problem === null || status === 'live' || snapshot.freshness === 'retrying') return [];
    // The headline and the line above say these two.
    if (status === 'signedOut' && accounts.length === 1) return [];
    if (isUnreached(problem) && !environment.isOnline) return [];
    const { short } = describePollingProblem(problem);
    const text = status === 'refused' ? retriedText(short, nextPolls[id]) : short;
    const tag = accountTag(accounts, id);
    return tag === null ? [text] : [messages.ofAccount(tag.short, text)];
  });
}

/** One line per problem; a click opens the panel, which offers the next step. The login page may add another. */
function problemItems(state: AppState): readonly TrayMenuItem[] {
  const problems = [
    ...(state.environment.isOnline ? [] : [messages.offline]),
    ...(state.keychain === 'waiting' ? [messages.waitingForKeychain] : []),
    ...accountProblems(state),
    ...(state.notice === null ? [] : [state.notice]),
  ];
  return problems.slice(0, MAX_PROBLEMS).map((label) => action(label, OPEN_PANEL));
}

/** Opens the login of a network that answers in place of a service. */
function loginPageItems({ accounts, snapshots }: AppState): readonly TrayMenuItem[] {
  const account = accounts.find(({ id }) => {
    const snapshot = snapshots[id];
    const problem = snapshot?.freshness === 'outOfDate' ? accountProblem(snapshot) : null;
    return problem !== null && mayNeedNetworkLogin(problem);
  });
  if (account === undefined) return [];
  const input = { accountId: account.id };
  return [action(messages.openLoginPage, { kind: 'openLoginPage', input })];
}

/** The screens that show VMs and money. */
function screenItems({ accounts, snapshots }: AppState): readonly TrayMenuItem[] {
  if (accounts.length === 0) return [];
  const launch = { kind: 'launch', accountId: null, draft: null } as const;
  const mayLaunch = accounts.some(({ id, can }) => {
    const snapshot = snapshots[id];
    return can.includes('launch') && (snapshot === undefined || !isBillingOnly(snapshot));
  });
  return [
    ...(mayLaunch ? [action(messages.launch, { kind: 'openPanel', screen: launch })] : []),
    action(messages.usage, { kind: 'openPanel', screen: { kind: 'usage', preset: 'month' } }),
  ];
}

/** The tray's menu, at most 20 lines. @param now ms since the epoch */
export function trayMenu(state: AppState, headline: string, now: number): readonly TrayMenuItem[] {
  const problems = [...problemItems(state), ...loginPageItems(state)];
  return grouped([
    [
      action(state.accounts.length > 0 ? messages.open : messages.signIn, OPEN_PANEL),
      text(headline),
      ...problems,
      ...alertItems(state, now),
    ],
    vmItems(state, now, MAX_LINES - problems.length),
    [
      ...screenItems(state),
      action(messages.settings, { kind: 'openPanel', screen: { kind: 'settings' } }),
      action(messages.quit, { kind: 'quit' }),
    ],
  ]);
}
