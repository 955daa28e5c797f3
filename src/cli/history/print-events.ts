import { accountsOf } from '../../core/accounts/index.ts';
import { ownerName } from '../../shared/accounts/index.ts';
import { eventText } from '../../shared/alerts/event-text.ts';
import type { RecordedEvent } from '../../shared/alerts/recorded-event.ts';
import { clockTime } from '../../shared/format/index.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { isoTime, terminalJson } from '../output.ts';
import type { CommandOf, Context } from '../user.ts';
import { withHistory } from './user-history.ts';

/** Older ones are left out. */
const MAX_EVENTS = 1_000;

/** An event as `events --json` prints it. Scripts rely on it: keys may be added, not changed. */
function eventJson(event: RecordedEvent) {
  const { kind, at, ...more } = event;
  return {
    kind,
    at: isoTime(at),
    ...more,
    ...('from' in event ? { from: isoTime(event.from) } : {}),
    ...('openedAt' in event ? { openedAt: isoTime(event.openedAt) } : {}),
  };
}

export async function printEvents(
  { since, json }: CommandOf<'events'>,
  { settings, terminal }: Context,
): Promise<ExitCode> {
  const found = await withHistory(settings, (history) =>
    history?.events(since, MAX_EVENTS).toReversed(),
  );
  const events = found ?? [];
  if (json) {
    terminal.out(`${terminalJson({ events: events.map(eventJson) })}\n`);
    return EXIT.fresh;
  }
  if (events.length === 0) {
    terminal.error(`${found ? messages.events.none : messages.events.noHistory}\n`);
    return EXIT.fresh;
  }
  const accounts = accountsOf(settings.current);
  for (const event of events) {
    const place = 'accountId' in event ? (ownerName(accounts, event.accountId ?? '') ?? '') : '';
    const text = eventText(event);
    // The text of an alert about an account has its name.
    const isNamed = 'name' in event && event.name === place;
    const suffix = place === '' || isNamed ? '' : ` · ${place}`;
    // Such as `2026-11-20`; Sweden writes dates so.
    const day = new Date(event.at).toLocaleDateString('sv');
    terminal.out(`${day} ${clockTime(event.at)}  ${text}${suffix}\n`);
  }
  return EXIT.fresh;
}
