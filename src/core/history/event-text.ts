import { alertLine, recentAlertMessage } from '../../shared/alerts/alert-messages.ts';
import { formatDuration, printable } from '../../shared/format/index.ts';
import type { Preferences } from '../../shared/settings/preferences.ts';
import type { GapCause, HistoryEvent } from './events.ts';

const CAUSES: Readonly<Record<GapCause, string>> = {
  notRunning: 'GPU Tray was not running',
  asleep: 'the computer was asleep',
  offline: 'the network was down',
  noData: 'a provider did not answer',
};

/** An event as one printable line, which begins with the name of its VM. */
export function eventText(
  event: HistoryEvent,
  preferences: Pick<Preferences, 'hideAmounts'>,
): string {
  switch (event.kind) {
    case 'vm': {
      const { name, what, status } = event;
      return printable(`${name} ${what ?? (status === null ? 'is gone' : `is ${status}`)}`);
    }
    case 'alertOpened':
      return printable(alertLine({ ...event, name: event.name ?? null }, preferences));
    case 'alertClosed': {
      const alert = { ...event, name: event.name ?? null };
      return printable(`Ended: ${recentAlertMessage(alert, preferences)}`);
    }
    case 'gap':
      return `No data for ${formatDuration(event.at - event.from)}: ${CAUSES[event.cause]}`;
  }
}
