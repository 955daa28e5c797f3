import { type AppState, appTotals, isLoud } from '../../shared/app/index.ts';
import { type AccountState, accountStatus, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import { formatRate, printable } from '../../shared/format/index.ts';
import type { Platform } from '../desktop/platform.ts';
import { trayMenu } from './menu.ts';
import type { TrayMenuItem } from './menu-item.ts';
import { messages } from './messages.ts';

/** What the icon shows; `resources/icons` has a drawing of each. */
export type TrayMark = 'signedOut' | 'idle' | 'billing' | 'alert' | 'stale';

/** macOS colors template images itself, Windows gets one set of colors, and Linux panels are dark or light. */
export type TrayTone = 'template' | 'colored' | 'onDark' | 'onLight';

export interface TrayIcon {
  readonly mark: TrayMark;
  readonly tone: TrayTone;
}

/** The whole tray as plain data: equal models look and behave the same. */
export interface TrayModel {
  readonly icon: TrayIcon;
  /** Beside the icon; macOS only. */
  readonly title: string;
  readonly tooltip: string;
  readonly menu: readonly TrayMenuItem[];
}

/** The icon's file in `resources/tray`. Electron derives other densities (`@2x`) and templates from its name. */
export function trayIconFile({ mark, tone }: TrayIcon): string {
  switch (tone) {
    case 'template':
      return `${mark}Template.png`;
    case 'colored':
      return `${mark}.ico`;
    case 'onDark':
      return `${mark}-on-dark.png`;
    case 'onLight':
      return `${mark}-on-light.png`;
  }
}

/** Linux does not report the panel's color; `auto` assumes dark, the more common one. */
function toneOf({ trayTone }: AppState['preferences'], platform: Platform): TrayTone {
  switch (platform) {
    case 'darwin':
      return 'template';
    case 'win32':
      return 'colored';
    case 'linux':
      return trayTone === 'light' ? 'onLight' : 'onDark';
  }
}

/** One per account, in the order of the accounts. */
function snapshotsOf(state: AppState): readonly AccountState[] {
  return state.accounts.map(({ id }) => state.snapshots[id] ?? UNKNOWN_STATE);
}

/** The most urgent state of all accounts. */
function markOf(state: AppState, now: number): TrayMark {
  const statuses = snapshotsOf(state).map(accountStatus);
  if (statuses.every((status) => status === 'signedOut')) return 'signedOut';
  if (state.alerts.some((alert) => isLoud(alert, now))) return 'alert';
  const isFresh = statuses.every((status) => status === 'live' || status === 'starting');
  if (!isFresh || !state.surroundings.isOnline) return 'stale';
  const { running, ratePerHour } = appTotals(state);
  return running > 0 || (ratePerHour ?? 0) > 0 ? 'billing' : 'idle';
}

/** The rate, unless amounts are hidden, and the number of running VMs. An unknown rate is never shown as zero. */
function headlineOf(state: AppState, mark: TrayMark): string {
  if (mark === 'signedOut')
    return state.accounts.length === 0 ? messages.notSignedIn : messages.signedOut;
  const snapshots = snapshotsOf(state);
  if (snapshots.every((snapshot) => accountStatus(snapshot) === 'starting'))
    return messages.connecting;
  // Without any data, "0 running" would be a guess.
  if (snapshots.every(({ vms, spend }) => vms.value === null && spend.value === null))
    return messages.noData;
  const { hideAmounts, currency } = state.preferences;
  const { ratePerHour, running } = appTotals(state);
  const rate =
    ratePerHour === null ? messages.rateUnknown : printable(formatRate(ratePerHour, currency));
  return [...(hideAmounts ? [] : [rate]), messages.running(running)].join(' · ');
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const timeFormat = new Intl.DateTimeFormat('en-US', clock);
const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  ...clock,
});

/** `22:19`, with the date unless it is today's. */
function moment(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (isToday ? timeFormat : dateTimeFormat).format(at);
}

/** When the oldest snapshot that is out of date was received. Empty when the headline says that there is no data. */
function staleness({ accounts, snapshots }: AppState, now: number): readonly string[] {
  const known = accounts.flatMap(({ id }) => snapshots[id] ?? []);
  const stale = known.filter((snapshot) => accountStatus(snapshot) !== 'live');
  const times = stale.flatMap(({ asOf }) => asOf ?? []);
  if (times.length > 0) return [messages.lastUpdate(moment(Math.min(...times), now))];
  return known.some(({ asOf }) => asOf !== null) ? [messages.outOfDate] : [];
}

/** Explains the mark where the headline does not. */
function explanation(state: AppState, mark: TrayMark, now: number): readonly string[] {
  switch (mark) {
    case 'signedOut':
    case 'idle':
    case 'billing':
      return [];
    case 'alert':
      return [messages.alerts(state.alerts.length)];
    case 'stale':
      return state.surroundings.isOnline ? staleness(state, now) : [messages.offlineSuffix];
  }
}

/** The rate, while it matters. */
function titleOf(state: AppState, mark: TrayMark): string {
  const { hideAmounts, currency } = state.preferences;
  if (hideAmounts || mark === 'signedOut' || mark === 'idle') return '';
  return printable(formatRate(appTotals(state).ratePerHour, currency));
}

/** The tray for a state. @param now ms since the epoch */
export function trayModel(state: AppState, platform: Platform, now: number): TrayModel {
  const mark = markOf(state, now);
  const headline = headlineOf(state, mark);
  return {
    icon: { mark, tone: toneOf(state.preferences, platform) },
    title: platform === 'darwin' ? titleOf(state, mark) : '',
    // Nothing from the service goes into the tooltip.
    tooltip: [messages.app, headline, ...explanation(state, mark, now)].join(' · '),
    menu: trayMenu(state, headline, now),
  };
}
