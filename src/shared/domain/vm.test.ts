import { describe, expect, test } from 'vitest';
import { makeVm, VM_STATUSES } from './testing/records.ts';
import { runningSince, type VmPhase, vmName, vmPhase } from './vm.ts';

describe('vmPhase', () => {
  test.each<[string, VmPhase]>([
    ['creating', 'changing'],
    ['starting', 'changing'],
    ['running', 'running'],
    ['stopping', 'changing'],
    ['stopped', 'stopped'],
    ['interrupted', 'interrupted'],
    ['destroyed', 'destroyed'],
    ['failed', 'failed'],
    ['offline', 'offline'],
  ])('of %s is %s', (status, phase) => {
    expect(vmPhase(status)).toBe(phase);
  });

  test('knows every documented status', () => {
    expect(VM_STATUSES).toHaveLength(9);
    for (const status of VM_STATUSES) expect(vmPhase(status)).not.toBe('unknown');
  });

  test.each(['', 'RUNNING', 'migrating', 'unknown', 'toString', '__proto__', 'constructor'])(
    'of "%s", which is not documented, is unknown',
    (status) => {
      expect(vmPhase(status)).toBe('unknown');
    },
  );
});

describe('vmName', () => {
  const id = '0f9d2c4e-1111-4222-8333-444455556666';

  test.each([
    ['train-1', 7, 'train-1'],
    ['  train-1 ', 7, 'train-1'],
    ['', 7, 'vm-7'],
    ['   ', 7, 'vm-7'],
    [null, 7, 'vm-7'],
    [null, 0, 'vm-0'],
    [null, null, 'vm-0f9d2c4e'],
  ])('with the label %j and the number %j is %s', (label, vmid, name) => {
    expect(vmName({ id, vmid, label })).toBe(name);
  });
});

describe('runningSince', () => {
  const CREATED = '2026-01-01T00:00:00Z';
  const STARTED = '2026-02-01T00:00:00Z';
  const vm = (status: string, startedAt: string | null = STARTED) =>
    makeVm({ id: 'a', status, createdAt: CREATED, startedAt });

  test('is the start of a running VM, or its creation without one', () => {
    expect(runningSince(vm('running'))).toBe(Date.parse(STARTED));
    expect(runningSince(vm('running', null))).toBe(Date.parse(CREATED));
  });

  test('is unknown for an unreadable start', () => {
    expect(runningSince(vm('running', 'yesterday'))).toBeNull();
  });

  test('is null for any other status', () => {
    const others = [...VM_STATUSES, 'hibernating'].filter((status) => status !== 'running');
    expect(others.map((status) => runningSince(vm(status)))).toEqual(others.map(() => null));
  });
});
