import { type Alert, loudAlerts, SNOOZES } from '../../shared/alerts/alert.ts';
import { launchObstacle } from '../../shared/launch/launch-obstacle.ts';
import type { Issue } from '../../shared/polling/issues.ts';
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

/** Without its duration, which would redraw the menu every minute. */
const alertItem = ({ id, message }: Alert): TrayMenuItem =>
  submenu(message, [
    ...SNOOZES.map((snooze) =>
      action(messages.snooze[snooze], {
        kind: 'snoozeAlert',
        input: { alertId: id, snooze },
      }),
    ),
    action(messages.showAlerts, OPEN_ALERTS),
  ]);

/** A line with the number of alerts, without snoozed and muted ones. */
function alertItems({ alerts }: AppState, now: number): readonly TrayMenuItem[] {
  const loud = loudAlerts(alerts, now);
  if (loud.length === 0) return [];
  const rest = loud.length - MAX_ALERTS;
  return [
    submenu(messages.alerts(loud.length), [
      ...loud.slice(0, MAX_ALERTS).map(alertItem),
      ...(rest > 0 ? [action(messages.moreAlerts(rest), OPEN_ALERTS)] : []),
    ]),
  ];
}

/** One line per issue; a click opens the panel, which offers the next step. A network's login page gets a line of its own. */
function issueItems(issues: readonly Issue[], headline: string): readonly TrayMenuItem[] {
  const loginPages = issues
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.kind === 'openLoginPage' ? [step.accountId] : []))
    .slice(0, 1);
  return [
    ...issues
      .filter(({ kind, tone }) => tone !== 'quiet' || kind === 'notice')
      .map(({ prefix, short }) => `${prefix}${short}`)
      .filter((label) => label !== headline)
      .slice(0, MAX_PROBLEMS)
      .map((label) => action(label, OPEN_PANEL)),
    ...loginPages.map((accountId) =>
      action(messages.openLoginPage, { kind: 'openLoginPage', input: { accountId } }),
    ),
  ];
}

function screenItems(state: AppState): readonly TrayMenuItem[] {
  const { accounts } = state;
  if (accounts.length === 0) return [];
  const launch = { kind: 'launch', accountId: null } as const;
  const mayLaunch = accounts.some(
    ({ id, can }) => can.includes('rent') && launchObstacle(state, id) === undefined,
  );
  return [
    ...(mayLaunch ? [action(messages.launch, { kind: 'openPanel', screen: launch })] : []),
    action(messages.usage, { kind: 'openPanel', screen: { kind: 'usage', preset: 'month' } }),
  ];
}

export function trayMenu(
  state: AppState,
  issues: readonly Issue[],
  headline: string,
  now: number,
): readonly TrayMenuItem[] {
  const problems = issueItems(issues, headline);
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
