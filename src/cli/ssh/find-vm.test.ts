import { expect, test } from 'vitest';
import type { Vm } from '../../shared/domain/vm.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { vm } from '../testing/fakes.ts';
import { candidatesOf, findTypedVm, matchVm } from './find-vm.ts';

type Named = ReturnType<typeof candidate>;

const account = { ...makeAccount({ id: 'a' }), name: 'ada' };

/** Its id is the alias with `id-` in the place of `gpu-`. */
function candidate(alias: string, label: string | null, change: { readonly vm?: Vm | null } = {}) {
  const vmId = alias.replace('gpu-', 'id-');
  const listed: Vm | null = vm(vmId, { label });
  return { account, vmId, alias, vm: listed, ...change };
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
const accented = candidate('gpu-cafe', 'caf\u00e9');
const all = [scratch, spaced, unlabeled, odd, unanswered];

test.each<[string, readonly Named[], readonly Named[]]>([
  // The alias of one and the label of another.
  ['gpu-scratch', all, [scratch, odd]],
  ['gpu-scratch', [scratch, twin], [scratch]],
  ['gpu-scratch', [unread, odd], [unread, odd]],
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

test('an alias of an earlier label does not count', () => {
  const host = { accountId: 'a', vmId: 'old', alias: 'gpu-train', slug: 'train' };
  const hosts = [host, { ...host, vmId: 'same', alias: 'gpu-eval', slug: 'eval' }];
  const vms = Object.entries({ old: 'backup', new: 'train', same: 'Eval' });
  const listed = vms.map(([id, label]) => vm(id, { label }));
  expect(candidatesOf(account, listed, hosts)).toMatchObject([
    { alias: null },
    { alias: null },
    { alias: 'gpu-eval' },
  ]);
});

test('a VM that two accounts show is one VM', () => {
  const shared = { ...scratch, account: { ...account, id: 'b' }, alias: 'gpu-scratch-2' };
  expect(matchVm('scratch', [scratch, shared])).toEqual([scratch]);
  const elsewhere = { ...shared, account: { ...account, baseUrl: 'https://y/' } };
  expect(matchVm('scratch', [scratch, elsewhere])).toEqual([scratch, elsewhere]);
});

test('several matches are listed with what tells them apart', () => {
  const refused = (typed: string, candidates: readonly Named[]) => () =>
    findTypedVm(typed, candidates);
  const work = { ...twin, account: { ...account, id: 'b', name: 'work' } };
  expect(refused('scratch', [scratch, work])).toThrow(
    `"scratch" matches 2 VMs. Use one of these:
  gpu-scratch, scratch, running, 1 × 4090, ada
  gpu-scratch-2, scratch, running, 1 × 4090, work`,
  );
  expect(refused('gpu-scratch', [scratch, odd])).toThrow(
    '\n  id-scratch, scratch, running, 1 × 4090\n',
  );
  const many = Array.from({ length: 20 }, (_, index) => candidate(`gpu-x-${index}`, 'x'));
  expect(refused('x', many)).toThrow(/\n {2}and 12 more$/);
});
