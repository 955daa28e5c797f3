import { expect, test } from 'vitest';
import type { Vm } from '../../shared/domain/index.ts';
import { EMPTY_LOGIN } from '../../shared/ssh/ssh-state.ts';
import { vm } from '../testing/fakes.ts';
import { ambiguous } from './login-errors.ts';
import { matchVm, onlyVm, storedNames } from './match-vm.ts';

type Named = ReturnType<typeof candidate>;

/** Its id is the alias without `gpu-`, unless another is given. */
function candidate(alias: string, label: string | null, change: { readonly vm?: Vm | null } = {}) {
  const vmId = alias.replace('gpu-', 'id-');
  const host = {
    accountId: 'a',
    vmId,
    alias,
    hostKeyAlias: vmId,
    address: null,
    login: EMPTY_LOGIN,
  };
  const listed: Vm | null = vm(vmId, { label });
  return { host, alias, vm: listed, account: 'ada', key: `https://x/ ${vmId}`, ...change };
}

const scratch = candidate('gpu-scratch', 'scratch');
const twin = candidate('gpu-scratch-2', 'scratch');
const spaced = candidate('gpu-train-1', 'Train 1');
const unlabeled = candidate('gpu-4090-7', null, {
  vm: vm('id-4090-7', { label: null, defaultName: 'vm-7' }),
});
const odd = candidate('gpu-gpu-scratch', 'gpu-scratch');
const unanswered = candidate('gpu-far', null, { vm: null });
const unread = candidate('gpu-scratch', null, { vm: null });
const gone = { ...unread, isFormer: true };
const accented = candidate('gpu-cafe', 'caf\u00e9');
const all = [scratch, spaced, unlabeled, odd, unanswered];

test.each<[string, readonly Named[], readonly Named[]]>([
  // The alias of one and the label of another.
  ['gpu-scratch', all, [scratch, odd]],
  ['gpu-scratch', [scratch, twin], [scratch]],
  ['gpu-scratch', [gone, odd], [odd]],
  ['gpu-scratch', [gone], [gone]],
  ['scratch', [gone, twin], [twin]],
  ['scratch', [unread, twin], [unread, twin]],
  ['scratch', all, [scratch]],
  ['cafe\u0301', [scratch, accented], [accented]],
  ['SCRATCH', all, [scratch]],
  ['Train 1', all, [spaced]],
  ['train-1', all, [spaced]],
  ['7', all, [unlabeled]],
  ['vm-7', all, [unlabeled]],
  ['id-4090-7', all, [unlabeled]],
  ['far', all, [unanswered]],
  ['id-far', all, []],
  ['scrat', all, []],
  ['null', all, []],
  ['', all, []],
  ['scratch', [scratch, twin], [scratch, twin]],
  ['gpu-scratch-2', [scratch, twin], [twin]],
])('%j', (typed, candidates, matching) => {
  expect(matchVm(typed, candidates)).toEqual(matching);
});

test('an alias of an earlier label gives way to the exact label of a listed VM, alone it still names its VM', () => {
  const host = { accountId: 'a', vmId: 'old', alias: 'gpu-train', slug: 'train' };
  const nameOf = storedNames([host, { ...host, vmId: 'same', alias: 'gpu-eval', slug: 'eval' }]);
  const old = nameOf('a', vm('old', { label: 'backup' }));
  const train = nameOf('a', vm('new', { label: 'train' }));
  const same = nameOf('a', vm('same', { label: 'Eval' }));
  expect([old, train, same]).toMatchObject([
    { alias: 'gpu-train', isFormer: true },
    { alias: null, isFormer: false },
    { alias: 'gpu-eval', isFormer: false },
  ]);
  expect(onlyVm('train', [old, train])).toBe(train);
  expect(onlyVm('train', [old, same])).toBe(old);
  const literal = nameOf('a', vm('literal', { label: 'gpu-train' }));
  expect(onlyVm('gpu-train', [old, literal])).toBe(literal);
  const eval2 = nameOf('a', vm('eval2', { label: 'eval' }));
  expect(() => onlyVm('eval', [same, eval2])).toThrow('Use an id: same, eval2.');
});

test('a VM that two accounts show is one VM', () => {
  const host = { ...scratch.host, accountId: 'b', alias: 'gpu-scratch-2' };
  const shared = { ...scratch, host, alias: host.alias };
  expect(matchVm('scratch', [scratch, shared])).toEqual([scratch]);
  const elsewhere = { ...shared, key: 'https://y/ id-scratch' };
  expect(matchVm('scratch', [scratch, elsewhere])).toEqual([scratch, elsewhere]);
});

test('several matches are listed with what tells them apart', () => {
  expect(ambiguous('scratch\n', [scratch, twin])).toMatchObject({
    exitCode: 2,
    message: [
      '"scratch" matches 2 VMs. Use one of these:',
      '  gpu-scratch    scratch, running, 1 × 4090',
      '  gpu-scratch-2  scratch, running, 1 × 4090',
    ].join('\n'),
  });
  const other = { ...twin, host: { ...twin.host, accountId: 'b' }, vm: null, account: 'work' };
  expect(ambiguous('scratch', [scratch, other]).message.split('\n').slice(1)).toEqual([
    '  gpu-scratch    scratch, running, 1 × 4090, ada',
    '  gpu-scratch-2  work',
  ]);
  expect(ambiguous('gpu-scratch', [scratch, odd]).message.split('\n').slice(1)).toEqual([
    '  id-scratch       scratch, running, 1 × 4090',
    '  gpu-gpu-scratch  gpu-scratch, running, 1 × 4090',
  ]);
  const many = Array.from({ length: 20 }, (_, index) => candidate(`gpu-x-${index}`, 'x'));
  expect(ambiguous('x', many).message.split('\n').at(-1)).toBe('  and 12 more');
});
