import { expect, test } from 'vitest';
import { UNKNOWN_STATE } from '../domain/account-state.ts';
import { billedAt, makeVm, makeVmList } from '../domain/testing/records.ts';
import type { OperationEffect, Vm } from '../domain/vm.ts';
import { HOUR_MS } from '../format/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import { NO_ACTIVITY } from '../vms/vm-activity.ts';
import { isStillWaste } from '../vms/waste.ts';
import { type AppState, initialState } from './index.ts';
import { savingsText, stopReview } from './stop-review.ts';
import { withWaste } from './with-waste.ts';

const DISK = { path: '/workspace', sizeGb: 20, perHour: 0.1, isNetwork: false };
const KEEPS: OperationEffect = { keeps: [DISK], notes: [] };
const NO_STOP = makeAccount({ id: 'a', provider: 'lambda', can: ['destroy'] });
const CAN_STOP = makeAccount({ id: 'a', provider: 'runpod', can: ['stop'] });

const listed = (known: Partial<Vm>, account = CAN_STOP) => {
  const stop = { status: 'running', isFrozen: true, effects: { stop: KEEPS } };
  return { account, vm: makeVm({ id: 'v', billed: billedAt(3.19), ...stop, ...known }) };
};

function stateOf(all: readonly ReturnType<typeof listed>[]): AppState {
  const snapshots = all.map(({ account, vm }) => {
    const vms = { value: makeVmList([vm]), problem: null };
    return [account.id, { ...UNKNOWN_STATE, vms, asOf: 0, freshness: 'live' as const }] as const;
  });
  const accounts = all.map(({ account }) => account);
  const state = initialState(environment, 0);
  return { ...state, accounts, snapshots: Object.fromEntries(snapshots) };
}

const review = (one: ReturnType<typeof listed>, change: Partial<AppState> = {}) =>
  stopReview({ ...withWaste(stateOf([one]), 0), ...change }, 0);

test('a review has what each stop keeps, erases and saves', () => {
  expect(review(listed({})).stoppable).toMatchObject([
    {
      text: 'frozen, GPU billed',
      effects: ['Keeps /workspace (20 GB, $0.10/h).', 'Erases everything else.'],
      saves: 3.09,
    },
  ]);
});

test.each<[string, ReturnType<typeof listed>, RegExp | null, string?]>([
  ['its provider has no stop', listed({}, NO_STOP), /can’t stop instances/, 'console'],
  ['it is locked', listed({ refusals: { stop: 'It is locked.' } }), /^It is locked/, 'console'],
  [
    'a stop saves nothing',
    listed({ effects: { stop: { ...KEEPS, savesNothing: true } } }),
    /saves nothing/,
    'console',
  ],
  [
    'a stop erases all',
    listed({ effects: { stop: { keeps: [], notes: [] } } }),
    /erases everything/,
    'confirm',
  ],
  ['it is stopping', listed({ operations: ['destroy'] }), /in this state/, 'console'],
  ['it is in use', listed({ isFrozen: false }), null],
])('a VM is not among them: %s', (_, one, why, step) => {
  const { stoppable, others } = review(one);
  expect(stoppable).toEqual([]);
  expect(others).toMatchObject(why === null ? [] : [{ why: expect.stringMatching(why), step }]);
});

test('a VM that two accounts show is stopped once, by the one that can', () => {
  const readOnly = makeAccount({ id: 'b', provider: 'runpod', can: [] });
  const both = (account: typeof readOnly) =>
    stopReview(withWaste(stateOf([listed({}, account), listed({})]), 0), 0);
  expect(both(readOnly)).toMatchObject({ stoppable: [{ key: 'a/v' }], others: [] });
  expect(both({ ...CAN_STOP, id: 'b' })).toMatchObject({ stoppable: [{ key: 'b/v' }], others: [] });
});

test('a VM without a known load by its own record is not stopped as idle', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const used = { isFrozen: false, startedAt: '2026-11-20T08:00:00Z', cpuPercent: 1, ramPercent: 2 };
  const { account, vm } = listed({ ...used, ipAddress: null, login: null });
  const app = {
    ...stateOf([{ account, vm }]),
    vmActivity: { 'a/v': { ...NO_ACTIVITY, lowSince: now - HOUR_MS } },
  };
  const judged = (read: Vm) => isStillWaste({ app, accountId: 'a', now }, read, 'a/v');
  expect([judged(vm), judged({ ...vm, cpuPercent: null, ramPercent: null })]).toEqual([
    true,
    false,
  ]);
});

test.each(['noLogin', 'starting'] as const)(
  'a VM whose load is unknown is left to its own stop: %s',
  (reason) => {
    const waste = { reason, word: '', since: null, end: '' };
    const { stoppable, others } = review(listed({}), { vmWaste: { 'a/v': waste } });
    expect([stoppable.length, others[0]?.why]).toEqual([0, 'Its load is unknown. Check it first.']);
  },
);

test('a VM that is being stopped is left out, and one that did not stop is not', () => {
  const of = (isOverdue: boolean) => {
    const operations = { 'a/v': { operation: 'stop', isOverdue } } as const;
    return review(listed({}), { operations }).stoppable.length;
  };
  expect([of(false), of(true)]).toEqual([0, 1]);
});

test.each([
  [[3.09, 1.59], 'saves $4.68/h, $112 a day'],
  [[3.09, null], 'saves ≥ $3.09/h, ≥ $74.16 a day'],
  [[null], null],
  [[], null],
])('stops that save %j: %s', (all, text) => {
  const vms = all.map((saves) => ({ saves }));
  expect(savingsText(vms)).toBe(text);
});
