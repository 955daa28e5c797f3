import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { AppState } from '../shared/state/index.ts';
import { openAtStart, quitAfter } from './lifecycle.ts';
import { firstStart, signedIn, snapshot } from './testing/app-states.ts';

const watching = signedIn(snapshot([], 0));
const first = firstStart();
const signedOut = { ...first, preferences: { ...first.preferences, autostart: true } };

test.each<[string, AppState, boolean, readonly string[]]>([
  ['the panel at the first start', firstStart(), true, ['panel']],
  ['nothing at another start', watching, true, ['wait']],
  ['nothing at a login without an account', signedOut, true, ['wait']],
  ['the panel on a desktop without a tray', watching, false, ['wait', 'panel']],
  ['the panel at the first start without a tray', firstStart(), false, ['panel']],
])('opens %s', async (_, state, hasTray, done) => {
  const happened: string[] = [];
  const decided = async () => happened.push('wait') > 0 && hasTray;
  const trayHost = { hasTray: () => hasTray, decided };
  await openAtStart(state, trayHost, () => void happened.push('panel'));
  expect(happened).toEqual(done);
});

test('the app quits after the cleanup has finished, which runs once', async () => {
  let hasEnded = false;
  /** Quits like Electron, unless a listener prevents it. */
  const app = Object.assign(new EventEmitter(), {
    quit() {
      const event = new Event('will-quit', { cancelable: true });
      app.emit('will-quit', event);
      hasEnded ||= !event.defaultPrevented;
    },
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  let times = 0;
  quitAfter(app, () => {
    times += 1;
    return promise;
  });
  app.quit();
  app.quit();
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  resolve();
  await expect.poll(() => hasEnded).toBe(true);
  expect(times).toBe(1);
});
