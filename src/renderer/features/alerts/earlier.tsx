import { type RecentEvent, recentAlertMessage } from '../../../shared/alerts/index.ts';
import { clockTime } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { keyed, useMinute } from '../../ui/index.ts';
import { byDay, type Day } from './by-day.ts';
import { messages } from './messages.ts';

function EventText({ event }: { readonly event: RecentEvent }) {
  const preferences = useApp((app) => app.preferences);
  if (event.kind === 'alert') return recentAlertMessage(event, preferences);
  return (
    <>
      <bdi className="font-medium">{event.name}</bdi> {event.what}
    </>
  );
}

/** Two accounts may list the same VM. */
function eventId(event: RecentEvent): string {
  return `${event.at} ${event.kind === 'vm' ? event.vmId : event.openedAt}`;
}

function Events({ day }: { readonly day: Day }) {
  return (
    <ul aria-label={day.label}>
      {keyed(day.events, eventId).map(({ key, item: event }) => (
        <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] py-1" key={key}>
          <time className="text-quiet">{clockTime(event.at)}</time>
          <span className="break-words select-text">
            <EventText event={event} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Past events by day; days before today are folded. */
export function Earlier() {
  const now = useMinute();
  const days = byDay(
    useApp((app) => app.recentEvents),
    now,
  );
  if (days.length === 0) return <p className="py-1.5 text-quiet">{messages.noneEarlier}</p>;
  return days.map((day) =>
    day.label === messages.today ? (
      <Events day={day} key={day.label} />
    ) : (
      <details key={day.label}>
        <summary className="min-h-7 rounded-md py-1 text-quiet hover:text-ink">{day.label}</summary>
        <Events day={day} />
      </details>
    ),
  );
}
