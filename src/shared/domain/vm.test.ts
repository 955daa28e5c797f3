import { describe, expect, test } from 'vitest';
import { makeVm, VM_STATUSES } from './testing/records.ts';
import { gpuLabel, mayAnswerLogin, runningSince, vmName, vmNumber } from './vm.ts';

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

  test('is GPUs and the end of the id where nothing else names the VM', () => {
    const pod = { id: '8xk0mz91uv', defaultName: null, label: null };
    expect(vmName({ ...pod, gpuCount: 1, gpuType: 'NVIDIA GeForce RTX 5090' })).toBe(
      '1 × 5090 · 91uv',
    );
    expect(vmName({ ...pod, gpuCount: 2, gpuType: null })).toBe('2 GPUs · 91uv');
  });
});

test.each([
  ['4090', '4090'],
  ['RTX 4090', '4090'],
  ['RTX 3080 Ti', '3080 Ti'],
  ['NVIDIA GeForce RTX 5090', '5090'],
  ['NVIDIA RTX 6000 Ada Generation', 'RTX 6000 Ada'],
  ['RTX 4000 Ada', 'RTX 4000 Ada'],
  ['RTX A5000', 'RTX A5000'],
  ['NVIDIA A100 80GB PCIe', 'A100 80GB PCIe'],
  ['NVIDIA H100 80GB HBM3', 'H100 80GB'],
  ['Tesla V100', 'V100'],
  ['NVIDIA RTX PRO 6000 Blackwell Server Edition', 'RTX PRO 6000 S'],
  ['RTX PRO 6000 Workstation Edition', 'RTX PRO 6000 WS'],
])('the GPU type %s is %s', (gpuType, label) => {
  expect(gpuLabel({ gpuCount: null, gpuType })).toBe(label);
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

  test('is null for any other status', () => {
    const others = [...VM_STATUSES, 'hibernating'].filter((status) => status !== 'running');
    expect(others.map((status) => runningSince(vm(status)))).toEqual(others.map(() => null));
  });
});
