import { accountTag } from '../../shared/accounts/index.ts';
import { type Alert, isLoud, isSnoozedAt, SNOOZES } from '../../shared/alerts/index.ts';
import {
  accountProblem,
  accountStatus,
  describePollingProblem,
  isBillingOnly,
  isUnreached,
  mayNeedNetworkLogin,
} from '../../shared/domain/index.ts';
import { formatMoney, MINUTE_MS } from '../../shared/format/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { balanceLabel, costThisMonth, costToday, monthName } from '../../shared/usage/index.ts';
import { action, checkbox, grouped, submenu, type TrayMenuItem, text } from './menu-item.ts';
import { messages } from './messages.ts';
import { vmGroups } from './vm-items.ts';

/** The panel lists the rest. */
const MAX_ALERTS = 5;
const MAX_PROBLEMS = 5;
const OPEN_PANEL = { kind: 'openPanel', screen: null } as const;
const OPEN_LAUNCH = {
  kind: 'openPanel',
  screen: { kind: 'launch', accountId: null, draft: null },
} as const;
const OPEN_ALERTS = { kind: 'openPanel', screen: { kind: 'alerts' } } as const;

function muteItems({ accountId, vmId, isMuted }: Alert): readonly TrayMenuItem[] {
  if (accountId === null || vmId === null) return [];
  const input = { accountId, vmId, isMuted: !isMuted };
  return [action(isMuted ? messages.unmute : messages.mute, { kind: 'muteVm', input })];
}

/** Without its duration, which would redraw the menu every minute. */
function alertItem(alert: Alert, now: number): TrayMenuItem {
  const label = alert.message;
  const isSnoozed = isSnoozedAt(alert, now);
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

function alertItems({ alerts }: AppState, now: number): readonly TrayMenuItem[] {
  const rest = alerts.length - MAX_ALERTS;
  return [
    ...alerts.slice(0, MAX_ALERTS).map((alert) => alertItem(alert, now)),
    ...(rest > 0 ? [action(messages.moreAlerts(rest), OPEN_ALERTS)] : []),
  ];
}

function accountProblems({ accounts, snapshots, environment }: AppState): readonly string[] {
  return accounts.flatMap(({ id }) => {
    const snapshot = snapshots[id];
    if (snapshot === undefined) return [];
    const problem = accountProblem(snapshot);
    // An account is live although its key's scope leaves out VMs or spend, and one failed poll is no outage.
    if (problem === null || accountStatus(snapshot) === 'live') return [];
    if (snapshot.freshness === 'retrying') return [];
    // The headline and the line above say these two.
    if (accountStatus(snapshot) === 'signedOut' && accounts.length === 1) return [];
    if (isUnreached(problem) && !environment.isOnline) return [];
    const { short } = describePollingProblem(problem);
    const tag = accountTag(accounts, id);
    return tag === null ? [short] : [messages.ofAccount(tag.short, short)];
  });
}

/** One line per problem; a click opens the panel, which offers the next step. */
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

/** The costs grow with every second, and a menu that changes closes on Linux. */
const COST_STEP_MS = 5 * MINUTE_MS;

/** The costs of today and of the month; none while both are unknown or amounts are hidden. */
function costItems(
  { costs, measuredToday, preferences }: AppState,
  now: number,
): readonly TrayMenuItem[] {
  const at = Math.floor(now / COST_STEP_MS) * COST_STEP_MS;
  const today = costToday(measuredToday ?? costs.today, at);
  const month = costThisMonth(costs.month, at);
  if (preferences.hideAmounts || (today === null && month === null)) return [];
  const money = (amount: number | null) => formatMoney(amount, preferences.currency);
  const ofToday = measuredToday !== null ? messages.measured(money(today)) : money(today);
  return [text(messages.costs(ofToday, monthName(at), money(month)))];
}

function balanceItems(state: AppState): readonly TrayMenuItem[] {
  return state.accounts.flatMap((account) => {
    const label = balanceLabel(state, account);
    if (label === null) return [];
    const tag = accountTag(state.accounts, account.id);
    return text(tag === null ? label : messages.ofAccount(tag.short, label));
  });
}

/** The tray's menu. @param now ms since the epoch */
export function trayMenu(state: AppState, headline: string, now: number): readonly TrayMenuItem[] {
  const hasAccounts = state.accounts.length > 0;
  const mayLaunch = state.accounts.some(({ id }) => {
    const snapshot = state.snapshots[id];
    return snapshot === undefined || !isBillingOnly(snapshot);
  });
  const { hideAmounts } = state.preferences;
  const input = { hideAmounts: !hideAmounts };
  return grouped([
    [
      text(headline),
      ...costItems(state, now),
      ...balanceItems(state),
      ...problemItems(state),
      ...loginPageItems(state),
    ],
    alertItems(state, now),
    ...vmGroups(state, now),
    [
      ...(mayLaunch ? [action(messages.launch, OPEN_LAUNCH)] : []),
      ...(hasAccounts
        ? [
            action(messages.refresh, { kind: 'refresh', input: { accountId: null } }),
            checkbox(messages.hideAmounts, hideAmounts, { kind: 'changePreferences', input }),
          ]
        : []),
      action(hasAccounts ? messages.open : messages.signIn, OPEN_PANEL),
      action(messages.settings, { kind: 'openPanel', screen: { kind: 'settings' } }),
    ],
    [action(messages.quit, { kind: 'quit' })],
  ]);
}
