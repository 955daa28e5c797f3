import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { AppState } from '../shared/state/index.ts';
import { followPower, type OpenAtStartPorts, openAtStart, quitAfter } from './lifecycle.ts';
import { firstStart, signedIn, snapshot } from './testing/app-states.ts';

const watching = signedIn(snapshot([], 0));
const first = firstStart();
const signedOut = { ...first, preferences: { ...first.preferences, autostart: true } };

function portsFor(state: AppState, hasTray: boolean, happened: string[]): OpenAtStartPorts {
  return {
    application: { state: () => state },
    openPanel: () => void happened.push('panel'),
    trayHost: {
      hasTray: () => hasTray,
      async decided() {
        happened.push('wait');
        return hasTray;
      },
    },
  };
}

test.each<[string, AppState, boolean, readonly string[]]>([
  ['the panel at the first start', firstStart(), true, ['panel']],
  ['nothing at another start', watching, true, ['wait']],
  ['nothing at a login without an account', signedOut, true, ['wait']],
  ['the panel on a desktop without a tray', watching, false, ['wait', 'panel']],
  ['the panel at the first start without a tray', firstStart(), false, ['panel']],
])('opens %s', async (_, state, hasTray, done) => {
  const happened: string[] = [];
  await openAtStart(portsFor(state, hasTray, happened));
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

test('passes each power event on once', () => {
  const power = new EventEmitter();
  const calls: string[] = [];
  const record = (name: string) => () => void calls.push(name);
  followPower(power, {
    suspended: record('suspended'),
    resumed: record('resumed'),
    screenLocked: record('locked'),
    screenUnlocked: record('unlocked'),
    sessionEnding: record('ending'),
  });
  for (const event of ['lock-screen', 'suspend', 'resume', 'unlock-screen', 'shutdown'])
    power.emit(event);
  expect(calls).toEqual(['locked', 'suspended', 'resumed', 'unlocked', 'ending']);
});
