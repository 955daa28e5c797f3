import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MESSAGE_TOPICS } from '../../shared/messages/messages.ts';
import {
  EMPTY_QUEUE,
  enqueued,
  MAX_WAITING,
  type QueuedMessage,
  sent,
  withoutOld,
  withoutTo,
} from './queue.ts';

const NONE: ReadonlySet<string> = new Set();
const NOW = Date.UTC(2026, 10, 24, 12);

const make = (id: string, change: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id,
  to: 'phone',
  topic: 'money',
  alert: null,
  isOver: false,
  title: `Title ${id}`,
  body: '',
  at: NOW,
  ...change,
});

const queueOf = (messages: readonly QueuedMessage[], sending = NONE) =>
  messages.reduce((queue, message) => enqueued(queue, message, sending), EMPTY_QUEUE);

test('a full queue drops VM states, then alerts that are over, then auto-stops, then data, and money last', () => {
  const kinds: readonly Partial<QueuedMessage>[] = [
    { topic: 'vm' },
    { topic: 'money', isOver: true, alert: 'other' },
    { topic: 'autoStop' },
    { topic: 'data' },
    { topic: 'money' },
  ];
  const each = MAX_WAITING / kinds.length;
  const mixed = Array.from({ length: MAX_WAITING }, (_, index) =>
    make(`${index}`, kinds[index % kinds.length]),
  );
  const left = (more: number) => {
    const extra = Array.from({ length: more }, (_, index) => make(`new ${index}`));
    const { waiting, dropped } = queueOf([...mixed, ...extra]);
    expect(waiting).toHaveLength(MAX_WAITING);
    expect(dropped).toEqual({ phone: more });
    return kinds.map(
      (kind) =>
        waiting.filter(
          ({ id, topic, isOver }) =>
            !id.startsWith('new') && topic === kind.topic && isOver === (kind.isOver ?? false),
        ).length,
    );
  };
  expect([1, 2, 3, 4].map((count) => left(count * each))).toEqual([
    [0, each, each, each, each],
    [0, 0, each, each, each],
    [0, 0, 0, each, each],
    [0, 0, 0, 0, each],
  ]);
});

test('an alert that is over before it was sent is one message, unless the first one is on its way', () => {
  const start = make('start', { alert: 'hourlyRate', title: 'Above your limit' });
  const end = make('end', {
    alert: 'hourlyRate',
    isOver: true,
    title: 'Back below',
    body: '$2.00/h.',
  });
  expect(queueOf([start, end]).waiting).toEqual([
    { ...start, isOver: true, title: 'Above your limit (over)', body: '$2.00/h.' },
  ]);
  expect(queueOf([start, end], new Set(['start'])).waiting).toEqual([start, end]);
  expect(queueOf([start, { ...end, to: 'desk' }]).waiting).toHaveLength(2);
});

test('messages are dropped after a day, and with their destination', () => {
  const queue = queueOf([make('a'), make('b', { to: 'desk', at: NOW + 60_000 })]);
  expect(withoutOld(queue, NOW + 24 * 3_600_000)).toBe(queue);
  const old = withoutOld(queue, NOW + 24 * 3_600_000 + 1);
  expect([old.waiting.map(({ id }) => id), old.dropped]).toEqual([['b'], { phone: 1 }]);
  expect(withoutTo(old, new Set(['phone']))).toEqual({ waiting: old.waiting, dropped: {} });
});

test('each message waits, was joined with its start, or is counted as dropped; one on its way is never dropped', () => {
  const message = fc.record({
    topic: fc.constantFrom(...MESSAGE_TOPICS),
    alert: fc.constantFrom(null, 'a', 'b'),
    isOver: fc.boolean(),
    to: fc.constantFrom('phone', 'desk'),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 300 }), fc.nat(20), (drawn, first) => {
      const messages = drawn.map((one, index) => make(`${index}`, one));
      const sending = new Set(messages.slice(0, first).map(({ id }) => id));
      const { waiting, dropped } = queueOf(messages, sending);
      const count = Object.values(dropped).reduce((sum, one) => sum + one, 0);
      const joined = waiting.filter(({ title }) => title.endsWith('(over)')).length;
      expect(waiting.length).toBeLessThanOrEqual(MAX_WAITING);
      expect(waiting.length + count + joined).toBeLessThanOrEqual(messages.length);
      for (const id of sending) expect(waiting.some((one) => one.id === id)).toBe(true);
      expect(count).toBeLessThanOrEqual(Math.max(0, messages.length - MAX_WAITING));
    }),
  );
});

test('messages that were dropped while one was sent are told with the next', () => {
  const told = { ...EMPTY_QUEUE, waiting: [make('a')], dropped: { phone: 5, team: 1 } };
  expect(sent(told, 'phone', new Set(['a']), 3)).toEqual({
    waiting: [],
    dropped: { phone: 2, team: 1 },
  });
  expect(sent(told, 'phone', new Set(['a']), 5).dropped).toEqual({ team: 1 });
});
