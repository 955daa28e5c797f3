import { expect, test } from 'vitest';
import type { MessageDestination } from '../../shared/messages/messages.ts';
import { type Message, NOTHING_STORED, type Outbox } from '../events/index.ts';
import { createRecordingLog } from '../testing/recording-log.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { openMessages } from './messages.ts';

const PHONE: MessageDestination = { id: 'phone', kind: 'url', host: 'x.example', topics: ['data'] };

test('a message that failed with an internal error is sent by the next attempt', async () => {
  const clock = createVirtualClock();
  const event = { kind: 'text', topic: 'data', alert: null, isOver: false, body: '' } as const;
  const events = [{ ...event, title: 'No data', at: clock.now() }] as const;
  const queued = { id: 'm', to: PHONE.id, events, more: 0, perHour: null };
  let outbox: Outbox = { ...NOTHING_STORED.outbox, queue: [queued] };
  let failures = 1;
  const sent: string[] = [];
  const messages = openMessages({
    ...{ clock, log: createRecordingLog(), random: () => 0.5 },
    queue: {
      get: () => outbox,
      async set(next) {
        outbox = next;
      },
    },
    wordsFor({ id }): Message {
      failures -= 1;
      if (failures >= 0) throw new RangeError('Invalid time value');
      return { id, topic: 'data', isOver: false, title: 'No data', body: '', at: clock.now() };
    },
    async send(_, together) {
      sent.push(...together.map(({ title }) => title));
      return null;
    },
    onChange() {},
    onLate() {},
  });
  messages.setDestinations([PHONE]);
  messages.wake();
  await clock.advance(0);
  expect(sent).toEqual([]);
  await clock.advance(60_000);
  expect([sent, outbox.queue]).toEqual([['No data'], []]);
});
