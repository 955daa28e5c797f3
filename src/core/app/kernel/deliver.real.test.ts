import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { createAlertFile } from '../../alerts/index.ts';
import { silentLog } from '../../log.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../settings/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { applyAlertStates } from './apply-poll.ts';
import { startDelivery } from './deliver.ts';
import type { Notification } from './ports.ts';
import { createStateStore } from './state-store.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alert-file-'));
});

afterEach(() => rm(folder, { recursive: true }));

const NOON = new Date(2026, 9, 24, 12).getTime();

/** The delivery, with what it notified, and the settings as stored. */
async function start(initial: Settings = DEFAULT_SETTINGS) {
  const clock = createVirtualClock(NOON);
  const store = createStateStore(initialState(environment, NOON));
  const notified: Notification[] = [];
  const desktop = { notify: (notification: Notification) => void notified.push(notification) };
  const path = join(folder, 'alerts.json');
  let stored = initial;
  const settings = {
    load: async () => stored,
    update: async (apply: (settings: Settings) => Settings) => {
      stored = apply(stored);
      return stored;
    },
  };
  const ports = { store, settings, path, log: silentLog, clock, desktop };
  return { ...ports, delivery: await startDelivery(ports), notified };
}

describe('quiet hours of an earlier version', () => {
  const theme = { theme: 'dark' };
  const NIGHT = {
    ...DEFAULT_SETTINGS,
    preferences: { ...theme, quietHours: { isOn: true, from: 1_320, to: 420 } },
  };

  test('end with one notification, which names what they held back', async () => {
    const path = join(folder, 'alerts.json');
    const firing = { phase: 'pending', confirmations: 1 };
    const states = { 'hourlyRate:3': firing };
    await writeFile(path, JSON.stringify({ version: 2, states, held: ['a is gone', 'b failed'] }));
    const first = await start(NIGHT);
    expect(first.notified).toEqual([
      {
        title: 'Quiet hours were removed',
        body: 'Use Do Not Disturb on your computer and phone instead. Held back: a is gone; b failed.',
        destination: { kind: 'alerts' },
      },
    ]);
    await first.delivery.stop();
    const settings = await first.settings.load();
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, preferences: theme });
    const again = await start(settings);
    expect([again.notified, again.store.core().memory.alerts]).toEqual([[], states]);
    await again.delivery.stop();
  });

  test.each([
    ['nobody had', undefined],
    ['were off', { isOn: false, from: 1_320, to: 420 }],
    ['are damaged', 5],
  ])('that %s end without a notification', async (_, quietHours) => {
    const { delivery, notified } = await start({
      ...DEFAULT_SETTINGS,
      preferences: { ...theme, quietHours },
    });
    await delivery.stop();
    expect(notified).toEqual([]);
  });
});

describe('within ten seconds', () => {
  const ready = (name: string): Notification => ({
    title: `You can log in to ${name}`,
    body: '',
    batch: { many: 'VMs are ready to log in', name, ratePerHour: 1.2 },
    destination: { kind: 'vms' },
  });

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

  test('what is urgent does not wait, and a sleep waits for nothing', async () => {
    const { delivery, notified } = await start();
    await delivery.deliver([ready('a')], { urgent: false });
    // The computer is about to sleep: nothing runs after this turn.
    void delivery.deliver([{ ...ready('b'), title: 'b is not stopped' }], { urgent: true });
    expect(notified.map(({ title }) => title)).toEqual(['b is not stopped']);
    delivery.suspended();
    expect(notified.map(({ title }) => title)).toEqual(['b is not stopped', 'You can log in to a']);
  });

  test('a stop tells what waits, and resolves once its messages are stored', async () => {
    const { delivery } = await start();
    const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
    const told: string[] = [];
    delivery.onTold((notifications) => {
      told.push(...notifications.map(({ title }) => title));
      return isStored;
    });
    await delivery.deliver([ready('a')], { urgent: false });
    let isStopped = false;
    const stopped = delivery.stop().then(() => {
      isStopped = true;
    });
    await expect.poll(() => told).toEqual(['You can log in to a']);
    expect(isStopped).toBe(false);
    store();
    await stopped;
  });

  test('what is a message only is told, and notifies of nothing', async () => {
    const { clock, delivery, notified } = await start();
    const told: string[] = [];
    delivery.onTold(async (all) => void told.push(...all.map(({ title }) => title)));
    const over: Notification = {
      title: 'Over',
      body: '',
      destination: { kind: 'alerts' },
      isMessageOnly: true,
      batch: { many: 'alerts are over', name: 'Over', ratePerHour: null },
    };
    await delivery.deliver([over], { urgent: false });
    await clock.advance(10_000);
    await delivery.stop();
    expect([told, notified]).toEqual([['Over'], []]);
  });

  test('an alert is on disk only when it is notified: a killed process would lose it', async () => {
    const first = await start();
    const alert = { phase: 'pending', confirmations: 1 } as const;
    first.store.apply(applyAlertStates(first.store.core(), { 'hourlyRate:3': alert }));
    const title = 'Hourly rate above your limit';
    const opened: Notification = { ...ready(title), title, destination: { kind: 'alerts' } };
    await first.delivery.deliver([opened], { urgent: false });
    first.delivery.polled();
    const stored = async () =>
      Object.keys((await createAlertFile(join(folder, 'alerts.json'), silentLog).load()).states);
    expect(await stored()).toEqual([]);
    await first.clock.advance(10_000);
    await first.delivery.stop();
    expect([first.notified.length, await stored()]).toEqual([1, ['hourlyRate:3']]);
  });
});
