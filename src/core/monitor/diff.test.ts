import { expect, test } from 'vitest';
import type { Vm, VmList } from '../../shared/domain/index.ts';
import { diffVms } from './diff.ts';
import { vm } from './testing/records.ts';

const list = (...vms: Vm[]): VmList => ({ vms, skipped: 0 });
const [a, b, c] = [vm('a'), vm('b'), vm('c')];

test.each<[string, VmList | null, VmList | null]>([
  ['the first snapshot', null, list(a, b)],
  ['no snapshot any more', list(a), null],
  ['none before and after', null, null],
  ['the same VMs', list(a, b), list(a, b)],
  ['another order', list(a, b), list(b, a)],
  ['other figures', list(a), list(vm('a', { cpuPercent: 99, hourlyRate: 5, label: 'new' }))],
  ['records that could not be read', list(a), { vms: [a], skipped: 3 }],
])('%s brings no events', (_name, before, after) => {
  expect(diffVms(before, after)).toEqual([]);
});

test('a first snapshot without VMs is one: what comes after it has appeared', () => {
  expect(diffVms(list(), list(a))).toEqual([{ kind: 'appeared', vm: a }]);
});

test('events come in the order of the list, gone ones last, as they were last seen', () => {
  const interrupted = vm('a', { status: 'interrupted' });
  const unheardOf = vm('b', { status: 'hibernating' });
  expect(diffVms(list(c, a, b), list(vm('d'), unheardOf, interrupted))).toEqual([
    { kind: 'appeared', vm: vm('d') },
    { kind: 'statusChanged', vm: unheardOf, from: 'running', to: 'hibernating' },
    { kind: 'statusChanged', vm: interrupted, from: 'running', to: 'interrupted' },
    { kind: 'gone', vm: c },
  ]);
});
