import { expect, test } from 'vitest';
import { silentLog } from '../../log.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import type { Notification } from '../kernel/ports.ts';
import { startAlerts } from './alerts.ts';

test('sends the test notification at once', async () => {
  const delivered: unknown[] = [];
  const unused = () => {
    throw new Error('not used');
  };
  const { requests } = startAlerts({
    settings: { update: unused },
    loaded: DEFAULT_SETTINGS,
    log: silentLog,
    store: { get: unused, core: unused, apply: unused, set: unused, subscribe: unused },
    clock: { now: unused, monotonic: unused, after: unused },
    settingsChanged: unused,
    deliver: async (notifications: readonly Notification[], how) => {
      delivered.push([notifications.map(({ title }) => title), how]);
    },
  });
  await requests.testNotification();
  expect(delivered).toEqual([[['Test notification'], { urgent: true }]]);
});
