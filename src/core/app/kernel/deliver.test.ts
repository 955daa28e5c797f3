import { describe, expect, test } from 'vitest';
import type { MessageDestination } from '../../../shared/messages/messages.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { type AppEvent, messageOf, NOTHING_STORED, type Notification } from '../../events/index.ts';
import { makeClosed, makeOpened } from '../../events/testing/alert-event.ts';
import { groupOf } from '../../events/testing/group-of.ts';
import { memoryFile } from '../../events/testing/memory-file.ts';
import { silentLog } from '../../log.ts';
import { openMessages } from '../../messages/index.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../settings/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { applyAlertStates } from './apply-poll.ts';
import { startDelivery } from './deliver.ts';
import { createStateStore } from './state-store.ts';

const NOON = new Date(2026, 9, 24, 12).getTime();

/** The delivery, with what it notified, and the settings as stored. */
async function start(initial: Settings = DEFAULT_SETTINGS, file = memoryFile(), batchMs = 10_000) {
  const clock = createVirtualClock(NOON);
  const store = createStateStore(initialState(environment, NOON));
  const notified: Notification[] = [];
  const desktop = { notify: (notification: Notification) => void notified.push(notification) };
  let stored = initial;
  const settings = {
    update: async (apply: (settings: Settings) => Settings) => {
      stored = apply(stored);
      return stored;
    },
  };
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `g${ids}`;
  };
  const shared = {
    store,
    settings,
    file,
    log: silentLog,
    clock,
    desktop,
    newId,
    watch: { batchMs },
  };
  const delivery = await startDelivery({ ...shared, loaded: initial });
  return { ...shared, delivery, notified, stored: () => stored };
}

const PHONE: MessageDestination = {
  ...{ id: 'phone', kind: 'url', host: 'x', topics: ['money', 'vm'] },
};

const STATES = { 'hourlyRate:3': { phase: 'pending', confirmations: 1 } } as const;

describe('quiet hours of an earlier version', () => {
  const theme = { theme: 'dark' };
  const NIGHT = {
    ...DEFAULT_SETTINGS,
    preferences: { ...theme, quietHours: { isOn: true, from: 1_320, to: 420 } },
  };

  test('end with one notification, which names what they held back', async () => {
    const held = ['a is gone', 'b failed'];
    const file = memoryFile(() => true, { ...NOTHING_STORED, states: STATES, held });
    const first = await start(NIGHT, file);
    expect(first.notified).toEqual([
      {
        title: 'Quiet hours were removed',
        body: 'Use Do Not Disturb on your computer and phone instead. Held back: a is gone; b failed.',
        destination: { kind: 'alerts' },
      },
    ]);
    expect(first.stored()).toEqual({ ...DEFAULT_SETTINGS, preferences: theme });
    const again = await start(first.stored(), file);
    expect([again.notified, again.store.core().memory.alerts]).toEqual([[], STATES]);
  });
});

const about = (name: string) => ({ at: NOON, accountId: 'a', vmId: name, name });
const ready = (name: string): AppEvent => ({ kind: 'ready', ...about(name), perHour: 1.2 });
const notDone = (name: string): AppEvent => ({
  ...{ kind: 'notDone', ...about(name), operation: 'stop', why: 'It runs.' },
});
const OPENED = makeOpened({ rule: 'idle', limit: 1, openedAt: NOON });

describe('within ten seconds', () => {
  test('26 VMs that are ready are one notification', async () => {
    const { clock, delivery, notified } = await start();
    for (let index = 1; index <= 26; index += 1) {
      await delivery.deliver([ready(`vm-${index}`)], { urgent: false });
      await clock.advance(300);
    }
    expect(notified).toEqual([]);
    await clock.advance(10_000);
    expect(notified.map(({ title, body }) => [title, body])).toEqual([
      ['26 VMs are ready to log in · $31.20/h', 'vm-1, vm-2, vm-3 and 23 more'],
    ]);
    await delivery.deliver([ready('vm-27')], { urgent: false });
    await clock.advance(10_000);
    expect(notified.at(-1)?.title).toBe('You can log in to vm-27');
  });

  test('an urgent event does not wait, and a sleep waits for nothing', async () => {
    const { delivery, notified } = await start();
    await delivery.deliver([ready('a')], { urgent: false });
    await delivery.deliver([notDone('b')], { urgent: true });
    expect(notified.map(({ title }) => title)).toEqual(['b has not stopped']);
    // The computer is about to sleep: nothing runs after this turn.
    delivery.suspended();
    expect(notified.map(({ title }) => title)).toEqual([
      'b has not stopped',
      'You can log in to a',
    ]);
  });

  test('the kind of the last event is shown last', async () => {
    const { clock, delivery, notified } = await start();
    for (const event of [ready('a'), notDone('b'), ready('b')])
      await delivery.deliver([event], { urgent: false });
    await clock.advance(10_000);
    expect(notified.map(({ title }) => title)).toEqual([
      'b has not stopped',
      '2 VMs are ready to log in · $2.40/h',
    ]);
  });

  test('the end of most alerts is a message only', async () => {
    const { clock, delivery, notified, store } = await start();
    store.set({ destinations: [PHONE] });
    await delivery.deliver([makeClosed(NOON, { rule: 'idle', limit: 1 })], { urgent: false });
    await clock.advance(10_000);
    expect(delivery.queue.get().queue).toMatchObject([{ events: [{ kind: 'alertClosed' }] }]);
    expect(notified).toEqual([]);
  });

  test('the summary of a time away has the end of each alert', async () => {
    const { clock, delivery, notified } = await start();
    delivery.suspended();
    await delivery.deliver([ready('a')], { urgent: false });
    await clock.advance(3_600_000);
    expect(notified.splice(0)).toMatchObject([{ title: 'You can log in to a' }]);
    delivery.resumed();
    const closed = makeClosed(NOON, { rule: 'idle', limit: 1, name: 'vm-1' });
    await delivery.deliver([closed], { urgent: false });
    await clock.advance(60_000);
    expect(notified).toMatchObject([
      { title: 'While you were away (1 h)', body: expect.stringContaining('Ended: ') },
    ]);
  });

  test('a wake of seconds holds back nothing but what polls find', async () => {
    const { clock, delivery, notified } = await start();
    delivery.suspended();
    await clock.advance(3_600_000);
    delivery.resumed();
    await delivery.deliver([OPENED], { urgent: false });
    await delivery.deliver([ready('a')], { urgent: false });
    delivery.suspended();
    expect(notified.map(({ title }) => title)).toEqual(['You can log in to a']);
    // The computer may run for moments while it sleeps.
    await delivery.deliver([ready('b')], { urgent: false });
    await clock.advance(3_600_000);
    expect(notified.at(-1)?.title).toBe('You can log in to b');
    delivery.resumed();
    await delivery.deliver([ready('c')], { urgent: false });
    await clock.advance(59_000);
    delivery.resumed();
    expect(notified.at(-1)?.title).toBe('You can log in to c');
    await clock.advance(60_000);
    expect(notified.slice(2).map(({ title }) => title)).toEqual([
      'You can log in to c',
      'While you were away (2 h)',
    ]);
  });

  test('alerts and their events are one write', async () => {
    let writes = 0;
    const file = memoryFile(() => {
      writes += 0.5;
      return true;
    });
    const { delivery, store } = await start(DEFAULT_SETTINGS, file);
    store.apply(applyAlertStates(store.core(), STATES));
    const delivered = delivery.deliver([OPENED], { urgent: false });
    delivery.settingsChanged();
    await delivered;
    const { states, outbox } = file.stored();
    expect([writes, states, outbox.waiting.length]).toEqual([1, STATES, 1]);
  });
});

describe('a process that is killed', () => {
  const WAITING: readonly AppEvent[] = [OPENED, ...['a', 'b', 'c'].map(ready)];
  const URGENT = notDone('d');
  const keyOf = (event: AppEvent): string => ('vmId' in event ? event.name : event.kind);
  const keysIn = (groups: readonly { readonly events: readonly AppEvent[] }[]) =>
    groups.flatMap(({ events }) => events.map(keyOf));

  /** A run with all that is shown and sent, until a kill before the effect of the given number. */
  async function run(file: ReturnType<typeof memoryFile>, mayAct: () => boolean, events: boolean) {
    const own = await start(DEFAULT_SETTINGS, file);
    const { clock, delivery, store, notified } = own;
    const sent: string[] = [];
    const stored: string[] = [];
    own.desktop.notify = (notification) => void (mayAct() && notified.push(notification));
    const messages = openMessages({
      ...{ clock, log: silentLog, queue: delivery.queue, random: () => 0.5 },
      wordsFor: (queued) => messageOf(queued, store.get(), clock.now()),
      async send(_, together) {
        if (!mayAct()) return new Promise(() => {});
        sent.push(...together.map(({ title }) => title));
        return null;
      },
      onChange() {},
      onLate() {},
    });
    delivery.queue.onQueued(messages.wake);
    store.set({ destinations: [PHONE] });
    messages.setDestinations([PHONE]);
    delivery.begin();
    async function deliver(some: readonly AppEvent[], urgent: boolean): Promise<void> {
      await delivery.deliver(some, { urgent });
      stored.push(...some.map(keyOf));
    }
    if (events) {
      void deliver(WAITING, false);
      await clock.advance(1_000);
      void deliver([URGENT], true);
    }
    for (let second = 0; second < 30; second += 1) await clock.advance(1_000);
    return { shown: keysIn(notified.map(({ events: of = [] }) => ({ events: of }))), sent, stored };
  }

  test('leaves events that wait until the messages have begun', async () => {
    const groups = [{ ...groupOf(OPENED), id: 'left' }];
    const left = { states: STATES, outbox: { waiting: groups, queue: [] }, held: [] };
    const { clock, delivery, store } = await start(
      DEFAULT_SETTINGS,
      memoryFile(() => true, left),
      0,
    );
    // The accounts are loaded.
    await clock.advance(20_000);
    delivery.begin();
    store.set({ destinations: [PHONE] });
    await clock.advance(0);
    expect(delivery.queue.get().queue).toMatchObject([{ id: 'left-0' }]);
  });

  const titleOf = (key: string) =>
    new Map([
      ['alertOpened', 'Idle'],
      ['d', 'd has not'],
    ]).get(key) ?? '3 VMs are ready';

  test('shows and sends each stored event at least once, and twice only without the write after it', async () => {
    let isOver = false;
    let repeated = 0;
    let kills = 0;
    for (; !isOver; kills += 1) {
      let effects = 0;
      const mayAct = () => {
        effects += 1;
        return effects <= kills;
      };
      let isAlive: () => boolean = mayAct;
      const file = memoryFile(() => isAlive());
      const first = await run(file, mayAct, true);
      isOver = effects <= kills;
      const { waiting, queue } = file.stored().outbox;
      const known = new Set([...first.shown, ...first.stored, ...keysIn([...waiting, ...queue])]);
      isAlive = () => true;
      const second = await run(file, isAlive, false);
      const shown = [...first.shown, ...second.shown];
      const sent = [...first.sent, ...second.sent];
      for (const key of known) {
        const times = shown.filter((one) => one === key).length;
        const sentTimes = sent.filter((title) => title.startsWith(titleOf(key))).length;
        expect([kills, key, times >= 1 && times <= 2, sentTimes >= 1 && sentTimes <= 2]).toEqual([
          ...[kills, key, true, true],
        ]);
        if (times === 2 || sentTimes === 2) repeated += 1;
      }
      const { outbox } = file.stored();
      expect([outbox.waiting, outbox.queue]).toEqual([[], []]);
      if (isOver) expect(known.size).toBe(5);
    }
    expect(kills).toBeGreaterThan(10);
    expect(repeated).toBeGreaterThan(0);
  });
});
