import { loudAlerts, snoozeEndOf } from '../../shared/alerts/alert.ts';
import { accountStatus } from '../../shared/domain/account-state.ts';
import { counted, formatMoney, formatRate, joined } from '../../shared/format/index.ts';
import { appFreshness, freshnessLabel } from '../../shared/polling/freshness.ts';
import { type Issue, issuesOf } from '../../shared/polling/issues.ts';
import type { AppState } from '../../shared/state/index.ts';
import { shownCost } from '../../shared/usage/app-totals.ts';
import { figuresOf, located } from '../../shared/usage/figures.ts';
import { trayMenu } from './menu.ts';

/** `resources/icons` has a drawing of each. */
export type TrayMark = 'signedOut' | 'idle' | 'billing' | 'alert' | 'stale' | 'staleBilling';

function markOf(state: AppState, now: number): TrayMark {
  const statuses = located(state).map((account) => accountStatus(account.state));
  if (statuses.every((status) => status === 'signedOut')) return 'signedOut';
  if (loudAlerts(state.alerts, now).length > 0) return 'alert';
  const { running, ratePerHour } = figuresOf(state);
  const isBilling = running > 0 || (ratePerHour ?? 0) > 0;
  if (appFreshness(state).kind === 'outOfDate') return isBilling ? 'staleBilling' : 'stale';
  return isBilling ? 'billing' : 'idle';
}

/** The shared sign-out reason, or "Signed out" if reasons differ. */
function signedOutLabel({ accounts }: AppState, issues: readonly Issue[]): string {
  if (accounts.length === 0) return 'Not signed in';
  const reasons = issues.flatMap(({ kind, short }) => (kind === 'signedOut' ? [short] : []));
  const [reason, ...others] = new Set(reasons);
  return reason === undefined || others.length > 0 ? 'Signed out' : reason;
}

/** The rate, unless amounts are hidden, and the number of running VMs. An unknown rate is never shown as zero. */
function headlineOf(
  state: AppState,
  issues: readonly Issue[],
  mark: TrayMark,
  now: number,
): string {
  if (mark === 'signedOut') return signedOutLabel(state, issues);
  // Without data, "0 running" would be a guess.
  if (
    located(state).every(({ state: { vms, spend } }) => vms.value === null && spend.value === null)
  )
    return freshnessLabel(appFreshness(state), now);
  const { hideAmounts } = state.preferences;
  const { running, shownRate, isAtLeast } = figuresOf(state);
  const rate = shownRate === null ? 'rate unknown' : formatRate(shownRate, isAtLeast);
  return joined([!hideAmounts && rate, `${running} running`]);
}

/** The third fact: that the rate is old or lacks VMs, else alerts, else which accounts are out of date; null: none. */
function explanation(
  state: AppState,
  issues: readonly Issue[],
  mark: TrayMark,
  now: number,
): string | null {
  const ofData = issues.find(
    ({ kind, problem }) =>
      kind === 'offline' || kind === 'list' || problem?.kind === 'incompleteList',
  );
  if (ofData !== undefined) return ofData.short;
  const freshness = appFreshness(state);
  const isPartly = freshness.kind === 'partly';
  const age = isPartly || freshness.asOf !== null ? freshnessLabel(freshness, now) : null;
  const alerts = mark === 'alert' ? counted(loudAlerts(state.alerts, now).length, 'alert') : null;
  return isPartly ? (alerts ?? age) : (age ?? alerts);
}

function titleOf(state: AppState, mark: TrayMark): string {
  const { hideAmounts } = state.preferences;
  if (hideAmounts || mark === 'signedOut' || mark === 'idle') return '';
  const { shownRate, isAtLeast } = figuresOf(state);
  return formatRate(shownRate, isAtLeast);
}

function menuHeadline(state: AppState, headline: string, now: number): string {
  const { amount, isAtLeast } = shownCost(state, 'today', now);
  if (state.preferences.hideAmounts || amount === null) return headline;
  return `${headline} · today ${formatMoney(amount, isAtLeast)}`;
}

export type TrayModel = ReturnType<typeof trayModel>;

/** The whole tray as plain data: equal models look and behave the same. */
export function trayModel(state: AppState, now: number) {
  const mark = markOf(state, now);
  const issues = issuesOf(state, { retries: true });
  const headline = headlineOf(state, issues, mark, now);
  const snoozeEnds = state.alerts.flatMap((alert) => snoozeEndOf(alert, now) ?? []);
  return {
    /** State that the icon shows. */
    mark,
    /** Beside the icon; macOS alone shows it. */
    title: titleOf(state, mark),
    // Nothing from the service goes into the tooltip.
    tooltip: joined([headline, explanation(state, issues, mark, now)]),
    menu: trayMenu(
      state,
      issues,
      mark === 'signedOut' ? headline : menuHeadline(state, headline, now),
      now,
    ),
    /** When it changes without a change of the state, ms since the epoch; null: never. */
    changesAt: snoozeEnds.length === 0 ? null : Math.min(...snoozeEnds),
  };
}
