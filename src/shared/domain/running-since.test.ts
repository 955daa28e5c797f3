import { expect, test } from 'vitest';
import { runningSince } from './running-since.ts';
import { makeVm } from './testing/records.ts';
import { VM_STATUSES } from './vm.ts';

const CREATED = '2026-01-01T00:00:00Z';
const STARTED = '2026-02-01T00:00:00Z';
const vm = (status: string, startedAt: string | null = STARTED) =>
  makeVm({ id: 'a', status, createdAt: CREATED, startedAt });

test('a VM that runs does so since it was started, or else since it is there', () => {
  expect(runningSince(vm('running'))).toBe(Date.parse(STARTED));
  expect(runningSince(vm('running', null))).toBe(Date.parse(CREATED));
});

test('a start that cannot be read is not known, rather than the creation', () => {
  expect(runningSince(vm('running', 'yesterday'))).toBeNull();
});

test('no other VM runs since anything', () => {
  const others = [...VM_STATUSES, 'hibernating'].filter((status) => status !== 'running');
  expect(others.map((status) => runningSince(vm(status)))).toEqual(others.map(() => null));
});
