import { expect, test } from 'vitest';
import { initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import type { AppEvent } from './event.ts';
import { grouped } from './group.ts';
import {
  EMPTY_OUTBOX,
  enqueued,
  forwarded,
  MAX_QUEUED,
  messageOf,
  type Queued,
  withoutOld,
} from './outbox.ts';
import { makeOpened } from './testing/alert-event.ts';
import { groupOf } from './testing/group-of.ts';

const NOW = Date.UTC(2026, 10, 24, 12);

type TextEvent = Extract<AppEvent, { kind: 'text' }>;

function make(id: string, change: Partial<TextEvent & { to: string }> = {}): Queued {
  const { to = 'phone', ...event } = change;
  const text: TextEvent = {
    ...{ kind: 'text', topic: 'money', alert: null, isOver: false },
    ...{ title: `Title ${id}`, body: '', at: NOW },
  };
  return { ...groupOf({ ...text, ...event }), id, to };
}

const queueOf = (all: readonly Queued[]) => all.reduce(enqueued, EMPTY_OUTBOX);

const messagesIn = (queue: readonly Queued[]) =>
  queue.map((queued) => messageOf(queued, initialState(environment, NOW), NOW));

test('a full queue drops VM states and alerts that are over, and then what is oldest', () => {
  const minor = [make('vm', { topic: 'vm' }), make('over', { isOver: true, alert: 'other' })];
  const others = Array.from({ length: MAX_QUEUED }, (_, index) => make(`${index}`));
  expect(queueOf([...others.slice(0, -2), ...minor, ...others.slice(-2)]).queue).toEqual(others);
  expect(queueOf([...others, make('new')]).queue.map(({ id }) => id)).not.toContain('0');
});

test('an alert that is over before it was sent is one message for each destination', () => {
  const start = make('start', { alert: 'hourlyRate', title: 'Above your limit' });
  const end = make('end', {
    alert: 'hourlyRate',
    isOver: true,
    title: 'Back below',
    body: '$2.00/h.',
  });
  expect(messagesIn(queueOf([start, end]).queue)).toEqual([
    {
      ...{ id: 'start', topic: 'money', at: NOW, isOver: true },
      ...{ title: 'Above your limit (over)', body: '$2.00/h.' },
    },
  ]);
  expect(queueOf([start, { ...end, to: 'desk' }]).queue).toHaveLength(2);
});

test('an alert that is over ends the message of its own start', () => {
  const [old, start, end] = ['old', 'start', 'end'].map((id) =>
    make(id, { alert: 'hourlyRate', title: `Above ${id}`, isOver: id === 'end' }),
  );
  const { queue } = queueOf([old, start, end].flatMap((each) => each ?? []));
  expect(messagesIn(queue).map(({ title }) => title)).toEqual(['Above old', 'Above start (over)']);
});

test('each of many alerts is sent', () => {
  const idle = (index: number) =>
    makeOpened({ rule: 'idle', accountId: 'a', vmId: `${index}`, name: `vm-${index}` });
  const many = Array.from({ length: 60 }, (_, index) => idle(index));
  const groups = grouped(
    grouped([], many, () => 'g'),
    [makeOpened()],
    () => 'other',
  );
  const phone = { id: 'phone', kind: 'url', host: 'x', topics: ['money'] } as const;
  expect(forwarded(EMPTY_OUTBOX, groups, [phone]).queue).toHaveLength(61);
});

test('messages are dropped after a day', () => {
  const queue = queueOf([make('a'), make('b', { to: 'desk', at: NOW + 60_000 })]);
  expect(withoutOld(queue, NOW + 24 * 3_600_000)).toBe(queue);
  const old = withoutOld(queue, NOW + 24 * 3_600_000 + 1);
  expect(old.queue.map(({ id }) => id)).toEqual(['b']);
});

test('events join one waiting group of their kind', () => {
  const ready = (name: string): AppEvent => ({
    ...{ kind: 'ready', at: NOW, accountId: 'a', vmId: name, name, perHour: 1 },
  });
  // An urgent one is alone until it is shown.
  const waiting = ['g', 'urgent'].map((id) => ({ ...groupOf(ready(id)), id }));
  const all = grouped(waiting, [ready('b')], () => 'new');
  expect(all.flatMap(({ events }) => events)).toHaveLength(3);
});

test('what waits for a destination that is down keeps its words and stays small', () => {
  const stopped = (vmId: string): AppEvent => ({
    ...{ kind: 'ready', at: NOW, accountId: 'a', vmId, name: `vm-${vmId}`, perHour: 0.5 },
  });
  const polls = Array.from({ length: 200 }, (_, poll) =>
    grouped(
      [],
      Array.from({ length: 60 }, (__, index) => stopped(`${index}`)),
      () => `${poll}`,
    ),
  );
  const phone = { id: 'phone', kind: 'url', host: 'x', topics: ['vm'] } as const;
  const outbox = polls.reduce((next, one) => forwarded(next, one, [phone]), EMPTY_OUTBOX);
  expect(messagesIn(outbox.queue)[0]).toMatchObject({
    title: '60 VMs are ready to log in · $30.00/h',
    body: 'vm-0, vm-1, vm-2 and 57 more',
  });
  expect(JSON.stringify(outbox).length).toBeLessThan(50_000);
});
