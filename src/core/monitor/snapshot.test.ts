import { describe, expect, test } from 'vitest';
import {
  type AccountState,
  UNKNOWN_STATE,
  type VmList,
} from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeVmList, whileRunning } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createRuns } from './poll-account.ts';
import { applyReadings, diffVms, outcomeOf, type PollReadings } from './snapshot.ts';
import { spend, vm } from './testing/records.ts';

const network: Problem = { kind: 'network' };
const forbidden: Problem = { kind: 'forbidden', detail: 'no' };

const vms = (...list: Vm[]): PollReadings['vms'] => ({
  kind: 'value',
  value: makeVmList(list),
});
const failed = (problem: Problem) => ({ kind: 'problem', problem }) as const;
const fresh: PollReadings = {
  vms: vms(vm('a'), vm('b'), vm('c')),
  spend: { kind: 'value', value: spend() },
};
const before = applyReadings(UNKNOWN_STATE, fresh);

const withRuns = createRuns(createVirtualClock());

/** As the reader applies a list. */
const applyPoll = (state: AccountState, { vms, spend }: PollReadings): AccountState =>
  applyReadings(state, {
    vms: vms.kind === 'value' ? { ...vms, value: withRuns(state.vms.value, vms.value) } : vms,
    spend,
  });

/** The same values as new objects, as each poll returns them. */
const again: PollReadings = structuredClone(fresh);

describe('an unchanged poll', () => {
  test('keeps the object', () => {
    expect(applyPoll(before, again)).toBe(before);
  });
});

describe('a changed poll', () => {
  test('keeps the objects of the unchanged VMs and the spend', () => {
    const readings = { ...again, vms: vms(vm('a'), vm('b', { cpuPercent: 11 }), vm('c')) };
    const after = applyPoll(before, readings);
    expect(after).not.toBe(before);
    expect(after.spend).toBe(before.spend);
    expect(after.vms.value?.vms[0]).toBe(before.vms.value?.vms[0]);
    expect(after.vms.value?.vms[1]).toEqual(vm('b', { cpuPercent: 11 }));
    expect(after.vms.value?.vms[2]).toBe(before.vms.value?.vms[2]);
  });

  test.each<[string, PollReadings['vms']]>([
    ['one VM less', vms(vm('a'), vm('b'))],
    [
      'a skipped record',
      { kind: 'value', value: makeVmList([vm('a'), vm('b'), vm('c')], { skipped: 1 }) },
    ],
  ])('%s is a change that keeps the objects of the VMs', (_name, reading) => {
    const after = applyPoll(before, { ...again, vms: reading });
    expect(after.vms).not.toBe(before.vms);
    expect(after.vms).toEqual({
      value: reading.kind === 'value' ? reading.value : null,
      problem: null,
    });
    const known = new Map(before.vms.value?.vms.map((one) => [one.id, one]));
    for (const one of after.vms.value?.vms ?? [])
      if (known.has(one.id)) expect(one).toBe(known.get(one.id));
  });
});

describe('a failed poll', () => {
  test.each<[string, Partial<PollReadings>, Partial<Record<keyof AccountState, Problem>>]>([
    ['keeps the spend when the VMs fail', { vms: failed(network) }, { vms: network }],
    ['keeps the VMs when the spend fails', { spend: failed(network) }, { spend: network }],
    [
      'keeps both values beside the problems',
      { vms: failed(network), spend: failed(network) },
      { vms: network, spend: network },
    ],
  ])('%s', (_name, readings, problems) => {
    const after = applyPoll(before, { ...again, ...readings });
    expect(after.vms.value).toBe(before.vms.value);
    expect(after.spend.value).toBe(before.spend.value);
    expect(after.vms.problem).toEqual(problems.vms ?? null);
    expect(after.spend.problem).toEqual(problems.spend ?? null);
  });
});

describe('VMs that the credential may no longer see', () => {
  const confirmed = { kind: 'problem', problem: forbidden, isConfirmed: true } as const;

  test('are removed', () => {
    const after = applyReadings(before, { ...again, vms: confirmed });
    expect(after.vms).toEqual({ value: null, problem: forbidden });
    expect(after.spend).toBe(before.spend);
  });

  test('stay removed while they are not requested', () => {
    const refused = applyReadings(before, { ...again, vms: confirmed });
    expect(applyReadings(refused, { ...again, vms: { kind: 'notAsked' } })).toBe(refused);
  });
});

test('a spend with only a new time stamp is unchanged', () => {
  const before = applyReadings(UNKNOWN_STATE, {
    vms: { kind: 'notAsked' },
    spend: { kind: 'value', value: spend() },
  });
  const stamped = spend({ lastUpdated: '2026-01-01T00:00:30Z' });
  const readings = { vms: { kind: 'notAsked' }, spend: { kind: 'value', value: stamped } } as const;
  expect(applyReadings(before, readings)).toBe(before);
});

test('outdated figures of the service have their problem until newer ones arrive', () => {
  const old = (at: number): PollReadings => ({
    ...again,
    spend: { kind: 'value', value: spend({ outdatedAt: at }) },
  });
  const outdated = applyReadings(before, old(1));
  expect(outdated.spend).toMatchObject({
    value: { perHour: 0.69 },
    problem: { kind: 'oldSpend', at: 1 },
  });
  expect(applyPoll(outdated, structuredClone(old(1)))).toBe(outdated);
  expect(applyReadings(outdated, old(2)).spend.problem).toEqual({ kind: 'oldSpend', at: 2 });
  expect(applyReadings(outdated, again).spend.problem).toBeNull();
});

test('a VM is changing by a list that was just received, not by an older one', () => {
  const changing = { ...fresh, vms: vms(vm('a', { status: 'creating' })) };
  const listed = applyReadings(before, changing);
  expect(outcomeOf(listed, changing).isChanging).toBe(true);
  const waiting = {
    ...fresh,
    vms: vms(vm('a', { status: 'starting', note: 'waits for its GPU' })),
  };
  expect(outcomeOf(applyReadings(before, waiting), waiting).isChanging).toBe(false);
  const failing = {
    ...fresh,
    vms: failed({ kind: 'server', status: 500, retryAt: null }),
  };
  expect(outcomeOf(applyReadings(listed, failing), failing).isChanging).toBe(false);
});

test('an incomplete list has its problem until a complete one arrives', () => {
  const problem = { kind: 'incompleteList' };
  const value = makeVmList([vm('a')], { isComplete: false });
  const unasked = { kind: 'notAsked' } as const;
  const incomplete = { kind: 'value', value } as const;
  const partial = applyReadings(UNKNOWN_STATE, { vms: incomplete, spend: unasked });
  expect(partial.vms).toEqual({ value, problem });
  expect(applyReadings(partial, { vms: incomplete, spend: unasked })).toBe(partial);
  const whole = applyReadings(partial, { vms: vms(vm('a')), spend: unasked });
  expect(whole.vms).toEqual({ value: makeVmList([vm('a')]), problem: null });
});

test('an incomplete list never replaces a complete one', () => {
  const value = makeVmList([vm('a'), vm('z')], { isComplete: false });
  const after = applyReadings(before, { ...again, vms: { kind: 'value', value } });
  expect(after.vms.value).toBe(before.vms.value);
  expect(after.vms.problem).toEqual({ kind: 'incompleteList' });
});

describe('diffVms', () => {
  const list = (...values: Vm[]): VmList => makeVmList(values);
  const [a, b, c] = [vm('a'), vm('b'), vm('c')];

  test.each<[string, VmList | null, VmList | null]>([
    ['the first snapshot', null, list(a, b)],
    ['the same VMs', list(a, b), list(a, b)],
    ['another order', list(a, b), list(b, a)],
    [
      'other values',
      list(a),
      list(vm('a', { cpuPercent: 99, rates: whileRunning(5), label: 'new' })),
    ],
    ['skipped records', list(a), makeVmList([a], { skipped: 3 })],
  ])('%s has no events', (_name, before, after) => {
    expect(diffVms(before, after)).toEqual([]);
  });

  test.each([
    [makeVmList([a, b], { isComplete: false }), makeVmList([vm('a', { status: 'failed' }), c])],
    [
      makeVmList([a, b], { isComplete: false }),
      makeVmList([vm('a', { status: 'failed' }), c], { isComplete: false }),
    ],
  ])('from an incomplete list, only statuses change', (before, after) => {
    expect(diffVms(before, after).map(({ kind }) => kind)).toEqual(['statusChanged']);
  });

  test('events are in the order of the list, gone VMs last with their last record', () => {
    const interrupted = vm('a', { status: 'interrupted' });
    const unknown = vm('b', { status: 'hibernating' });
    expect(diffVms(list(c, a, b), list(vm('d'), unknown, interrupted))).toEqual([
      { kind: 'appeared', vm: vm('d') },
      { kind: 'statusChanged', vm: unknown },
      { kind: 'statusChanged', vm: interrupted },
      { kind: 'gone', vm: c },
    ]);
  });
});
