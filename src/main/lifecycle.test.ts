import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { AppState } from '../shared/app/index.ts';
import { followPower, type OpenAtStartPorts, openAtStart, quitAfter } from './lifecycle.ts';
import { firstStart, signedIn, snapshot } from './testing/app-states.ts';

const watching = signedIn(snapshot([], 0));

function portsFor(state: AppState, hasTray: boolean, happened: string[]): OpenAtStartPorts {
  const record = async (what: string) => {
    happened.push(what);
    return hasTray;
  };
  return {
    application: { state: () => state },
    openPanel: () => void happened.push('panel'),
    trayHost: { look: () => record('look'), start: (ms) => record(`wait ${ms} ms`) },
    isWayland: false,
    isAtLogin: false,
  };
}

test.each<[string, AppState, boolean, readonly string[]]>([
  ['the panel at the first start', firstStart(), true, ['wait 3000 ms', 'look', 'panel']],
  ['nothing at another start', watching, true, ['wait 3000 ms']],
  ['the panel on a desktop without a tray', watching, false, ['wait 3000 ms', 'panel']],
  [
    'the panel at the first start without a tray',
    firstStart(),
    false,
    ['wait 3000 ms', 'look', 'panel'],
  ],
])('opens %s', async (_, state, hasTray, done) => {
  const happened: string[] = [];
  await openAtStart(portsFor(state, hasTray, happened));
  expect(happened).toEqual(done);
});

test.each([
  [true, true, 15_000],
  [true, false, 3_000],
  [false, true, 3_000],
])(
  'on Wayland (%s) at login (%s) it waits %d ms for the tray',
  async (isWayland, isAtLogin, ms) => {
    const happened: string[] = [];
    await openAtStart({ ...portsFor(watching, true, happened), isWayland, isAtLogin });
    expect(happened).toEqual([`wait ${ms} ms`]);
  },
);

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
