import { expect, test } from 'vitest';
import type { AccountState } from '../../../shared/domain/account-state.ts';
import { inStatus, makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { vmTimesAfter } from './vm-activity.ts';

const MINUTE = 60_000;

function stateOf(vms: readonly Vm[]): AccountState {
  return {
    vms: { value: makeVmList(vms), problem: null },
    spend: { value: null, problem: null },
  };
}

type Step = Partial<Vm> | 'gone' | 'asleep';

const timesAfter = (
  known: AppState['vmActivity'],
  before: AccountState,
  after: AccountState,
  now: number,
) =>
  vmTimesAfter(
    known,
    { accountId: 'a', before, after },
    { now, lastAt: now - MINUTE, isGap: false, lowBelow: 10 },
  );

/** The times of one VM after polls a minute apart, the first at minute 0. `asleep` marks the next poll as the one after a wake. */
function after(...steps: readonly Step[]) {
  let times: AppState['vmActivity'] = {};
  let before = stateOf([]);
  let minute = 0;
  let isAfterWake = false;
  for (const step of steps) {
    if (step === 'asleep') {
      isAfterWake = true;
      continue;
    }
    const list = step === 'gone' ? [] : [makeVm({ id: '1', status: 'running', ...step })];
    const next = stateOf(list);
    const lastAt = (minute - 1) * MINUTE;
    const about = { now: minute * MINUTE, lastAt, isGap: isAfterWake, lowBelow: 10 };
    times = vmTimesAfter(times, { accountId: 'a', before, after: next }, about);
    before = next;
    isAfterWake = false;
    minute += 1;
  }
  return times['a/1'];
}

const low = { cpuPercent: 9, ramPercent: 9 };

test.each<[string, readonly Step[], number | null]>([
  ['at the first poll with low CPU and RAM', [{}, low, low], 1],
  ['not with one of them above', [{ ...low, ramPercent: 10 }], null],
  ['not while stopped', [low, { ...low, ...inStatus('stopped') }], null],
  ['again after an unknown load', [low, { ...low, ramPercent: null }, low], 2],
  ['from the wake on', [low, 'asleep', low], 1],
  ['again after a restart', [low, { ...low, ...inStatus('stopped') }, low], 2],
])('low load: %s', (_, steps, minute) => {
  expect(after(...steps)?.lowSince ?? null).toBe(minute === null ? null : minute * MINUTE);
});

const gpus = (...gpuPercents: number[]) => ({ gpuCount: 2, gpuPercents, ...low });
const busy = gpus(61, 0);
const unused = gpus(4, 0);
const works = (minutes: number) => Array<Step>(minutes).fill(busy);

test.each<[string, readonly Step[], object | undefined]>([
  ['low, whatever CPU and RAM are', [{ ...unused, cpuPercent: 90 }], { lowSince: 0 }],
  ['not low with one of them above', [gpus(5, 0)], undefined],
  ['not low with one unknown', [gpus(0)], undefined],
  ['at work since the first such poll', works(3), { highSince: 0 }],
  ['without work of 30 min', [...works(30), unused], { lowSince: 30 }],
  ['after work of 30 min', [...works(31), unused, unused], { lowSince: 31, workedUntil: 30 }],
  [
    'after work before a sleep',
    [...works(40), 'asleep', unused],
    { lowSince: 40, workedUntil: 39 },
  ],
  [
    'at work since the wake',
    [...works(40), 'asleep', busy, busy],
    { highSince: 40, workedUntil: 39 },
  ],
  [
    'busy again after it looked finished',
    [...works(31), ...Array<Step>(11).fill(unused), gpus(50, 0)],
    undefined,
  ],
  [
    'busy for a moment after work',
    [...works(31), unused, gpus(50, 0), unused],
    { lowSince: 33, workedUntil: 30 },
  ],
  ['restarted after work', [...works(31), { ...busy, ...inStatus('stopped') }], undefined],
])('GPUs of the record: %s', (_, steps, minutes) => {
  const { lowSince = null, highSince, workedUntil } = after(...steps) ?? {};
  const found = Object.entries({ lowSince, highSince, workedUntil }).flatMap(([name, time]) =>
    time == null ? [] : [[name, time / MINUTE] as const],
  );
  expect(Object.fromEntries(found)).toEqual(minutes ?? {});
});

const spot = { status: 'interrupted' };

test.each<[string, readonly Step[], number | null, boolean]>([
  ['observed from the poll that showed it', [{}, spot, spot], 1, true],
  ['not observed if it was there from the start', [spot, spot], 0, false],
  ['new with another status', [{}, spot, { status: 'failed' }], 2, true],
  ['over with a running VM', [{}, spot, {}], null, false],
  ['over with a VM that is gone', [{}, spot, 'gone'], null, false],
  ['kept over a sleep', [{}, spot, 'asleep', spot], 1, true],
])('trouble: %s', (_, steps, minute, isObserved) => {
  const { troubleSince = null, isTroubleObserved = false } = after(...steps) ?? {};
  const expected = [minute === null ? null : minute * MINUTE, isObserved];
  expect([troubleSince, isTroubleObserved]).toEqual(expected);
});

test('returns the same object when nothing changed', () => {
  const state = stateOf([makeVm({ id: '1', status: 'running', ...low })]);
  const first = timesAfter({}, stateOf([]), state, 0);
  expect(timesAfter(first, state, state, MINUTE)).toBe(first);
});

test('a VM that was idle before the clock was set back is idle since then', () => {
  const list = stateOf([makeVm({ id: '1', status: 'running', cpuPercent: 1, ramPercent: 1 })]);
  const poll = (known: AppState['vmActivity'], at: number) => timesAfter(known, list, list, at);
  const ahead = poll({}, 90 * MINUTE);
  expect(poll(ahead, 5 * MINUTE)['a/1']).toMatchObject({
    lowSince: 5 * MINUTE,
  });
});

const operable = { operations: ['stop'] } as const;

test('where the record says what is possible, a VM is starting from the first poll on that shows it so', () => {
  const creating = { ...operable, ...inStatus('creating') };
  const starting = { ...operable, ...inStatus('starting') };
  expect(after(operable, creating, starting, starting)?.startingSince).toBe(MINUTE);
  expect(after(creating, operable)).toBeUndefined();
  expect(after({ status: 'starting' })).toBeUndefined();
  const unbilled = {
    ...starting,
    rates: { now: { perHour: 0, isAtLeast: true }, running: null, stopped: null },
  };
  expect(after(operable, unbilled, unbilled)).toBeUndefined();
});

test('a VM that had a GPU and has none has lost it, until it has one again', () => {
  const on = { ...operable, gpuCount: 1 };
  const stopped = { ...on, ...inStatus('stopped') };
  const none = { ...operable, gpuCount: 0 };
  expect(after(on, stopped, { ...none, ...inStatus('starting') }, none, none)?.hasLostGpu).toBe(
    true,
  );
  expect(after(on, none, on)).toBeUndefined();
  expect(after(none, none)).toBeUndefined();
});
