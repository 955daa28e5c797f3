import { existsSync, mkdirSync, readFileSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { type AccountState, UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import {
  makeSpend,
  makeVm,
  makeVmList,
  whileRunning,
} from '../../../shared/domain/testing/records.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { costNow } from '../../../shared/usage/app-totals.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { openHistory } from '../../history/history.ts';
import type { VmEvent } from '../../monitor/index.ts';
import { createRecordingLog } from '../../testing/recording-log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import {
  applyAccounts,
  applyPoll,
  applyPreferences,
  applyUsageReport,
} from '../kernel/apply-poll.ts';
import { createStateStore, withoutNotice } from '../kernel/state-store.ts';
import { startHistory } from './history.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Midnight UTC, when a day's costs begin. */
const START = Date.UTC(2026, 10, 20);

const account: AppAccount = makeAccount({ id: 'a', baseUrl: 'https://x/' });

const temporaryPath = async () => join(await temporaryFolder(), 'history.db');

/** A run of the application at a time, as far as the history is concerned. */
function startRun(path: string, at: number) {
  const clock = createVirtualClock(at);
  const log = createRecordingLog();
  const store = createStateStore(initialState(environment, at));
  store.apply(applyAccounts(store.core(), [account]));
  const part = startHistory({ store, path, clock, log });
  let state: AccountState = UNKNOWN_STATE;

  /** A poll after `ms`; a null rate: the service did not answer. */
  async function poll(ms: number, perHour: number | null, events: readonly VmEvent[] = []) {
    await clock.advance(ms);
    const before = state;
    const listed = makeVm({ id: '1', status: 'running', rates: whileRunning(perHour) });
    const vms = { value: makeVmList([listed]), problem: null };
    const problem = { kind: 'network' } as const;
    state =
      perHour === null
        ? { vms: { ...state.vms, problem }, spend: { ...state.spend, problem } }
        : { vms, spend: { value: makeSpend({ perHour }), problem: null } };
    const report = {
      ...{ accountId: 'a', before, after: state, events },
      ...{ hasFailed: perHour === null, asOf: clock.now(), isAfterWake: false },
    };
    store.apply(applyPoll(store.core(), report, clock.now()).core);
    await part.polled(report);
  }
  onTestFinished(() => part.stop());
  return { clock, log, store, part, poll, state: store.get };
}

const interrupted: VmEvent = {
  kind: 'statusChanged',
  vm: makeVm({ id: '1', status: 'interrupted', label: 'train' }),
};

/** Polls every half minute at these rates, each for five minutes. */
async function pollAll(run: ReturnType<typeof startRun>, rates: readonly number[]): Promise<void> {
  for (const rate of rates)
    for (let poll = 0; poll < 10; poll += 1) await run.poll(30 * SECOND, rate);
}

test('opens the database with the first poll, and brings rates and events back after a restart', async () => {
  const path = await temporaryPath();
  const first = startRun(path, START);
  expect(existsSync(path)).toBe(false);
  await pollAll(first, [2, 3, 1]);
  await first.poll(30 * SECOND, 1, [interrupted]);
  const event = { kind: 'vm', accountId: 'a', vmId: '1', name: 'train', what: 'was interrupted' };
  expect(first.state().recentEvents).toMatchObject([event]);
  const stoppedAt = first.clock.now();
  await first.part.stop();

  const second = startRun(path, START + HOUR);
  expect(second.state()).toMatchObject({ rates: [], recentEvents: [] });
  await second.poll(0, 4);
  expect(second.state().rates).toEqual([
    { at: START + 30 * SECOND, rate: 2 },
    { at: expect.any(Number), rate: 3 },
    { at: expect.any(Number), rate: 1 },
    { at: stoppedAt, rate: null },
    { at: START + HOUR, rate: 4 },
  ]);
  expect(second.state().recentEvents).toMatchObject([event]);
  await second.poll(30 * SECOND, 4);
  expect(second.state().recentEvents).toHaveLength(1);
});

test('knows when a VM without times was first seen, also after a restart', async () => {
  const path = await temporaryPath();
  const first = startRun(path, START);
  await pollAll(first, [2]);
  await first.part.stop();
  const second = startRun(path, START + HOUR);
  await second.poll(0, 2);
  expect(second.state().firstSeen).toEqual({ 'a/1': START + 30 * SECOND });
});

test('records each alert once as opened and closed, also where a setting closes it', async () => {
  const path = await temporaryPath();
  const { clock, store, poll, part } = startRun(path, START);
  const setLimit = (isOn: boolean) => {
    const preferences = { ...store.get().preferences, hourlyRate: { isOn, limit: 3 } };
    store.apply(applyPreferences(store.core(), preferences, clock.now()).core);
  };
  setLimit(true);
  for (const rate of [4, 4, 4, 1, 1, 1, 4, 4]) await poll(30 * SECOND, rate);
  setLimit(false);
  for (const rate of [4, 4]) await poll(30 * SECOND, rate);
  await part.stop();
  const history = openHistory(path);
  const kinds = history.events(0, 10).map(({ kind }) => kind);
  expect(kinds).toEqual(['alertClosed', 'alertOpened', 'alertClosed', 'alertOpened']);
  history.close();
});

test('shows a gap in the line after the computer slept, and says why in the events', async () => {
  const path = await temporaryPath();
  const { poll, part, state } = startRun(path, START);
  await poll(0, 2);
  await poll(MINUTE, 2);
  part.suspended();
  await poll(9 * HOUR, 2);
  expect(state().rates).toEqual([
    { at: START, rate: 2 },
    { at: START + MINUTE, rate: null },
    { at: START + MINUTE + 9 * HOUR, rate: 2 },
  ]);
  // One failed poll is no gap.
  await poll(30 * SECOND, null);
  await poll(30 * SECOND, 2);
  part.online(false);
  await poll(HOUR, null);
  await poll(HOUR, 2);
  await part.stop();
  const history = openHistory(path);
  expect(history.events(0, 10)).toMatchObject([
    { kind: 'gap', cause: 'offline' },
    { kind: 'gap', from: START + MINUTE, at: START + MINUTE + 9 * HOUR, cause: 'asleep' },
  ]);
  history.close();
});

test("today's cost is at least what was measured until the bill has it", async () => {
  const run = startRun(await temporaryPath(), START);
  await pollAll(run, [2, 6]);
  const { today } = run.state().costs;
  expect(today.isAtLeast).toBe(true);
  expect(costNow(today, run.clock.now())).toBeCloseTo((2 + 6) / 12, 1);
  const { costs } = run.state();
  await run.poll(30 * SECOND, 6);
  expect(run.state().costs).toBe(costs);

  const report = (amount: number) => {
    const at = run.clock.now();
    const report = { accountId: 'a', today: amount, month: amount, vms: {}, problem: null, at };
    run.store.apply(applyUsageReport(run.store.core(), { ...report, dueAt: at }, at));
    return run.state().costs;
  };
  // No record yet: a zero that is no amount.
  for (const cost of Object.values(report(0))) {
    expect(cost.isAtLeast).toBe(true);
    expect(costNow(cost, run.clock.now())).toBeCloseTo((2 + 6) / 12, 1);
  }
  expect(report(10)).toMatchObject({ today: { known: 10 }, month: { known: 10 } });
  await run.poll(30 * SECOND, 6);
  expect(run.state().costs.today.isAtLeast).toBeUndefined();
});

test('measures what an account has cost until its last reading, also over gaps, midnight and a restart', async () => {
  const path = await temporaryPath();
  const yesterday = startRun(path, START - HOUR);
  expect(await yesterday.part.measure('a', START - HOUR)).toEqual({
    ...{ at: START - HOUR, today: null, month: null },
  });
  await pollAll(yesterday, [12]);
  const before = await yesterday.part.measure('a', yesterday.clock.now());
  expect(before).toMatchObject({ at: yesterday.clock.now() });
  expect(before?.today).toBeCloseTo(12 * (4.5 / 60));
  const month = before?.month ?? 0;
  await yesterday.part.stop();

  const run = startRun(path, START + HOUR);
  const unread = { at: START + HOUR, today: 0, month };
  expect(await run.part.measure('a', run.clock.now())).toEqual(unread);
  await pollAll(run, [6]);
  const after = await run.part.measure('a', run.clock.now());
  // Since midnight at the lower rate, and before that.
  expect(after?.today).toBeCloseTo(6 * (65 / 60));
  expect(after?.month).toBeCloseTo(month + 6 * (120 / 60));
});

test('measures no costs of an account before its first VM', async () => {
  const path = await temporaryPath();
  const history = openHistory(path);
  for (const at of [START, START + MINUTE])
    history.record([{ source: 'a', at, rates: new Map([['', 0]]) }], []);
  history.close();
  const { part } = startRun(path, START + MINUTE);
  expect(await part.measure('a', START + MINUTE)).toMatchObject({ today: null, month: null });
});

test('measures the time before the first reading after a gap at the lower rate', async () => {
  const { clock, part, poll } = startRun(await temporaryPath(), START);
  await poll(0, 2);
  await poll(MINUTE, 2);
  await poll(HOUR, 60);
  const measured = await part.measure('a', clock.now());
  expect(measured?.at).toBe(clock.now());
  expect(measured?.month).toBeCloseTo(2 * (61 / 60));
});

test('replaces a database whose damage shows when it is written, and says so once', async () => {
  const path = await temporaryPath();
  const before = openHistory(path);
  for (let poll = 0; poll < 1_000; poll += 1)
    before.record([{ source: '', at: START + poll, rates: new Map([['', poll]]) }], []);
  before.close();
  const bytes = readFileSync(path);
  // The pages of spans, which opening it does not read.
  const half = bytes.length / 2;
  writeFileSync(path, Buffer.concat([bytes.subarray(0, half), Buffer.alloc(half, 1)]));
  const run = startRun(path, START + HOUR);
  await pollAll(run, [2, 3]);
  expect(run.state().notice).toMatch(/^The history was damaged and is kept as .*\.db\.corrupt-/);
  expect(run.log.lines).toHaveLength(2);
  await run.part.stop();
  const history = openHistory(path);
  const spans = history.spans('', '', START, START + 2 * HOUR);
  expect(spans).toMatchObject([{ rate: 2 }, { rate: 3 }]);
  history.close();
});

/** A database that cannot be written, and what brings it back. */
const UNWRITABLE: readonly [string, (path: string) => () => void, RegExp][] = [
  [
    'of a newer version',
    (path) => {
      const newer = new DatabaseSync(path);
      newer.exec('PRAGMA user_version = 99');
      newer.close();
      return () => unlinkSync(path);
    },
    /written by a newer version of GPU Tray\. Update GPU Tray/,
  ],
  [
    'whose log cannot be created',
    (path) => {
      openHistory(path).close();
      // As in a read-only folder, where root may write, however.
      mkdirSync(`${path}-wal`);
      return () => rmdirSync(`${path}-wal`);
    },
    /^Failed to write the history .* Check its permissions\.$/,
  ],
  [
    'in place of which there is a folder',
    (path) => {
      mkdirSync(path);
      return () => rmdirSync(path);
    },
    /^Failed to write the history /,
  ],
];

test.each(UNWRITABLE)(
  'says once that it cannot write a history %s, and shows everything else',
  async (_, spoil, message) => {
    const path = await temporaryPath();
    const repair = spoil(path);
    const run = startRun(path, START);
    await pollAll(run, [1, 2]);
    expect(run.state().notice).toMatch(message);
    expect(run.log.lines).toHaveLength(1);
    run.store.apply(withoutNotice(run.store.core()));
    await run.poll(30 * SECOND, 3, [interrupted]);
    expect(run.state().notice).toBeNull();
    expect(run.state().rates.map(({ rate }) => rate)).toEqual([1, 2, 3]);
    // What happened meanwhile is written as soon as it can be.
    repair();
    await run.poll(30 * SECOND, 3);
    await run.part.stop();
    const history = openHistory(path);
    expect(history.events(0, 10)).toMatchObject([{ kind: 'vm', status: 'interrupted' }]);
    history.close();
  },
);
