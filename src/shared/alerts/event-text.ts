import { formatDuration, printable } from '../format/index.ts';
import { alertDuration } from './alert.ts';
import { alertLine } from './alert-messages.ts';
import type { GapCause, RecordedEvent } from './recorded-event.ts';

const CAUSES: Readonly<Record<GapCause, string>> = {
  notRunning: 'GPU Tray was not running',
  asleep: 'the computer was asleep',
  offline: 'the network was down',
  noData: 'a provider did not answer',
};

/** An event as one printable line, which begins with the name of its VM: of the history, the panel and `gpu-tray watch`. */
export function eventText(event: RecordedEvent): string {
  switch (event.kind) {
    case 'vm': {
      const { name, what, status } = event;
      return printable(`${name} ${what ?? (status === null ? 'is gone' : `is ${status}`)}`);
    }
    case 'alertOpened':
      return printable(alertLine(event));
    case 'alertClosed': {
      const line = alertLine(event);
      return printable(`Ended: ${line} ${alertDuration(event, event.at) ?? ''}`.trim());
    }
    case 'gap':
      return `No data for ${formatDuration(event.at - event.from)}: ${CAUSES[event.cause]}`;
  }
}
