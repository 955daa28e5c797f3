import { DAY_MS } from '../../shared/format/index.ts';
import type { MessageTopic } from '../../shared/messages/messages.ts';

export interface Message {
  readonly topic: MessageTopic;
  /** Rule and subject of its alert; null: not of an alert. */
  readonly alert: string | null;
  /** The alert is over. */
  readonly isOver: boolean;
  readonly title: string;
  readonly body: string;
  /** When it became true, ms since the epoch. */
  readonly at: number;
}

export interface QueuedMessage extends Message {
  readonly id: string;
  readonly to: string;
}

export interface MessageQueue {
  /** Oldest first. */
  readonly waiting: readonly QueuedMessage[];
  /** Messages that were dropped and not yet told of, by id of the destination. */
  readonly dropped: Readonly<Record<string, number>>;
}

export const EMPTY_QUEUE: MessageQueue = { waiting: [], dropped: {} };

export const MAX_WAITING = 100;
const MAX_AGE_MS = DAY_MS;

/** The lowest is dropped first. */
const TOPIC_RANK: Readonly<Record<MessageTopic, number>> = {
  vm: 0,
  autoStop: 2,
  data: 3,
  money: 4,
};
const rankOf = ({ topic, isOver }: Message) =>
  isOver ? Math.min(1, TOPIC_RANK[topic]) : TOPIC_RANK[topic];

function without(queue: MessageQueue, gone: readonly QueuedMessage[]): MessageQueue {
  const dropped = { ...queue.dropped };
  for (const { to } of gone) dropped[to] = (dropped[to] ?? 0) + 1;
  return { waiting: queue.waiting.filter((message) => !gone.includes(message)), dropped };
}

/** Without messages that are older than a day. */
export function withoutOld(queue: MessageQueue, now: number): MessageQueue {
  const old = queue.waiting.filter(({ at }) => now - at > MAX_AGE_MS);
  return old.length === 0 ? queue : without(queue, old);
}

/** An alert that was over before its message was sent is one line. @param sending ids of messages that may have arrived already */
function added(
  waiting: readonly QueuedMessage[],
  message: QueuedMessage,
  sending: ReadonlySet<string>,
): readonly QueuedMessage[] {
  const isItsStart = ({ id, to, alert, isOver }: QueuedMessage) =>
    to === message.to && alert === message.alert && !isOver && !sending.has(id);
  const start = message.isOver && message.alert !== null ? waiting.find(isItsStart) : undefined;
  if (start === undefined) return [...waiting, message];
  const both = { ...start, isOver: true, title: `${start.title} (over)`, body: message.body };
  return waiting.map((each) => (each === start ? both : each));
}

/** The queue with one more message. When it is full, VM states go first, then alerts that are over; money goes last. */
export function enqueued(
  queue: MessageQueue,
  message: QueuedMessage,
  sending: ReadonlySet<string>,
): MessageQueue {
  const next = { ...queue, waiting: added(queue.waiting, message, sending) };
  if (next.waiting.length <= MAX_WAITING) return next;
  const least = next.waiting
    .filter(({ id }) => !sending.has(id))
    .reduce((one, other) => (rankOf(other) < rankOf(one) ? other : one));
  return without(next, [least]);
}

/** After these messages were sent to a destination, and `told` of those that were dropped before. */
export function sent(
  queue: MessageQueue,
  to: string,
  ids: ReadonlySet<string>,
  told: number,
): MessageQueue {
  const { [to]: dropped = 0, ...others } = queue.dropped;
  return {
    waiting: queue.waiting.filter(({ id }) => !ids.has(id)),
    dropped: dropped > told ? { ...others, [to]: dropped - told } : others,
  };
}

/** Without all that waits for destinations that were removed. */
export function withoutTo(queue: MessageQueue, removed: ReadonlySet<string>): MessageQueue {
  return {
    waiting: queue.waiting.filter(({ to }) => !removed.has(to)),
    dropped: Object.fromEntries(Object.entries(queue.dropped).filter(([to]) => !removed.has(to))),
  };
}
