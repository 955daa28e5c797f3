import { describe, expect, test } from 'vitest';
import {
  type AccountState,
  type Problem,
  UNKNOWN_STATE,
  type Vm,
} from '../../shared/domain/index.ts';
import { applyReadings, type PollReadings } from './snapshot.ts';
import { spend, vm } from './testing/records.ts';

const network: Problem = { kind: 'network' };
const forbidden: Problem = { kind: 'forbidden', detail: 'no' };

const vms = (...list: Vm[]): PollReadings['vms'] => ({
  kind: 'value',
  value: { vms: list, skipped: 0 },
});
const failed = (problem: Problem) => ({ kind: 'problem', problem }) as const;
const fresh: PollReadings = {
  vms: vms(vm('a'), vm('b'), vm('c')),
  spend: { kind: 'value', value: spend() },
};
const before = applyReadings(UNKNOWN_STATE, fresh);

/** The same figures as new objects, as each poll brings them. */
const again: PollReadings = structuredClone(fresh);

describe('a poll that brings the same', () => {
  test('is the same object, with every part of it', () => {
    expect(applyReadings(before, again)).toBe(before);
  });

  test('is the same object when it fails in the same way, too', () => {
    const failing = { vms: failed(network), spend: failed(forbidden) };
    const stale = applyReadings(before, failing);
    expect(applyReadings(stale, structuredClone(failing))).toBe(stale);
  });
});

describe('a poll that brings something else', () => {
  test('in one VM keeps the objects of the others, and the spend', () => {
    const readings = { ...again, vms: vms(vm('a'), vm('b', { cpuPercent: 11 }), vm('c')) };
    const after = applyReadings(before, readings);
    expect(after).not.toBe(before);
    expect(after.spend).toBe(before.spend);
    expect(after.vms.value?.vms[0]).toBe(before.vms.value?.vms[0]);
    expect(after.vms.value?.vms[1]).toEqual(vm('b', { cpuPercent: 11 }));
    expect(after.vms.value?.vms[2]).toBe(before.vms.value?.vms[2]);
  });

  test('in the spend keeps the VMs', () => {
    const readings: PollReadings = {
      ...again,
      spend: { kind: 'value', value: spend({ perHour: 1 }) },
    };
    const after = applyReadings(before, readings);
    expect(after.vms).toBe(before.vms);
    expect(after.spend.value?.perHour).toBe(1);
  });

  test.each<[string, PollReadings['vms']]>([
    ['another order', vms(vm('b'), vm('a'), vm('c'))],
    ['one VM less', vms(vm('a'), vm('b'))],
    ['one VM more', vms(vm('a'), vm('b'), vm('c'), vm('d'))],
    [
      'a record that could not be read',
      { kind: 'value', value: { vms: [vm('a'), vm('b'), vm('c')], skipped: 1 } },
    ],
  ])('%s is a change, with the same objects', (_name, reading) => {
    const after = applyReadings(before, { ...again, vms: reading });
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

describe('a poll that fails', () => {
  test.each<[string, Partial<PollReadings>, Partial<Record<keyof AccountState, Problem>>]>([
    ['for the VMs leaves the spend alone', { vms: failed(network) }, { vms: network }],
    ['for the spend leaves the VMs alone', { spend: failed(network) }, { spend: network }],
    [
      'altogether keeps everything beside the problem',
      { vms: failed(network), spend: failed(network) },
      { vms: network, spend: network },
    ],
  ])('%s', (_name, readings, problems) => {
    const after = applyReadings(before, { ...again, ...readings });
    expect(after.vms.value).toBe(before.vms.value);
    expect(after.spend.value).toBe(before.spend.value);
    expect(after.vms.problem).toEqual(problems.vms ?? null);
    expect(after.spend.problem).toEqual(problems.spend ?? null);
  });

  test('loses its problem and nothing else once it succeeds with the same figures', () => {
    const stale = applyReadings(before, { vms: failed(network), spend: failed(network) });
    const after = applyReadings(stale, again);
    expect(after).toEqual(before);
    expect(after.vms.value).toBe(before.vms.value);
    expect(after.spend.value).toBe(before.spend.value);
  });

  test('with another problem shows that one', () => {
    const stale = applyReadings(before, { ...again, vms: failed(network) });
    const timeout: Problem = { kind: 'timeout', seconds: 15 };
    expect(applyReadings(stale, { ...again, vms: failed(timeout) }).vms.problem).toEqual(timeout);
  });

  test('before anything was known has only the problem', () => {
    expect(applyReadings(UNKNOWN_STATE, { vms: failed(network), spend: failed(network) })).toEqual({
      vms: { value: null, problem: network },
      spend: { value: null, problem: network },
    });
  });
});

describe('what the credential may not see any more', () => {
  test('is not shown any more', () => {
    const after = applyReadings(before, { ...again, vms: failed(forbidden) });
    expect(after.vms).toEqual({ value: null, problem: forbidden });
    expect(after.spend).toBe(before.spend);
  });

  test('and is left as it is while it is not asked for', () => {
    const refused = applyReadings(before, { ...again, vms: failed(forbidden) });
    expect(applyReadings(refused, { ...again, vms: { kind: 'notAsked' } })).toBe(refused);
  });
});

test('a spend in which only its time stamp moved is no change', () => {
  const before = applyReadings(UNKNOWN_STATE, {
    vms: { kind: 'notAsked' },
    spend: { kind: 'value', value: spend() },
  });
  const stamped = spend({ lastUpdated: '2026-01-01T00:00:30Z' });
  const readings = { vms: { kind: 'notAsked' }, spend: { kind: 'value', value: stamped } } as const;
  expect(applyReadings(before, readings)).toBe(before);
});

test('a list that may lack VMs is shown with that said, until one is whole', () => {
  const problem = { kind: 'incompatible', endpoint: 'GET /vms', found: 'x' } as const;
  const value = { vms: [vm('a')], skipped: 0 };
  const unasked = { kind: 'notAsked' } as const;
  const incomplete = { kind: 'incomplete', value, problem } as const;
  const partial = applyReadings(UNKNOWN_STATE, { vms: incomplete, spend: unasked });
  expect(partial.vms).toEqual({ value, problem });
  expect(applyReadings(partial, { vms: incomplete, spend: unasked })).toBe(partial);
  const whole = applyReadings(partial, { vms: { kind: 'value', value }, spend: unasked });
  expect(whole.vms.problem).toBeNull();
});
