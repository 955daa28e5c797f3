import { DAY_MS } from '../../shared/format/index.ts';
import type { MessageDestination, MessageTopic } from '../../shared/messages/messages.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { AppEvent } from './event.ts';
import { type Group, groupText, joinedWith, MAX_NAMES } from './group.ts';
import { alertKeyOf, textOf, topicOf } from './text.ts';

/** A group that waits for a destination. An alert that ends before the message is sent has both events in the group. */
export interface Queued extends Group {
  readonly to: string;
}

/** The events that are not shown or not sent yet. */
export interface Outbox {
  /** For the desktop. */
  readonly waiting: readonly Group[];
  /** For the destinations, oldest first. */
  readonly queue: readonly Queued[];
}

export const EMPTY_OUTBOX: Outbox = { waiting: [], queue: [] };

export const MAX_QUEUED = 100;
const MAX_AGE_MS = DAY_MS;

const isEnd = (event: AppEvent | undefined) =>
  event?.kind === 'alertClosed' || (event?.kind === 'text' && event.isOver);

/** Another message says more. */
const isMinor = ({ events }: Group) =>
  events.some((event) => topicOf(event) === 'vm') || isEnd(events.at(-1));

/** With these of the queued groups; all: the same object. */
export function withQueued(outbox: Outbox, isKept: (queued: Queued) => boolean): Outbox {
  const queue = outbox.queue.filter(isKept);
  return queue.length === outbox.queue.length ? outbox : { ...outbox, queue };
}

export const withoutOld = (outbox: Outbox, now: number): Outbox =>
  withQueued(outbox, ({ events: [first] }) => now - first.at <= MAX_AGE_MS);

/**
 * The queue with another group. An alert that is over before its message was sent is a single message. From a full queue, VM states and
 * alerts that are over go first.
 */
export function enqueued(outbox: Outbox, added: Queued): Outbox {
  const [event] = added.events;
  const key = isEnd(event) ? alertKeyOf(event) : null;
  const start = outbox.queue.findLast(
    ({ to, events: [first, end] }) =>
      key !== null &&
      to === added.to &&
      alertKeyOf(first) === key &&
      !isEnd(first) &&
      end === undefined,
  );
  const queue =
    start === undefined
      ? [...outbox.queue, added]
      : outbox.queue.map((each) => (each === start ? joinedWith(start, [event]) : each));
  if (queue.length <= MAX_QUEUED) return { ...outbox, queue };
  const least = queue.find(isMinor) ?? queue[0];
  return { ...outbox, queue: queue.filter((one) => one !== least) };
}

/** Queues groups for the destinations that want their topics. Alerts stay apart, so each alert gets its own message of the end. */
export function forwarded(
  outbox: Outbox,
  groups: readonly Group[],
  destinations: readonly MessageDestination[],
): Outbox {
  let next = outbox;
  for (const group of groups) {
    const topic = topicOf(group.events[0]);
    const parts: readonly Group[] =
      topic === 'vm'
        ? // The words of a message need no more: 100 groups wait at most.
          [joinedWith(group, [], MAX_NAMES)]
        : group.events.map((event) => ({ ...group, events: [event], more: 0, perHour: null }));
    for (const { id: to, topics } of destinations) {
      if (!topics.includes(topic)) continue;
      for (const [index, part] of parts.entries())
        next = enqueued(next, { ...part, id: `${group.id}-${index}`, to });
    }
  }
  return next;
}

export interface Message {
  readonly id: string;
  readonly topic: MessageTopic;
  readonly isOver: boolean;
  readonly title: string;
  readonly body: string;
  /** When it became true, ms since the epoch. */
  readonly at: number;
}

export function messageOf(queued: Queued, state: AppState, now: number): Message {
  const { id, events } = queued;
  const [first] = events;
  const last = events.at(-1) ?? first;
  const isOver = isEnd(last);
  const about = { id, topic: topicOf(first), isOver, at: first.at };
  if (isOver && first !== last) {
    const title = `${textOf(first, state, now).title} (over)`;
    return { ...about, title, body: textOf(last, state, now).body };
  }
  const { title, body } = groupText(queued, state, now);
  return { ...about, title, body };
}
