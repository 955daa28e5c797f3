import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { createAlertFile } from '../../alerts/index.ts';
import { silentLog } from '../../log.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
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

const MINUTE = 60_000;
// Local time, over the night on which Europe and many others set their clocks back.
const EVENING = new Date(2026, 9, 24, 23, 30).getTime();

/** The delivery at that time, with what it notified. */
async function start(now: number, quietHours: AppState['preferences']['quietHours']) {
  const clock = createVirtualClock(now);
  const blank = initialState(environment, now);
  const preferences = { ...blank.preferences, quietHours };
  const store = createStateStore({ ...blank, preferences });
  const notified: Notification[] = [];
  const desktop = { notify: (notification: Notification) => void notified.push(notification) };
  const path = join(folder, 'alerts.json');
  const settings = { load: async () => DEFAULT_SETTINGS };
  const delivery = await startDelivery({ store, settings, path, log: silentLog, clock, desktop });
  const say = (title: string, titles?: readonly string[]) =>
    delivery.deliver(
      [{ title, body: '', destination: { kind: 'alerts' }, ...(titles && { titles }) }],
      { urgent: false },
    );
  return { clock, store, delivery, notified, say };
}

const NOON = new Date(2026, 9, 24, 12).getTime();
const OFF = { isOn: false, from: 22 * 60, to: 7 * 60 };

describe('quiet hours', () => {
  const NIGHT = { isOn: true, from: 22 * 60, to: 7 * 60 };

  test('hold notifications for one summary, also over a restart and a change of the clock', async () => {
    const evening = await start(EVENING, NIGHT);
    await evening.say('a was interrupted');
    await evening.say('While you were away', ['b has failed', 'd is offline']);
    await evening.delivery.stop();
    expect(evening.notified).toEqual([]);

    const again = await start(new Date(2026, 9, 25, 6, 50).getTime(), NIGHT);
    await again.say('c is gone');
    await again.clock.advance(9 * MINUTE);
    expect(again.notified).toEqual([]);
    await again.clock.advance(2 * MINUTE);
    await again.delivery.stop();
    expect(again.notified).toEqual([
      {
        title: 'During quiet hours: 4 messages',
        body: 'a was interrupted; b has failed; d is offline; c is gone',
        destination: { kind: 'alerts' },
      },
    ]);
    const later = await start(again.clock.now(), NIGHT);
    await later.delivery.stop();
    expect(later.notified).toEqual([]);
  });

  test('hold nothing urgent, which is notified at once', async () => {
    const { delivery, notified } = await start(EVENING, NIGHT);
    const reminder: Notification = {
      title: 'a keeps billing',
      body: '',
      destination: { kind: 'vms' },
    };
    // The computer is about to sleep: nothing runs after this turn.
    void delivery.deliver([reminder], { urgent: true });
    expect(notified).toEqual([reminder]);
    await delivery.deliver([reminder], { urgent: false });
    expect(notified).toEqual([reminder]);
    await delivery.stop();
  });

  test('that are turned off release what they hold', async () => {
    const { clock, store, delivery, notified, say } = await start(EVENING, NIGHT);
    await say('a has failed');
    await clock.advance(10_000);
    store.set({
      preferences: { ...store.get().preferences, quietHours: { ...NIGHT, isOn: false } },
    });
    delivery.settingsChanged();
    await delivery.stop();
    await say('b has failed');
    await clock.advance(10_000);
    expect(notified.map(({ title }) => title)).toEqual(['During quiet hours', 'b has failed']);
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
    const { clock, delivery, notified } = await start(NOON, OFF);
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
    const { delivery, notified } = await start(NOON, OFF);
    await delivery.deliver([ready('a')], { urgent: false });
    await delivery.deliver([{ ...ready('b'), title: 'b is not stopped' }], { urgent: true });
    expect(notified.map(({ title }) => title)).toEqual(['b is not stopped']);
    delivery.suspended();
    expect(notified.map(({ title }) => title)).toEqual(['b is not stopped', 'You can log in to a']);
  });

  test('a stop tells what waits, and resolves once its messages are stored', async () => {
    const { delivery } = await start(NOON, OFF);
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
    const { clock, delivery, notified } = await start(NOON, OFF);
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
    const first = await start(NOON, OFF);
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
