import { expect, test } from 'vitest';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import type { UpdateResult, Updater } from '../kernel/ports.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startUpdates } from './updates.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function setup(off: Updater['off'] = null) {
  const clock = createVirtualClock();
  const store = createStateStore(initialState(environment, clock.now()));
  let result: UpdateResult = { kind: 'current' };
  const calls: string[] = [];
  const updater: Updater = {
    off,
    async check() {
      calls.push('check');
      return result;
    },
    install: () => void calls.push('install'),
  };
  const updates = startUpdates({ store, updater, clock, random: () => 0.5 });
  const finds = (next: UpdateResult) => {
    result = next;
  };
  return { clock, store, updates, calls, finds };
}

const VERSION_2 = { kind: 'ready', version: '2.0.0', needsPassword: false } as const;

test('checks a minute after the start, then once a day', async () => {
  const { clock, store, calls } = setup();
  await clock.advance(MINUTE - 1);
  expect(calls).toEqual([]);
  await clock.advance(1);
  expect(calls).toEqual(['check']);
  expect(store.get().updates).toEqual({ kind: 'idle', checkedAt: clock.now() });
  await clock.advance(DAY - 1);
  expect(calls).toEqual(['check']);
  await clock.advance(1);
  expect(calls).toEqual(['check', 'check']);
});

test.each([
  ['build', /does not check/, /Install a newer version/],
  ['policy', /policy file/, /administrator/],
] as const)(
  'refuses a check that the %s forbids, with the next step',
  async (by, message, action) => {
    const refused = setup(by).updates.requests.checkForUpdates();
    await expect(refused).rejects.toHaveProperty('refusal.message', expect.stringMatching(message));
    await expect(refused).rejects.toHaveProperty('refusal.action', expect.stringMatching(action));
  },
);

test('waits while the panel is open, but not for a window without a tray', async () => {
  const { clock, store, updates, calls } = setup();
  updates.panelOpened(true);
  await clock.advance(10 * MINUTE);
  expect(calls).toEqual([]);
  updates.panelOpened(false);
  await clock.advance(0);
  expect(calls).toEqual(['check']);
  store.set({ environment: { ...environment, hasTray: false } });
  updates.panelOpened(true);
  await clock.advance(DAY);
  expect(calls).toEqual(['check', 'check']);
});

test('waits for the network', async () => {
  const { clock, store, updates, calls } = setup();
  store.set({ environment: { ...environment, isOnline: false } });
  await clock.advance(10 * MINUTE);
  expect(calls).toEqual([]);
  store.set({ environment });
  updates.online();
  await clock.advance(0);
  expect(calls).toEqual(['check']);
});

test('the setting turns the checks off and on, but not those that the user starts', async () => {
  const { clock, store, updates, calls } = setup();
  const setWanted = (checkForUpdates: boolean) => {
    store.set({ preferences: { ...store.get().preferences, checkForUpdates } });
    updates.settingsChanged();
  };
  setWanted(false);
  await clock.advance(DAY);
  expect(clock.pending()).toEqual([]);
  await updates.requests.checkForUpdates();
  expect(calls).toEqual(['check']);
  setWanted(true);
  await clock.advance(DAY);
  expect(calls).toEqual(['check', 'check']);
});

test('installs a version that is ready, or a newer one that was found since', async () => {
  const { clock, store, updates, calls, finds } = setup();
  await expect(updates.requests.installUpdate()).rejects.toThrow('No update is ready');
  finds(VERSION_2);
  await clock.advance(DAY);
  expect(store.get().updates).toEqual(VERSION_2);
  finds({ ...VERSION_2, version: '2.0.1' });
  await clock.advance(DAY);
  expect(store.get().updates).toEqual({ ...VERSION_2, version: '2.0.1' });
  await updates.requests.installUpdate();
  expect(calls).toEqual(['check', 'check', 'install']);
});

test('reports a failure, and checks again the next day', async () => {
  const { clock, store, calls, finds } = setup();
  finds({ kind: 'failed', why: 'unverified' });
  await clock.advance(MINUTE);
  expect(store.get().updates).toEqual({ kind: 'failed', why: 'unverified' });
  finds({ kind: 'current' });
  await clock.advance(DAY);
  expect(calls).toHaveLength(2);
  expect(store.get().updates.kind).toBe('idle');
});
