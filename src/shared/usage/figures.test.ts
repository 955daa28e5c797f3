import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from '../domain/account-state.ts';
import { spendOf, sumRates } from '../domain/billing.ts';
import type { Problem } from '../domain/problem.ts';
import {
  makeRates,
  makeSpend,
  makeVm,
  makeVmList,
  whileRunning,
} from '../domain/testing/records.ts';
import { rateOf, type Vm } from '../domain/vm.ts';
import { initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import { figuresOf } from './figures.ts';

interface LocatedState {
  readonly baseUrl: string;
  readonly state: AccountState;
}

function figuresFrom(located: readonly LocatedState[]) {
  const accounts = located.map(({ baseUrl }, id) => makeAccount({ id: `${id}`, baseUrl }));
  const snapshots = Object.fromEntries(
    located.map(({ state }, id) => [id, { ...state, asOf: 0, freshness: 'live' as const }]),
  );
  return figuresOf({ accounts, snapshots });
}

/** The figures of accounts of different owners. */
const totalsOf = (states: readonly AccountState[]) =>
  figuresFrom(states.map((state, index) => ({ baseUrl: `https://${index}/`, state })));

const vm = (status: string, index: number) =>
  makeVm({ id: `${index}`, status, rates: whileRunning(99) });

interface Figures {
  readonly statuses?: readonly string[];
  readonly perHour?: number | null;
  readonly running?: number | null;
}

/** An account with these figures; omitted parts are unknown. */
function account({ statuses, perHour, running }: Figures): AccountState {
  const hasSpend = perHour !== undefined || running !== undefined;
  const spend = makeSpend({ perHour: perHour ?? null, runningVms: running ?? null });
  return {
    vms: { value: statuses ? makeVmList(statuses.map(vm)) : null, problem: null },
    spend: { value: hasSpend ? spend : null, problem: null },
  };
}

describe('the rate of all accounts', () => {
  test.each<[string, Figures[], number | null]>([
    ['no account', [], null],
    ['one', [{ perHour: 1.5 }], 1.5],
    ['tenths add up', [{ perHour: 0.1 }, { perHour: 0.2 }], 0.3],
    ['nothing running', [{ perHour: 0 }, { perHour: 0 }], 0],
    ['one rate left out', [{ perHour: 5 }, { perHour: null }], null],
    ['one spend unknown', [{ perHour: 5 }, { statuses: ['running'] }], null],
    ['VMs do not replace the spend', [{ statuses: ['running'] }], null],
    ['large amounts', [{ perHour: 1e9 }, { perHour: 0.01 }], 1_000_000_000.01],
  ])('%s', (_name, accounts, rate) => {
    expect(totalsOf(accounts.map(account)).ratePerHour).toBe(rate);
  });
});

describe('a rate that is the sum of the VMs', () => {
  const stopped = (perHour: number | null) =>
    makeVm({
      id: `${perHour}`,
      status: 'stopped',
      rates: makeRates({ now: rateOf(perHour, true) }),
    });
  const running = makeVm({
    id: 'r',
    status: 'running',
    rates: makeRates({ now: { perHour: 0.44, isAtLeast: false } }),
  });
  const summed = (...vms: readonly Vm[]): AccountState => ({
    vms: { value: makeVmList(vms), problem: null },
    spend: { value: spendOf(vms), problem: null },
  });

  test.each<[string, readonly AccountState[], number | null]>([
    ['is at least that of a running VM', [summed(running)], 0.44],
    ['has the list price of a stopped VM', [summed(stopped(0.0055))], 0.0055],
    ['leaves out an unknown cost', [summed(running, stopped(null))], 0.44],
    ['is unknown, not $0, where no cost is known', [summed(stopped(null))], null],
    ['of two accounts leaves out the unknown one', [summed(running), summed(stopped(null))], 0.44],
  ])('%s', (_, states, rate) => {
    const found = { ratePerHour: rate, shownRate: rate, isAtLeast: true };
    expect(totalsOf(states)).toMatchObject(found);
  });

  test('is compared as $0 and shown as unknown without VMs, where more than VMs is billed', () => {
    const gone = makeVm({ id: 'g', status: 'destroyed', rates: makeRates({ now: rateOf(0) }) });
    const none = summed(gone);
    const floor = { shownRate: null, isAtLeast: true };
    expect(totalsOf([none])).toMatchObject({ ratePerHour: 0, ...floor });
    const { byAccount, ...both } = totalsOf([none, summed(running)]);
    expect(both).toMatchObject({ ratePerHour: 0.44, shownRate: 0.44, isAtLeast: true });
    expect(byAccount.map(({ rate }) => rate)).toEqual([0.44, null]);
    expect(totalsOf([none, none])).toMatchObject({ ratePerHour: 0, ...floor });
    expect(totalsOf([none, summed(stopped(null))])).toMatchObject({ ratePerHour: null, ...floor });
  });
});

describe('the running VMs of all accounts', () => {
  test.each<[string, Figures[], number]>([
    ['no account', [], 0],
    ['running ones only', [{ statuses: ['running', 'starting', 'stopped', 'Running', 'x'] }], 1],
    ['the list before the spend', [{ statuses: ['stopped'], running: 4 }], 0],
    ['a billing-only key', [{ running: 4 }], 4],
    ['several', [{ statuses: ['running', 'running'] }, { running: 3 }], 5],
    ['nothing known', [{ running: null }], 0],
  ])('%s', (_name, accounts, running) => {
    expect(totalsOf(accounts.map(account)).running).toBe(running);
  });

  test('are 0 and the rate unknown before the first poll', () => {
    expect(totalsOf([UNKNOWN_STATE])).toMatchObject({
      ...{ running: 0, ratePerHour: null, isAtLeast: false, perDay: null, perMonth: null },
      byAccount: [],
    });
  });
});

test('the totals of the service are added up, and unknown without one of them', () => {
  const state = (perMonth: number | null): AccountState => ({
    ...UNKNOWN_STATE,
    spend: { value: makeSpend({ perDay: 24.5, perMonth }), problem: null },
  });
  expect(totalsOf([state(735), state(10)])).toMatchObject({ perDay: 49, perMonth: 745 });
  expect(totalsOf([state(735), state(null)])).toMatchObject({ perDay: 49, perMonth: null });
});

const ONE = 'https://one.example.com/';
const NETWORK: Problem = { kind: 'network' };

interface OwnedFigures {
  readonly at?: string;
  /** VM status by id; null: not permitted. */
  readonly vms?: Readonly<Record<string, string>> | null;
  readonly billed?: readonly string[];
  readonly perHour?: number | null;
  readonly problem?: Problem;
}

function located({
  at = ONE,
  vms = null,
  billed,
  perHour = null,
  problem,
}: OwnedFigures): LocatedState {
  const list = vms && Object.entries(vms).map(([id, status]) => makeVm({ id, status }));
  const spend = makeSpend({ perHour, vms: (billed ?? []).map((vmId) => ({ vmId })) });
  const state: AccountState = {
    vms: { value: list && makeVmList(list), problem: problem ?? null },
    spend: { value: perHour === null && !billed ? null : spend, problem: problem ?? null },
  };
  return { baseUrl: at, state };
}

function totals(accounts: readonly OwnedFigures[]) {
  const { running, ratePerHour, byAccount } = figuresFrom(accounts.map(located));
  return { running, ratePerHour, byAccount };
}

describe('accounts of one owner', () => {
  test.each<[string, OwnedFigures[], { running: number; ratePerHour: number | null }]>([
    [
      'two keys that list the same VM',
      [
        { vms: { a: 'running', b: 'running' }, perHour: 2 },
        { vms: { a: 'running', b: 'running' }, perHour: 2 },
      ],
      { running: 2, ratePerHour: 2 },
    ],
    [
      'the same VM id at two services',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { at: 'https://two.example.com/', vms: { a: 'running' }, perHour: 3 },
      ],
      { running: 2, ratePerHour: 5 },
    ],
    [
      'no common VM',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { vms: { b: 'running' }, perHour: 3 },
      ],
      { running: 2, ratePerHour: 5 },
    ],
    [
      'a billing-only key, by the VMs in its spend',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { billed: ['a'], perHour: 2 },
      ],
      { running: 1, ratePerHour: 2 },
    ],
    [
      'one knows the rate that the other may not read',
      [{ vms: { a: 'running' } }, { vms: { a: 'running' }, perHour: 2 }],
      { running: 1, ratePerHour: 2 },
    ],
    [
      'the higher of two rates',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { vms: { a: 'running', b: 'running' }, perHour: 3 },
      ],
      { running: 2, ratePerHour: 3 },
    ],
    [
      'fresh values before stale ones',
      [
        { vms: { a: 'running' }, perHour: 9, problem: NETWORK },
        { vms: { a: 'stopped' }, perHour: 1 },
      ],
      { running: 0, ratePerHour: 1 },
    ],
    [
      'a third account that joins two',
      [
        { vms: { a: 'running' }, perHour: 2 },
        { vms: { b: 'running' }, perHour: 2 },
        { vms: { a: 'running', b: 'running' }, perHour: 2 },
      ],
      { running: 2, ratePerHour: 2 },
    ],
  ])('count once: %s', (_name, accounts, expected) => {
    expect(totals(accounts)).toMatchObject(expected);
  });

  test('added twice do not change the totals', () => {
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

  test('the rate of each owner is that of its accounts, the highest first', () => {
    const a = { vms: { a: 'running' }, perHour: 2 };
    const others = [a, { vms: { b: 'running' }, perHour: 3 }, { vms: { c: 'running' } }];
    expect(totals([a]).byAccount).toEqual([]);
    expect(totals([a, ...others]).byAccount).toEqual([
      { accountId: '2', rate: 3 },
      { accountId: '0', rate: 2 },
      { accountId: '3', rate: null },
    ]);
  });

  test('are apart while they have no VM in common', () => {
    const { owners } = figuresFrom([{ vms: { a: 'running' }, perHour: 1 }, {}].map(located));
    expect(owners.map((accounts) => accounts.map(({ id }) => id))).toEqual([['0'], ['1']]);
  });
});

test('a sum is rounded once, after its parts were added', () => {
  expect(sumRates(Array.from({ length: 12 }, () => 0.0132))).toBe(0.1584);
  expect(sumRates(Array.from({ length: 10_000 }, () => 0.000_000_4))).toBe(0.004);
  expect(sumRates([0.1 + 0.2])).toBe(0.3);
  expect(sumRates([])).toBeNull();
});

test('the figures of the app are computed once per poll', () => {
  const app = { ...initialState(environment, 0), accounts: [makeAccount({ id: 'a' })] };
  const figures = figuresOf(app);
  const { accounts, snapshots } = app;
  expect(figuresOf({ accounts, snapshots })).toBe(figures);
  expect(figuresOf({ accounts, snapshots: {} })).not.toBe(figures);
  expect(figuresOf({ ...app, accounts: [] }).owners).toEqual([]);
});
