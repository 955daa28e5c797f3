import { expect, test } from 'vitest';
import type { AccountPicture } from '../../../shared/app/index.ts';
import type { Problem } from '../../../shared/domain/index.ts';
import { listNote } from './list-note.ts';
import { vmWith } from './testing/entry.ts';

function picture(vms: AccountPicture['vms'], spendProblem: Problem | null = null): AccountPicture {
  return { vms, spend: { value: null, problem: spendProblem }, asOf: null };
}

test('a list that speaks for itself has no note', () => {
  expect(listNote(picture({ value: { vms: [vmWith({})], skipped: 0 }, problem: null }))).toBeNull();
});

test('not asked yet is loading, and never empty', () => {
  expect(listNote(undefined)).toEqual({ kind: 'loading' });
  expect(listNote(picture({ value: null, problem: null }))).toEqual({ kind: 'loading' });
});

test('no VMs is empty, and VMs that cannot be read are not', () => {
  expect(listNote(picture({ value: { vms: [], skipped: 0 }, problem: null }))?.kind).toBe('empty');
  expect(listNote(picture({ value: { vms: [], skipped: 2 }, problem: null }))).toEqual({
    kind: 'skipped',
    count: 2,
  });
});

test('a key for billing only says why', () => {
  const problem = { kind: 'forbidden', detail: 'scope' } as const;
  expect(listNote(picture({ value: null, problem }))).toMatchObject({
    kind: 'billingOnly',
    reason: expect.stringContaining('scope'),
  });
});

test('nothing ever heard is told apart from loading', () => {
  const problem = { kind: 'network' } as const;
  expect(listNote(picture({ value: null, problem }, problem))).toEqual({ kind: 'nothingYet' });
});
