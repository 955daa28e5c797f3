import { expect, test } from 'vitest';
import { silentLog } from '../../log.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
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
    show: ({ title }) => void delivered.push(title),
  });
  await requests.testNotification();
  expect(delivered).toEqual(['Test notification']);
});
