import { expect, test } from 'vitest';
import type { OrderDraft } from '../../shared/domain/order-draft.ts';
import { makeVm } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { EMPTY_DRAFT } from '../../shared/domain/vm-order.ts';
import { type Finding, findLaunched, launchNote } from './launch-notes.ts';

const DRAFT: OrderDraft = { ...EMPTY_DRAFT, node: 'vm01', gpuType: '4090', template: '100' };
const NOW = Date.parse('2026-01-02T12:00:00Z');

const ORDER = { node: 'vm01' };
const vm = (id: string, known: Partial<Vm> = {}) =>
  makeVm({ ...{ id, status: 'creating', gpuType: '4090' }, order: ORDER, ...known });
const OLD = vm('old', { createdAt: '2026-01-01T00:00:00Z' });
const OURS = vm('ours', { createdAt: '2026-01-02T12:00:01Z' });
const OTHER = vm('other', { gpuType: '5090', createdAt: '2026-01-02T12:00:01Z' });
const TWIN = vm('twin', { createdAt: '2026-01-02T12:00:02Z' });

const list = (items: readonly Vm[], more = {}) => ({
  ...{ items, skipped: 0, isComplete: true },
  ...more,
});
const found = (of: Vm): Finding => ({ kind: 'vm', vm: of });
const unknown = (...vms: readonly Vm[]): Finding => ({
  ...{ kind: 'unknown', vms, problem: { kind: 'incompleteList' } },
});

test.each<[string, ReturnType<typeof list>, Finding]>([
  ['no new VM', list([OLD]), { kind: 'none' }],
  ['no VM at all', list([]), { kind: 'none' }],
  ['the ordered VM first', list([OURS, OLD]), found(OURS)],
  ['the ordered VM last', list([OLD, OURS]), found(OURS)],
  ['another new VM before it', list([OTHER, OLD, OURS]), found(OURS)],
  ['the ordered VM, and unreadable ones', list([OURS], { skipped: 1 }), found(OURS)],
  ['only another new VM', list([OLD, OTHER]), unknown(OTHER)],
  ['two VMs as ordered', list([TWIN, OURS, OTHER]), unknown(TWIN, OURS)],
  ['a new VM with an old time', list([{ ...OLD, id: 'new' }]), unknown({ ...OLD, id: 'new' })],
  ['a VM without a time', list([vm('new')]), found(vm('new'))],
  ['an unreadable VM', list([OLD], { skipped: 1 }), unknown()],
  ['an incomplete list', list([OLD], { isComplete: false }), unknown()],
])('a list with %s', (_, listed, finding) => {
  const note = launchNote({ id: 'a', account: 'b', draft: DRAFT }, [OLD], NOW);
  expect(findLaunched(note, listed)).toEqual(finding);
});

test('takes the VMs of a note of an earlier version by their age', () => {
  const note = { ...launchNote({ id: 'a', account: 'b', draft: DRAFT }, [OLD], NOW), skipped: 0 };
  const earlier = { ...note, known: [] };
  expect(findLaunched(earlier, list([OLD]))).toEqual({ kind: 'none' });
  expect(findLaunched(earlier, list([OLD, OURS]))).toEqual(found(OURS));
});
