import { expect, test } from 'vitest';
import { startAlerts } from './alerts.ts';

test('sends the test notification at once', async () => {
  const delivered: unknown[] = [];
  const unused = () => {
    throw new Error('not used');
  };
  const { requests } = startAlerts({
    store: { get: unused, core: unused, apply: unused, set: unused, subscribe: unused },
    clock: { now: unused, monotonic: unused, after: unused },
    save: unused,
    show: ({ title }) => void delivered.push(title),
  });
  await requests.testNotification();
  expect(delivered).toEqual(['Test notification']);
});
