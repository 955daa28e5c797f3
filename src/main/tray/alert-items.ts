import {
  type Alert,
  type AppState,
  alertWords,
  isLoud,
  SNOOZE_MINUTES,
} from '../../shared/app/index.ts';
import { formatDuration } from '../../shared/format/index.ts';
import { action, submenu, type TrayMenuItem } from './menu-item.ts';

/** More are a list, and that is what the panel is for. */
const MAX_ALERTS = 5;
const MINUTE = 60_000;

/** When the next snoozed alert becomes loud again by itself, ms since the epoch; null: none will. */
export function nextSnoozeEnd(state: AppState, now: number): number | null {
  const ends = state.alerts
    .map(({ snoozedUntil }) => snoozedUntil)
    .filter((end) => end !== null && end > now);
  return ends.length === 0 ? null : Math.min(...ends.map(Number));
}

/** Without how long it has been so: the menu is drawn when something changes, and that would be each minute. */
function alertItem(alert: Alert, preferences: AppState['preferences'], now: number): TrayMenuItem {
  const silence = isLoud(alert, now) ? '' : 'Snoozed: ';
  return submenu(`${silence}${alertWords(alert, preferences)}`, [
    ...SNOOZE_MINUTES.map((minutes) =>
      action(`Snooze for ${formatDuration(minutes * MINUTE)}`, {
        kind: 'snooze',
        alertId: alert.id,
        minutes,
      }),
    ),
    action('Show in the panel', { kind: 'showAlerts' }),
  ]);
}

/** The newest alerts, snoozed ones too, each with the ways to snooze it. @param now ms since the epoch */
export function alertItems(
  { alerts, preferences }: AppState,
  now: number,
): readonly TrayMenuItem[] {
  const rest = alerts.length - MAX_ALERTS;
  return [
    ...alerts.slice(0, MAX_ALERTS).map((alert) => alertItem(alert, preferences, now)),
    ...(rest > 0 ? [action(`… and ${rest} more alerts`, { kind: 'showAlerts' })] : []),
  ];
}
