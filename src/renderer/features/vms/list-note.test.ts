import { expect, test } from 'vitest';
import type { AccountSnapshot } from '../../../shared/app/index.ts';
import type { Problem } from '../../../shared/domain/index.ts';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { listNote } from './list-note.ts';
import { vmWith } from './testing/entry.ts';

function snapshot(
  vms: AccountSnapshot['vms'],
  spendProblem: Problem | null = null,
): AccountSnapshot {
  return { vms, spend: { value: null, problem: spendProblem }, asOf: null };
}

test('a list that speaks for itself has no note', () => {
  expect(
    listNote(snapshot({ value: { vms: [vmWith({})], skipped: 0 }, problem: null }), true),
  ).toBeNull();
});

test('not asked yet is loading, and never empty', () => {
  expect(listNote(undefined, true)).toEqual({ kind: 'loading' });
  expect(listNote(snapshot({ value: null, problem: null }), true)).toEqual({ kind: 'loading' });
});

test('no VMs is empty, and VMs that cannot be read are not', () => {
  expect(listNote(snapshot({ value: { vms: [], skipped: 0 }, problem: null }), true)?.kind).toBe(
    'empty',
  );
  expect(listNote(snapshot({ value: { vms: [], skipped: 2 }, problem: null }), true)).toEqual({
    kind: 'skipped',
    count: 2,
  });
});

const forbidden = { kind: 'forbidden', detail: 'scope' } as const;
const network = { kind: 'network' } as const;

test('a key for billing only says why, and hands on what is billed', () => {
  const spend = makeSpend({ perHour: 2 });
  const noted = {
    ...snapshot({ value: null, problem: forbidden }),
    spend: { value: spend, problem: null },
  };
  const reason = expect.stringContaining('scope');
  expect(listNote(noted, true)).toEqual({ kind: 'billingOnly', reason, spend });
});

test('a spend that was never heard is not an empty one', () => {
  const noted = snapshot({ value: null, problem: forbidden }, network);
  expect(listNote(noted, true)).toMatchObject({ kind: 'billingOnly', spend: null });
});

test('VMs that were never heard of come with the reason', () => {
  const noted = snapshot({ value: null, problem: network }, network);
  expect(listNote(noted, true)).toEqual({ kind: 'unheard', problem: network });
  const refused = snapshot({ value: null, problem: forbidden }, forbidden);
  expect(listNote(refused, true)).toEqual({ kind: 'unheard', problem: forbidden });
});

test('offline nothing is being asked, whatever was wrong before', () => {
  expect(listNote(undefined, false)).toEqual({ kind: 'offline' });
  expect(listNote(snapshot({ value: null, problem: network }, network), false)?.kind).toBe(
    'offline',
  );
  const heard = snapshot({ value: { vms: [vmWith({})], skipped: 0 }, problem: network });
  expect(listNote(heard, false)).toBeNull();
});
