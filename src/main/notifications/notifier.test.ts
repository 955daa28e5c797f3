import { expect, test } from 'vitest';
import type { Notification } from '../../core/app/index.ts';
import { silentLog } from '../../core/log.ts';
import { createNotifier, type NotifierPorts, type ShownEvents } from './notifier.ts';

const MESSAGE: Notification = {
  title: 'train-1 has failed',
  body: '2 × <4090>',
  destination: { kind: 'vms' },
};

function desktop(values: Partial<NotifierPorts> = {}) {
  const happened: unknown[] = [];
  const events: ShownEvents[] = [];
  const notify = createNotifier({
    platform: 'linux',
    log: { ...silentLog, warn: (event) => void happened.push(event) },
    prepare(text, on) {
      events.push(on);
      return { show: () => void happened.push(text) };
    },
    onClick: (destination) => void happened.push(destination),
    onFailed: (notification) => void happened.push(['not shown', notification.body]),
    ...values,
  });
  return { notify, events, take: () => happened.splice(0) };
}

test('shown, it leads to its place', () => {
  const { notify, events, take } = desktop();
  notify(MESSAGE);
  expect(take()).toEqual([{ title: 'train-1 has failed', body: '2 × ‹4090›' }]);
  events[0]?.onClick();
  events[0]?.onClose();
  expect(take()).toEqual([{ kind: 'vms' }]);
});

test('what the desktop did not show is passed on each time, and logged once', () => {
  const { notify, events, take } = desktop();
  notify(MESSAGE);
  notify(MESSAGE);
  take();
  for (const { onFailed } of events) onFailed();
  const notShown = ['not shown', '2 × <4090>'];
  expect(take()).toEqual(['notification.failed', notShown, notShown]);
});

test('where there are no notifications at all, nothing is lost either', () => {
  const { notify, take } = desktop({ prepare: () => null });
  notify(MESSAGE);
  expect(take()).toEqual(['notification.failed', ['not shown', '2 × <4090>']]);
});
