import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import { whoActs } from '../../src/core/acting/index.ts';
import type { Clock } from '../../src/core/clock.ts';
import { openHistory } from '../../src/core/history/index.ts';

// Two applications on one settings folder, in simulated time: one acts, and the other one takes over.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** `watch`, signed in to a running VM, and then the app. @param provider at a rental service by password */
async function startTwo(provider: 'runpod' | 'rental' = 'runpod') {
  const world = await startWorld({ provider, vms: 0 });
  onTestFinished(world.close);
  const { time, control, folder } = world;
  const told: string[] = [];
  const { id: vmId } = control.createVm({
    ...{ instance_label: 'train', gpu_count: 2, load: 'idle', status: 'running' },
  });
  const items = new Map<string, string>();
  let isLocked = false;
  const keychain = {
    get: (item: string) => items.get(item),
    set: (item: string, value: string) => (isLocked ? null : items.set(item, value)),
    delete: (item: string) => items.delete(item),
  };
  const start = world.starter({ keychain });

  /** An application that can be killed: then it does nothing more, and its lock is free. */
  async function program(name: 'app' | 'watch') {
    let isKilled = false;
    let isSuspended = false;
    let timesRead = 0;
    let onTimeRead: (count: number) => void = () => {};
    const waiting: (() => void)[] = [];
    const clock: Clock = {
      ...time.clock,
      now() {
        timesRead += 1;
        onTimeRead(timesRead);
        return time.clock.now();
      },
      after: (ms, run) =>
        time.clock.after(ms, () => {
          if (isSuspended) waiting.push(run);
          else if (!isKilled) run();
        }),
    };
    function suspend(isNow: boolean): void {
      isSuspended = isNow;
      if (!isNow) for (const run of waiting.splice(0)) run();
    }
    const application = await start({
      program: name,
      clock,
      fetch: (input, init) => (isKilled ? new Promise(() => {}) : time.fetch(input, init)),
      onNotified: ({ title }) => isKilled || told.push(`${name}: ${title}`),
    });
    const { stop, state } = application;
    let pushed = state();
    application.subscribe((next) => {
      pushed = next;
    });
    onTestFinished(stop);
    const requests = () => application.requests;
    return {
      requests,
      state,
      pushed: () => pushed,
      suspend,
      stop,
      /** Calls back when it reads the time for the n-th time from now on. */
      onTimeRead(n: number, run: () => void): void {
        timesRead = 0;
        onTimeRead = (count) => count === n && run();
      },
      async kill() {
        isKilled = true;
        const stopped = stop();
        await time.pass(5 * SECOND);
        await stopped;
      },
    };
  }

  async function answer<T>(request: Promise<T>): Promise<T> {
    await time.pass(10 * SECOND);
    return request;
  }

  const watch = await program('watch');
  const { apiKeys, email, password } = world.credentials[0];
  const account = { provider, baseUrl: world.baseUrl, accountId: null };
  const { accountId } = await answer(
    provider === 'rental'
      ? watch.requests().signInWithPassword({ ...account, email, password })
      : watch.requests().signInWithKey({ ...account, key: apiKeys.read_write }),
  );
  const app = await program('app');
  await time.pass(MINUTE);
  return {
    ...{ time, control, folder, told, vmId, accountId, watch, app, answer },
    pass: (minutes: number) => time.pass(minutes * MINUTE),
    lockKeychain(isNow: boolean): void {
      isLocked = isNow;
    },
    stops: () => control.state().requests.counts['POST /v2/pods/:id/action'] ?? 0,
    settings: () => JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')),
    events() {
      const history = openHistory(join(folder, 'history.db'), true);
      const events = history.events(0, 100);
      history.close();
      return events;
    },
  };
}

const ACTOR = { actor: expect.objectContaining({ program: 'watch' }), isSilent: false };

test('one of two applications stops the VM, announces it and writes history; both show it', async () => {
  const own = await startTwo();
  expect([own.watch.state().actsElsewhere, own.app.state().actsElsewhere]).toEqual([null, ACTOR]);
  const { accountId, vmId } = own;
  await own.answer(own.app.requests().setAutoStop({ accountId, vmId, when: '30m' }));
  await own.pass(1);
  expect(Object.keys(own.watch.state().autoStops)).toHaveLength(1);
  await own.pass(35);
  expect([own.stops(), own.told]).toEqual([1, [expect.stringMatching(/^watch: train stops at/)]]);
  for (const { state } of [own.app, own.watch])
    expect(state().snapshots[accountId]?.vms.value?.vms[0]?.status).toBe('stopped');
  expect(own.events().filter(({ kind }) => kind === 'vm')).toHaveLength(1);
  expect(own.app.state().recentEvents).toEqual(own.watch.state().recentEvents);
});

test('the other one takes over within 30 s after a kill, without a second announcement or alert', async () => {
  const own = await startTwo();
  const { accountId, vmId } = own;
  const hourlyRate = { isOn: true, limit: 1 };
  await own.answer(own.watch.requests().changePreferences({ hourlyRate }));
  await own.answer(own.watch.requests().setAutoStop({ accountId, vmId, when: '30m' }));
  await own.pass(20);
  const before = [
    'watch: Hourly rate above your limit',
    expect.stringMatching(/^watch: train stops at/),
  ];
  expect(own.told).toEqual(before);
  await own.watch.kill();
  await own.time.pass(25 * SECOND);
  expect(own.app.state().actsElsewhere).toBeNull();
  expect(own.app.pushed()).toBe(own.app.state());
  await own.pass(4);
  expect([own.stops(), own.told]).toEqual([0, before]);
  await own.pass(9);
  expect(own.stops()).toBe(1);
  expect(own.told).toEqual([...before, 'app: Hourly rate back below your limit']);
  expect(own.events().filter(({ kind }) => kind === 'gap')).toEqual([]);
  expect(own.events().filter(({ kind }) => kind === 'vm')).toHaveLength(1);
  const recent = own.app.state().recentEvents;
  expect(new Set(recent.map((event) => JSON.stringify(event))).size).toBe(recent.length);
});

test('a viewer shows alerts, and leaves snoozes to the process that notifies of them', async () => {
  const own = await startTwo();
  const hourlyRate = { isOn: true, limit: 1 };
  await own.answer(own.app.requests().changePreferences({ hourlyRate }));
  await own.pass(3);
  expect(own.told).toEqual(['watch: Hourly rate above your limit']);
  const rules = [own.app, own.watch].map(({ state }) => state().alerts.map(({ rule }) => rule));
  expect(rules).toEqual([['hourlyRate'], ['hourlyRate']]);
  const [{ id: alertId } = { id: '' }] = own.app.state().alerts;
  await expect(own.app.requests().snoozeAlert({ alertId, snooze: 'hour' })).rejects.toMatchObject({
    refusal: {
      message: expect.stringMatching(/^gpu-tray watch \(pid \d+\) is already running\.$/),
    },
  });
});

test('a process that is suspended for 5 min is named to the user once, and until it polls again', async () => {
  const own = await startTwo();
  const silent = () => [own.app.state().actsElsewhere?.isSilent, own.app.state().notice];
  expect(silent()).toEqual([false, null]);
  own.watch.suspend(true);
  await own.pass(8);
  const title = expect.stringMatching(/^app: gpu-tray watch \(pid \d+\) has stopped responding$/);
  expect(own.told).toEqual([title]);
  expect(silent()).toEqual([true, expect.stringMatching(/Resume or end that process\.$/)]);
  own.watch.suspend(false);
  await own.pass(3);
  expect([own.told, silent()]).toEqual([[title], [false, null]]);
});

test('a quit while it takes over ends both', async () => {
  const own = await startTwo();
  await own.watch.kill();
  const stopped = Promise.withResolvers<void>();
  own.app.onTimeRead(15, () => own.app.stop().then(stopped.resolve, stopped.reject));
  await own.pass(1);
  await stopped.promise;
  const { counts } = own.control.state().requests;
  const before = { ...counts };
  await own.pass(5);
  expect(own.control.state().requests.counts).toEqual(before);
  expect(await whoActs(own.folder, own.time.clock.now())).toBe('nobody');
});

test('a viewer that takes over keeps the token that a locked keychain did not store', async () => {
  const own = await startTwo('rental');
  own.watch.suspend(true);
  own.lockKeychain(true);
  await own.pass(70);
  const { accounts } = own.app.state();
  expect(accounts.map(({ storedIn }) => storedIn)).toEqual(['memory']);
  await own.watch.kill();
  await own.pass(1);
  expect(own.app.state().actsElsewhere).toBeNull();
  own.lockKeychain(false);
  await own.pass(70);
  const state = own.app.state();
  expect(state.accounts.map(({ storedIn }) => storedIn)).toEqual(['keychain']);
  expect(state.snapshots[own.accountId]?.vms).toMatchObject({ problem: null });
});
