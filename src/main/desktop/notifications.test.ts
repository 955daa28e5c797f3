import { expect, test } from 'vitest';
import type { Notification } from '../../core/app/index.ts';
import { silentLog } from '../../core/log.ts';
import { createNotifier, type NotificationEvents, type NotifierPorts } from './notifications.ts';

const NOTIFICATION: Notification = {
  title: 'a <b> & c failed',
  body: '2 × <4090> & more',
  destination: { kind: 'vms' },
};
const SHOWN_ON_LINUX = { title: 'a <b> & c failed', body: '2 × ‹4090› ＆ more' };

function desktop(values: Partial<NotifierPorts> = {}) {
  const calls: unknown[] = [];
  const events: NotificationEvents[] = [];
  const notify = createNotifier({
    platform: 'linux',
    log: { ...silentLog, warn: (event) => void calls.push(event) },
    prepare(text, on) {
      events.push(on);
      return { show: () => void calls.push(text) };
    },
    onClick: (notification) => void calls.push(['clicked', notification]),
    onButton: (action) => void calls.push(['pressed', action]),
    onFailed: (notification) => void calls.push(['not shown', notification]),
    ...values,
  });
  return { notify, events, take: () => calls.splice(0) };
}

test('a click is reported with its notification', () => {
  const { notify, events, take } = desktop();
  notify(NOTIFICATION);
  expect(take()).toEqual([SHOWN_ON_LINUX]);
  events[0]?.onClick();
  expect(take()).toEqual([['clicked', NOTIFICATION]]);
});

test('buttons are shown with their labels, and a press is reported with its action', () => {
  const { notify, events, take } = desktop({ platform: 'win32' });
  const autoStop = { accountId: 'a', vmId: 'x', when: '20:00' };
  const action = { kind: 'setAutoStop', input: autoStop } as const;
  const snooze = { kind: 'snoozeAlert', input: { alertId: 'a', snooze: 'hour' } } as const;
  const buttons = [
    { label: 'Extend to 20:00', action },
    { label: 'Snooze 1 h', action: snooze },
  ];
  notify({ ...NOTIFICATION, buttons });
  const { title, body } = NOTIFICATION;
  expect(take()).toEqual([{ title, body, buttons: ['Extend to 20:00', 'Snooze 1 h'] }]);
  events[0]?.onButton(0);
  events[0]?.onButton(1);
  expect(take()).toEqual([
    ['pressed', action],
    ['pressed', snooze],
  ]);
});

test('on Linux there is no button, and a click opens the screen that the first one would open', () => {
  const { notify, events, take } = desktop();
  const screen = { kind: 'vm', accountId: 'a', vmId: 'x', operation: 'stop' } as const;
  const stop = { label: 'Stop…', action: { kind: 'openPanel', screen } } as const;
  const extend = {
    label: 'Extend to 20:00',
    action: { kind: 'setAutoStop', input: { accountId: 'a', vmId: 'x', when: '20:00' } },
  } as const;
  for (const button of [stop, extend]) notify({ ...NOTIFICATION, buttons: [button] });
  expect(take()).toEqual([SHOWN_ON_LINUX, SHOWN_ON_LINUX]);
  for (const { onClick } of events) onClick();
  expect(take()).toEqual([
    ['pressed', stop.action],
    ['clicked', { ...NOTIFICATION, buttons: [extend] }],
  ]);
});

test.each([
  ['linux', SHOWN_ON_LINUX],
  ['darwin', { title: NOTIFICATION.title, body: NOTIFICATION.body }],
  ['win32', { title: NOTIFICATION.title, body: NOTIFICATION.body }],
] as const)('replaces markup characters in the body on Linux only: %s', (platform, shown) => {
  const { notify, take } = desktop({ platform });
  notify(NOTIFICATION);
  expect(take()).toEqual([shown]);
});

test('passes on each notification that failed, and logs the first', () => {
  const { notify, events, take } = desktop();
  notify(NOTIFICATION);
  notify(NOTIFICATION);
  take();
  for (const { onFailed } of events) onFailed();
  const notShown = ['not shown', NOTIFICATION];
  expect(take()).toEqual(['notification.failed', notShown, notShown]);
});

test('passes on the notification where the desktop has none', () => {
  const { notify, take } = desktop({ prepare: () => null });
  notify(NOTIFICATION);
  expect(take()).toEqual(['notification.failed', ['not shown', NOTIFICATION]]);
});
