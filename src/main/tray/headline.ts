import { type AppState, appTotals } from '../../shared/app/index.ts';
import { accountStatus } from '../../shared/domain/index.ts';
import { formatRate, printable } from '../../shared/format/index.ts';
import type { TrayMark } from './mark.ts';
import { snapshotsOf } from './snapshots.ts';

const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The rate of all accounts in words; nothing where amounts are hidden. An unknown one is never a zero. */
function rateWords(state: AppState): readonly string[] {
  const { hideAmounts, currency } = state.preferences;
  if (hideAmounts) return [];
  const { ratePerHour } = appTotals(state);
  return [ratePerHour === null ? 'rate unknown' : printable(formatRate(ratePerHour, currency))];
}

/** Since when the oldest snapshot that is not fresh is as it is. */
function staleSince(state: AppState): string {
  const times = state.accounts.flatMap(({ id }) => {
    const snapshot = state.snapshots[id];
    const isStale = snapshot !== undefined && accountStatus(snapshot) !== 'live';
    return isStale && snapshot.asOf !== null ? [snapshot.asOf] : [];
  });
  return times.length === 0 ? '' : ` since ${moment.format(Math.min(...times))}`;
}

/** What it costs and how many run, in one line. */
export function headline(state: AppState, mark: TrayMark): string {
  if (mark === 'signedOut')
    return state.accounts.length === 0 ? 'Not signed in' : 'Signed out: sign in again';
  const snapshots = snapshotsOf(state);
  if (snapshots.every((snapshot) => accountStatus(snapshot) === 'starting'))
    return 'Asking the service…';
  // Where nothing was ever heard, nobody knows how many run: none would be a guess.
  if (snapshots.every(({ vms, spend }) => vms.value === null && spend.value === null))
    return 'Nothing heard yet';
  return [...rateWords(state), `${appTotals(state).running} running`].join(' · ');
}

/** What the mark means, after the headline; empty where the headline says it all. */
function explanation(state: AppState, mark: TrayMark): readonly string[] {
  switch (mark) {
    case 'signedOut':
    case 'idle':
    case 'billing':
      return [];
    case 'alert':
      return [state.alerts.length === 1 ? '1 alert' : `${state.alerts.length} alerts`];
    case 'stale':
      return [state.surroundings.isOnline ? `no fresh data${staleSince(state)}` : 'offline'];
  }
}

/** Made of our own words and figures only: what the service sends has no place in a tooltip. */
export function tooltip(state: AppState, mark: TrayMark): string {
  return ['GPU Tray', headline(state, mark), ...explanation(state, mark)].join(' · ');
}

/** The text beside the icon in the menu bar of macOS: the rate, while it matters. */
export function title(state: AppState, mark: TrayMark): string {
  const { hideAmounts, currency } = state.preferences;
  if (hideAmounts || mark === 'signedOut' || mark === 'idle') return '';
  return printable(formatRate(appTotals(state).ratePerHour, currency));
}
