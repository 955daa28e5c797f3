import { expect, test } from 'vitest';
import type { AppState } from '../shared/app/index.ts';
import { openAtStart, quitAfter } from './lifecycle.ts';
import { firstStart, signedIn, snapshot } from './testing/app-states.ts';

const watching = signedIn(snapshot([], 0));

test.each<[string, AppState, boolean, readonly string[]]>([
  ['the panel at the first start', firstStart(), true, ['look', 'panel']],
  ['nothing at another start', watching, true, ['look patiently']],
  ['the panel on a desktop without a tray', watching, false, ['look patiently', 'panel']],
  ['the panel at the first start without a tray', firstStart(), false, ['look', 'panel']],
])('opens %s', async (_, state, hasTray, done) => {
  const happened: string[] = [];
  const look = (how: string) => async () => {
    happened.push(how);
    return hasTray;
  };
  await openAtStart({
    application: { state: () => state },
    openPanel: () => void happened.push('panel'),
    trayHost: { look: look('look'), lookPatiently: look('look patiently') },
  });
  expect(happened).toEqual(done);
});

/** Quits like Electron, unless a listener prevents it. */
function createApp() {
  const listeners: ((event: { preventDefault(): void }) => void)[] = [];
  const app = {
    hasEnded: false,
    on: (_: 'will-quit', listener: (event: { preventDefault(): void }) => void) =>
      listeners.push(listener),
    quit() {
      let isPrevented = false;
      const event = {
        preventDefault() {
          isPrevented = true;
        },
      };
      for (const listener of listeners) listener(event);
      app.hasEnded ||= !isPrevented;
    },
  };
  return app;
}

test('the app quits after the cleanup has finished, which runs once', async () => {
  const app = createApp();
  const { promise, resolve } = Promise.withResolvers<void>();
  let times = 0;
  quitAfter(app, () => {
    times += 1;
    return promise;
  });
  app.quit();
  app.quit();
  await Promise.resolve();
  expect(app.hasEnded).toBe(false);
  resolve();
  await expect.poll(() => app.hasEnded).toBe(true);
  expect(times).toBe(1);
});
