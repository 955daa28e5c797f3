import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import type { Notification as AppNotification } from '../../core/app/index.ts';
import { silentLog } from '../../core/log.ts';
import { Notification } from '../testing/electron.ts';
import { createNotifier } from './notifications.ts';
import type { Platform } from './platform.ts';

const NOTIFICATION: AppNotification = {
  title: 'a <b> & c failed',
  body: '2 × <4090> & more',
  destination: { kind: 'vms' },
};
const ON_LINUX = { title: 'a <b> & c failed', body: '2 × ‹4090› ＆ more', actions: [] };

beforeEach(() => {
  Notification.shown.length = 0;
  Notification.isSupported = () => true;
});

function desktop(platform: Platform = 'linux') {
  const calls: unknown[] = [];
  const notifier = createNotifier({
    platform,
    log: { ...silentLog, warn: (event) => void calls.push(event) },
    onClick: (notification) => void calls.push(['clicked', notification]),
    onButton: (action) => void calls.push(['pressed', action]),
    onFailed: (notification) => void calls.push(['not shown', notification]),
  });
  return { ...notifier, take: () => calls.splice(0) };
}

const shown = () => Notification.shown.map(({ options }) => options);

const EXTEND = {
  label: 'Extend to 20:00',
  action: { kind: 'setAutoStop', input: { accountId: 'a', vmId: 'x', when: '20:00' } },
} as const;

test('buttons are shown with their labels, and a press is reported with its action', () => {
  const { notify, take } = desktop('win32');
  const action = { kind: 'snoozeAlert', input: { alertId: 'a', snooze: 'hour' } } as const;
  notify({ ...NOTIFICATION, buttons: [EXTEND, { label: 'Snooze 1 h', action }] });
  const { title, body } = NOTIFICATION;
  const actions = ['Extend to 20:00', 'Snooze 1 h'].map((text) => ({ type: 'button', text }));
  expect(shown()).toEqual([{ title, body, actions }]);
  for (const actionIndex of [0, 1]) Notification.shown[0]?.emit('action', { actionIndex });
  expect(take()).toEqual([
    ['pressed', EXTEND.action],
    ['pressed', action],
  ]);
});

test('on Linux there is no button, and a click opens the screen that the first one would open', () => {
  const { notify, take } = desktop();
  const screen = { kind: 'vm', accountId: 'a', vmId: 'x', operation: 'stop' } as const;
  const stop = { label: 'Stop…', action: { kind: 'openPanel', screen } } as const;
  for (const button of [stop, EXTEND]) notify({ ...NOTIFICATION, buttons: [button] });
  expect(shown()).toEqual([ON_LINUX, ON_LINUX]);
  for (const each of Notification.shown) each.emit('click');
  expect(take()).toEqual([
    ['pressed', stop.action],
    ['clicked', { ...NOTIFICATION, buttons: [EXTEND] }],
  ]);
});

test.each([
  ['linux', ON_LINUX.body],
  ['darwin', NOTIFICATION.body],
  ['win32', NOTIFICATION.body],
] as const)('replaces markup characters in the body on Linux only: %s', (platform, body) => {
  desktop(platform).notify(NOTIFICATION);
  expect(shown()).toMatchObject([{ title: NOTIFICATION.title, body }]);
});

test('passes on each notification that failed, and logs the first', () => {
  const { notify, state, take } = desktop();
  notify(NOTIFICATION);
  notify(NOTIFICATION);
  expect(state()).toBe('supported');
  for (const each of Notification.shown) each.emit('failed');
  const notShown = ['not shown', NOTIFICATION];
  expect(take()).toEqual(['notification.failed', notShown, notShown]);
  expect(state()).toBe('failed');
  Notification.isSupported = () => false;
  notify(NOTIFICATION);
  expect(take()).toEqual([notShown]);
  expect(state()).toBe('unsupported');
});

test('a notification is kept until 20 newer ones wait for an answer', async () => {
  const { notify } = desktop('darwin');
  function notifyUnanswered(): WeakRef<object> {
    notify(NOTIFICATION);
    return new WeakRef(Object(Notification.shown.pop()));
  }
  const first = notifyUnanswered();
  for (let more = 0; more < 30; more += 1) {
    notify(NOTIFICATION);
    Notification.shown.pop()?.emit(more % 2 === 0 ? 'click' : 'action', { actionIndex: 0 });
  }
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  async function isKept(): Promise<boolean> {
    // What a `WeakRef` has shown stays until the end of the task.
    await setImmediate();
    if (typeof collect === 'function') collect();
    return first.deref() !== undefined;
  }
  expect(await isKept()).toBe(true);
  for (let more = 0; more < 20; more += 1) notifyUnanswered();
  expect(await isKept()).toBe(false);
});
