import { clockTime, shortDate } from '../../../shared/format/index.ts';
import { keyed, ScreenSection } from '../../ui/index.ts';
import { messages } from './messages.ts';

/** `at`: ms since the epoch. */
type Events = readonly { readonly at: number; readonly text: string }[];

const SHOWN = 10;

function List({ events }: { readonly events: Events }) {
  return (
    <ul>
      {keyed(events, ({ at, text }) => `${at} ${text}`).map(({ key, item: { at, text } }) => (
        <li className="grid grid-cols-[5.75rem_minmax(0,1fr)] py-1" key={key}>
          <time className="text-quiet" dateTime={new Date(at).toISOString()}>
            {shortDate(at)} {clockTime(at)}
          </time>
          <span className="break-words select-text" dir="auto">
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Events in local time. @param events newest first */
export function EventSection({ events }: { readonly events: Events }) {
  const earlier = events.slice(SHOWN);
  return (
    <ScreenSection title={messages.earlier}>
      <div className="text-small">
        {events.length === 0 && <p className="text-quiet">{messages.noneEarlier}</p>}
        <List events={events.slice(0, SHOWN)} />
        {earlier.length > 0 && (
          <details>
            <summary className="min-h-7 rounded-md py-1 text-quiet hover:text-ink">
              {messages.moreEarlier(earlier.length)}
            </summary>
            <List events={earlier} />
          </details>
        )}
      </div>
    </ScreenSection>
  );
}
