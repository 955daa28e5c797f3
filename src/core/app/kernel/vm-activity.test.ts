import { expect, test } from 'vitest';
import type { AccountState, Vm } from '../../../shared/domain/index.ts';
import { makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { timesOfAccounts, vmTimesAfter } from './vm-activity.ts';

const MINUTE = 60_000;

function stateOf(vms: readonly Vm[]): AccountState {
  return {
    vms: { value: makeVmList(vms), problem: null },
    spend: { value: null, problem: null },
  };
}

type Step = Partial<Vm> | 'gone' | 'asleep';

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
    const report = { accountId: 'a', before, after: next, hasFailed: false, asOf: 0, isAfterWake };
    times = vmTimesAfter(times, report, minute * MINUTE, 10);
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
  ['not while stopped', [low, { ...low, status: 'stopped' }], null],
  ['again after an unknown load', [low, { ...low, ramPercent: null }, low], 2],
  ['from the wake on', [low, 'asleep', low], 1],
  ['again after a restart', [low, { ...low, status: 'stopped' }, low], 2],
])('low load: %s', (_, steps, minute) => {
  expect(after(...steps)?.lowSince ?? null).toBe(minute === null ? null : minute * MINUTE);
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
  const report = { accountId: 'a', hasFailed: false, asOf: 0, isAfterWake: false };
  const first = vmTimesAfter({}, { ...report, before: stateOf([]), after: state }, 0, 10);
  expect(vmTimesAfter(first, { ...report, before: state, after: state }, MINUTE, 10)).toBe(first);
});

test('drops the times of removed accounts', () => {
  const times = { troubleSince: null, isTroubleObserved: false, lowSince: 0 };
  expect(Object.keys(timesOfAccounts({ 'a/1': times, 'ab/1': times }, ['a']))).toEqual(['a/1']);
});

test('a VM that was idle before the clock was set back is idle since then', () => {
  const list = stateOf([makeVm({ id: '1', status: 'running', cpuPercent: 1, ramPercent: 1 })]);
  const report = { accountId: 'a', before: list, after: list, hasFailed: false, asOf: 0 };
  const poll = (known: AppState['vmActivity'], at: number) =>
    vmTimesAfter(known, { ...report, isAfterWake: false }, at, 10);
  const ahead = poll({}, 90 * MINUTE);
  expect(poll(ahead, 5 * MINUTE)['a/1']).toMatchObject({
    lowSince: 5 * MINUTE,
  });
});
