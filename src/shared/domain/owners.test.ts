import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountState } from './account-state.ts';
import { countedOnce, type LocatedState, sameOwners } from './owners.ts';
import type { Problem } from './problem.ts';
import { makeSpend, makeVm } from './testing/records.ts';
import { totalsOf } from './totals.ts';

const ONE = 'https://one.example.com/';
const NETWORK: Problem = { kind: 'network' };

interface Figures {
  readonly at?: string;
  /** Id and status of what the list shows; null: may not see it. */
  readonly vms?: Readonly<Record<string, string>> | null;
  readonly billed?: readonly string[];
  readonly perHour?: number | null;
  readonly problem?: Problem;
}

function located({ at = ONE, vms = null, billed, perHour = null, problem }: Figures): LocatedState {
  const list = vms && Object.entries(vms).map(([id, status]) => makeVm({ id, status }));
  const spend = makeSpend({ perHour, vms: (billed ?? []).map((vmId) => ({ vmId })) });
  const state: AccountState = {
    vms: { value: list && { vms: list, skipped: 0 }, problem: problem ?? null },
    spend: { value: perHour === null && !billed ? null : spend, problem: problem ?? null },
  };
  return { baseUrl: at, state };
}

const totals = (accounts: readonly Figures[]) => totalsOf(countedOnce(accounts.map(located)));

describe('accounts of one owner count once', () => {
  test.each<[string, Figures[], { running: number; ratePerHour: number | null }]>([
    [
      'two keys that list the same VM',
      [
        { vms: { a: 'running', b: 'running' }, perHour: 2 },
        { vms: { a: 'running', b: 'running' }, perHour: 2 },
      ],
      { running: 2, ratePerHour: 2 },
    ],
    [
      'a VM id means something at its own service only',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { at: 'https://two.example.com/', vms: { a: 'running' }, perHour: 3 },
      ],
      { running: 2, ratePerHour: 5 },
    ],
    [
      'nothing in common',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { vms: { b: 'running' }, perHour: 3 },
      ],
      { running: 2, ratePerHour: 5 },
    ],
    [
      'a key that sees billing only, by what is billed',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { billed: ['a'], perHour: 2 },
      ],
      { running: 1, ratePerHour: 2 },
    ],
    [
      'the one knows the rate that the other may not see',
      [{ vms: { a: 'running' } }, { vms: { a: 'running' }, perHour: 2 }],
      { running: 1, ratePerHour: 2 },
    ],
    [
      'heard a moment later, the higher rate holds',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { vms: { a: 'running', b: 'running' }, perHour: 3 },
      ],
      { running: 2, ratePerHour: 3 },
    ],
    [
      'what is fresh outranks what is not',
      [
        { vms: { a: 'running' }, perHour: 9, problem: NETWORK },
        { vms: { a: 'stopped' }, perHour: 1 },
      ],
      { running: 0, ratePerHour: 1 },
    ],
    [
      'a third makes one of two',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { vms: { b: 'running' }, perHour: 2 },
        { vms: { a: 'running', b: 'running' }, perHour: 2 },
      ],
      { running: 2, ratePerHour: 2 },
    ],
  ])('%s', (_name, accounts, expected) => {
    expect(totals(accounts)).toEqual(expected);
  });

  test('an account added again changes nothing, whatever it shows', () => {
    const vms = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('running', 'stopped'),
      {
        minKeys: 1,
      },
    );
    const account = fc.record({ vms, perHour: fc.constantFrom(0, 1, 2.5) });
    fc.assert(
      fc.property(fc.array(account, { minLength: 1, maxLength: 3 }), (accounts) => {
        const [first] = accounts;
        expect(totals([...accounts, ...(first ? [first] : [])])).toEqual(totals(accounts));
      }),
    );
  });

  test('an account by itself is the object it was', () => {
    const one = located({ vms: { a: 'running' }, perHour: 1 });
    expect(countedOnce([one])[0]).toBe(one.state);
    expect(sameOwners([one, located({})])).toEqual([[one], [located({})]]);
  });
});
