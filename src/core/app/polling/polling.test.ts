import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeSpend, makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import { clockTime } from '../../../shared/format/index.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import type { Notification } from '../../events/index.ts';
import { memoryFile } from '../../events/testing/memory-file.ts';
import { silentLog } from '../../log.ts';
import type { MonitorEvents, PollReport } from '../../monitor/index.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { applyAccounts, applyPreferences, EMPTY_SNAPSHOT } from '../kernel/apply-poll.ts';
import { startDelivery } from '../kernel/deliver.ts';
import type { Part } from '../kernel/ports.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { refuseLimited, startPolling } from './polling.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LIMITED: Problem = { kind: 'rateLimited', retryAt: null };

const snapshotWith = (problem: Problem | null): AccountSnapshot => ({
  ...EMPTY_SNAPSHOT,
  vms: { value: null, problem },
  spend: { value: null, problem },
});

function appWith(problems: Readonly<Record<string, Problem | null>>) {
  const entries = Object.entries(problems);
  return {
    accounts: entries.map(([id]) => makeAccount({ id })),
    snapshots: Object.fromEntries(entries.map(([id, one]) => [id, snapshotWith(one)])),
  };
}

const refusalOf = (
  problems: Readonly<Record<string, Problem | null>>,
  waits: Readonly<Record<string, number | null>>,
) => {
  try {
    refuseLimited(appWith(problems), new Map(Object.entries(waits)));
    return null;
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
};

const NAMED: Problem = { kind: 'server', status: 503, retryAt: NOW };
const IN_A_MINUTE = NOW + 60_000;

test.each<[string, Record<string, Problem | null>, Record<string, number | null>, string | null]>([
  ['without accounts', {}, {}, null],
  ['of polled accounts', { a: null, b: LIMITED }, { a: null, b: null }, null],
  ['of a limited account', { a: LIMITED }, { a: IN_A_MINUTE }, 'Rate limit reached.'],
  ['of one that failed', { a: NAMED }, { a: IN_A_MINUTE }, 'The service returned an error'],
  ['where one of two waits', { a: LIMITED, b: null }, { a: IN_A_MINUTE, b: null }, 'a: Rate limit'],
  [
    'where both wait, for the earlier one',
    { a: LIMITED, b: LIMITED },
    { a: NOW + 120_000, b: IN_A_MINUTE },
    'b: Rate limit',
  ],
])('a refresh %s', (_, problems, waits, message) => {
  const refusal = refusalOf(problems, waits);
  if (message === null) expect(refusal).toBeNull();
  else {
    expect(refusal?.message).toContain(message);
    expect(refusal?.action).toBe(`Retrying at ${clockTime(IN_A_MINUTE)}.`);
  }
});

test('the progress of a list ends with the account that it is of', () => {
  const store = createStateStore(initialState(environment, NOW));
  const events = new EventEmitter<MonitorEvents>();
  const none = () => {};
  const part = startPolling({
    store,
    clock: createVirtualClock(NOW),
    monitor: {
      events,
      adapt: none,
      suspend: none,
      resume: none,
      stop: none,
      refresh: async () => null,
    },
    usageReports: { refresh: async () => {} },
    keychain: { recheck: none },
    deliver: async () => {},
  });
  events.emit('progress', 'gone', 50, 180);
  expect(store.get().listProgress).toBe('Reading 50 of 180…');
  part.accountsChanged();
  expect(store.get().listProgress).toBeNull();
});

describe('after nine hours asleep', () => {
  const SECOND = 1_000;
  const INTERRUPTED = ['interrupted', 'interrupted', 'interrupted'];
  const RUNNING = ['running', 'running', 'running'];

  /** Accounts that were polled, and then slept. */
  async function asleep(ids: readonly string[]) {
    const clock = createVirtualClock(NOW);
    const environment = {
      ...({ platform: 'linux', version: '1', hasTray: true, isOnline: true } as const),
    };
    const store = createStateStore(initialState(environment, NOW));
    const hourlyRate = { isOn: true, limit: 3 };
    const preferences = { ...store.get().preferences, hourlyRate };
    store.apply(applyPreferences(store.core(), preferences, NOW).core);
    store.apply(
      applyAccounts(
        store.core(),
        ids.map((id) => makeAccount({ id })),
      ),
    );
    const shown: Notification[] = [];
    const none = () => {};
    const monitor = {
      events: new EventEmitter<MonitorEvents>(),
      ...{ adapt: none, suspend: none, resume: none, stop: none },
      refresh: async () => null,
    };
    const delivery = await startDelivery({
      ...{
        store,
        clock,
        log: silentLog,
        file: memoryFile(),
        newId: randomUUID,
        watch: { batchMs: 0 },
      },
      ...{ loaded: DEFAULT_SETTINGS, settings: { update: async () => DEFAULT_SETTINGS } },
      desktop: { notify: (notification) => void shown.push(notification) },
    });
    const polling = startPolling({
      store,
      ...{ monitor, clock },
      usageReports: { refresh: async () => {} },
      keychain: { recheck: none },
      ...delivery,
    });
    const parts: readonly Part[] = [polling, delivery];
    /** A poll after 5 s. */
    async function poll(
      accountId: string,
      perHour: number,
      change: Partial<PollReport> & { readonly statuses?: readonly string[] } = {},
    ) {
      await clock.advance(5 * SECOND);
      const { statuses = INTERRUPTED, ...options } = change;
      const listed = statuses.map((status, index) =>
        makeVm({ id: `${accountId}${index}`, label: `${accountId}${index}`, status }),
      );
      const after = {
        vms: { value: makeVmList(listed), problem: null },
        spend: { value: makeSpend({ perHour }), problem: null },
      };
      const events = listed.map((vm) => ({
        ...({ kind: 'statusChanged', vm } as const),
      }));
      const before = store.get().snapshots[accountId] ?? EMPTY_SNAPSHOT;
      const report = {
        ...{ accountId, before, after, hasFailed: false, asOf: clock.now() },
        ...{ events: options.isAfterWake ? events : [], isAfterWake: false, ...options },
      };
      for (const part of parts) await part.polled?.(report);
      await clock.advance(0);
    }
    for (const id of ids) await poll(id, 1, { statuses: RUNNING });
    const sleep = async (ms: number) => {
      for (const part of parts) part.suspended?.();
      await clock.advance(ms);
      for (const part of parts) part.resumed?.();
    };
    await sleep(9 * 3_600 * SECOND);
    const notified = () =>
      shown.map(({ title, body }) => (title.startsWith('While') ? `${title}: ${body}` : title));
    return { clock, delivery, sleep, poll, notified, shown };
  }

  const wake = { isAfterWake: true } as const;

  test('three interruptions and an alert that the second poll confirms are one summary', async () => {
    const { poll, notified } = await asleep(['a']);
    await poll('a', 4, wake);
    for (const _ of [1, 2, 3]) await poll('a', 4);
    expect(notified()).toEqual([
      'While you were away (9 h): Hourly rate above your limit; ' +
        'a0 was interrupted; a1 was interrupted; a2 was interrupted',
    ]);
  });

  test('a wake of seconds and another sleep are one summary', async () => {
    const { sleep, poll, notified } = await asleep(['a']);
    await poll('a', 1, wake);
    await sleep(3_600 * SECOND);
    await poll('a', 1, { ...wake, statuses: ['failed'] });
    for (const _ of [1, 2, 3]) await poll('a', 1);
    expect(notified()).toEqual([
      'While you were away (10 h): a0 was interrupted; a1 was interrupted; a2 was interrupted; a0 has failed',
    ]);
  });

  test('the summary comes 15 s after the last account has answered, and with the end of the app', async () => {
    const { clock, poll, notified } = await asleep(['a', 'b']);
    for (const id of ['a', 'b']) await poll(id, 1, { ...wake, statuses: ['failed'] });
    await clock.advance(15 * SECOND - 1);
    expect(notified()).toEqual([]);
    await clock.advance(1);
    expect(notified()).toEqual(['While you were away (9 h): a0 has failed; b0 has failed']);

    const quitting = await asleep(['a']);
    await quitting.poll('a', 1, { ...wake, statuses: ['failed'] });
    await quitting.delivery.stop();
    expect(quitting.notified()).toEqual(['While you were away (9 h): a0 has failed']);
  });

  test('an account that is not fully read holds nothing back for longer than a minute', async () => {
    const { clock, poll, notified } = await asleep(['a']);
    for (const _ of [1, 2, 3]) await poll('a', 4);
    expect(notified()).toEqual([]);
    await clock.advance(45 * SECOND);
    expect(notified()).toEqual(['While you were away (9 h): Hourly rate above your limit']);
  });

  const seconds = fc.constantFrom(1, 30, 70, 30_000);
  const steps = fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('poll' as const),
          id: fc.constantFrom('a', 'b'),
          // Null: it fails.
          changes: fc.option(fc.nat(2)),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('sleep' as const), seconds }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds }) },
    ),
    { maxLength: 40 },
  );
  type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

  /** Plays a history. @returns what happened and what was notified */
  async function play(history: Steps) {
    const { clock, delivery, sleep, poll, shown } = await asleep(['a', 'b']);
    const waking = new Set(['a', 'b']);
    const happened: string[] = [];
    const happen = () => {
      const vm = makeVm({ id: 'x', label: `vm${happened.length}`, status: 'failed' });
      happened.push(`${vm.label} has failed`);
      return { kind: 'statusChanged', vm } as const;
    };
    const act = {
      async poll({ id, changes }: Extract<Steps[number], { kind: 'poll' }>) {
        const events = Array.from({ length: changes ?? 0 }, happen);
        const hasFailed = changes === null;
        const isAfterWake = !hasFailed && waking.delete(id);
        await poll(id, 1, { statuses: RUNNING, events, hasFailed, isAfterWake });
      },
      async sleep(ms: number) {
        await sleep(ms);
        for (const id of ['a', 'b']) waking.add(id);
      },
    };
    for (const step of history)
      if (step.kind === 'poll') await act.poll(step);
      else if (step.kind === 'sleep') await act.sleep(step.seconds * SECOND);
      else await clock.advance(step.seconds * SECOND);
    await delivery.stop();
    return { happened, shown };
  }

  test('notifies of each change once, however polls, failures and sleeps follow', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { happened, shown } = await play(history);
        const lines = shown.flatMap(({ events = [] }) =>
          events.flatMap((event) => (event.kind === 'vm' ? `${event.name} ${event.what}` : [])),
        );
        expect(lines.toSorted()).toEqual(happened.toSorted());
      }),
      { numRuns: 150 },
    );
  });
});
