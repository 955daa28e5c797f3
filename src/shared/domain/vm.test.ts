import { describe, expect, test } from 'vitest';
import { makeVm, VM_STATUSES } from './testing/records.ts';
import { mayAnswerLogin, runningSince, vmName, vmNumber } from './vm.ts';

const LOGIN = { host: '203.0.113.9', port: null, user: 'ubuntu', isShellOnly: false };

describe('vmName', () => {
  const id = '0f9d2c4e-1111-4222-8333-444455556666';

  test.each([
    ['train-1', 'vm-7', 'train-1'],
    ['  train-1 ', 'vm-7', 'train-1'],
    ['', 'vm-7', 'vm-7'],
    ['   ', 'vm-7', 'vm-7'],
    [null, 'vast-312', 'vast-312'],
    [null, null, 'vm-0f9d2c4e'],
  ])('with the label %j and the default name %j is %s', (label, defaultName, name) => {
    expect(vmName({ id, defaultName, label })).toBe(name);
  });
});

test.each([
  ['vm-0', 0],
  ['vm-4107', 4107],
  ['vast-312', null],
  ['vm-0f9d', null],
  [null, null],
])('the number in %j is %j', (defaultName, number) => {
  expect(vmNumber(defaultName)).toBe(number);
});

test.each([
  ['running', undefined, true],
  ['unknown', undefined, true],
  ['unconfirmed', undefined, true],
  ['stopped', LOGIN, false],
  ['starting', LOGIN, false],
  ['interrupted', LOGIN, false],
  ['offline', LOGIN, true],
  ['offline', null, false],
  ['offline', undefined, false],
] as const)('a VM that is %s with the login %j may answer one: %s', (phase, login, expected) => {
  expect(mayAnswerLogin({ phase, ...(login !== undefined && { login }) })).toBe(expected);
});

describe('runningSince', () => {
  const CREATED = '2026-01-01T00:00:00Z';
  const STARTED = '2026-02-01T00:00:00Z';
  const vm = (status: string, startedAt: string | null = STARTED) =>
    makeVm({ id: 'a', status, createdAt: CREATED, startedAt });

  test('is the start of a running VM, and unknown without one', () => {
    expect(runningSince(vm('running'))).toBe(Date.parse(STARTED));
    expect(runningSince(vm('running', null))).toBeNull();
  });

  test('is unknown for an unreadable start', () => {
    expect(runningSince(vm('running', 'yesterday'))).toBeNull();
  });

  test('is null for any other status', () => {
    const others = [...VM_STATUSES, 'hibernating'].filter((status) => status !== 'running');
    expect(others.map((status) => runningSince(vm(status)))).toEqual(others.map(() => null));
  });
});
