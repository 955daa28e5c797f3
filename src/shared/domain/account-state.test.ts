import { describe, expect, test } from 'vitest';
import { lookAtVm } from '../../core/app/kernel/look-at-vm.ts';
import {
  type AccountState,
  accountProblem,
  accountStatus,
  isBillingOnly,
  UNKNOWN_STATE,
} from './account-state.ts';
import type { Spend } from './billing.ts';
import type { Problem } from './problem.ts';
import { makeVm, makeVmList } from './testing/records.ts';
import { asUnconfirmed } from './vm.ts';

const vms = makeVmList([]);
const spend: Spend = {
  perHour: 1,
  perDay: 24,
  perMonth: 720,
  runningVms: 1,
  vms: [],
  skipped: 0,
  lastUpdated: null,
  outdatedAt: null,
};

const unauthorized: Problem = { kind: 'unauthorized', credential: 'apiKey' };
const forbidden: Problem = { kind: 'forbidden' };
const network: Problem = { kind: 'network' };
const locked: Problem = { kind: 'keychainLocked' };

/** Both parts have values, and these problems. A 403 is confirmed. */
const state = (ofVms: Problem | null, ofSpend: Problem | null): AccountState => ({
  vms: { value: ofVms === forbidden ? null : vms, problem: ofVms },
  spend: { value: ofSpend === forbidden ? null : spend, problem: ofSpend },
});

test.each([
  ['VMs', { vms: { value: vms, problem: forbidden }, spend: { value: spend, problem: null } }],
  ['spend', { vms: { value: vms, problem: null }, spend: { value: spend, problem: forbidden } }],
])('a first 403 of the %s leaves the data, as out of date', (_, doubted) => {
  expect([accountStatus(doubted), isBillingOnly(doubted)]).toEqual(['outOfDate', false]);
});

describe('the status for each problem', () => {
  test.each<[Problem, string]>([
    [unauthorized, 'refused'],
    [{ kind: 'unauthorized', credential: 'accessToken' }, 'refused'],
    [{ kind: 'unauthorized', credential: 'session' }, 'signedOut'],
    [{ kind: 'noCredential' }, 'signedOut'],
    [{ kind: 'busy' }, 'outOfDate'],
    [locked, 'blocked'],
    [{ kind: 'keychainUnavailable', detail: 'x' }, 'blocked'],
    [forbidden, 'blocked'],
    [{ kind: 'notFound' }, 'outOfDate'],
    [{ kind: 'invalid' }, 'outOfDate'],
    [{ kind: 'insufficientBalance', required: 1, available: 0 }, 'outOfDate'],
    [{ kind: 'rateLimited', retryAt: null }, 'outOfDate'],
    [{ kind: 'server', status: 500, retryAt: null }, 'outOfDate'],
    [network, 'outOfDate'],
    [{ kind: 'timeout', seconds: 15 }, 'outOfDate'],
    [{ kind: 'tls' }, 'outOfDate'],
    [{ kind: 'notTheService', found: 'webPage' }, 'outOfDate'],
    [{ kind: 'incompatible', endpoint: 'GET /vms', found: 'null' }, 'outOfDate'],
    [{ kind: 'changedInterface', provider: 'RunPod' }, 'outOfDate'],
    [{ kind: 'incompleteList' }, 'outOfDate'],
  ])('%j of both parts: %s', (problem, status) => {
    expect(accountStatus(state(problem, problem))).toBe(status);
    expect(accountProblem(state(problem, problem))).toBe(problem);
  });
});

describe('the parts together', () => {
  test.each<[string, AccountState, string, Problem | null]>([
    ['before the first poll', UNKNOWN_STATE, 'starting', null],
    ['both fresh', state(null, null), 'live', null],
    ['only the VMs known', { ...UNKNOWN_STATE, vms: { value: vms, problem: null } }, 'live', null],
    ['VMs not permitted', state(forbidden, null), 'live', forbidden],
    ['spend not permitted', state(null, forbidden), 'live', forbidden],
    ['VMs not permitted, spend failing', state(forbidden, network), 'outOfDate', network],
    ['VMs failing', state(network, null), 'outOfDate', network],
    ['spend failing', state(null, network), 'outOfDate', network],
    ['rejected before failing', state(network, unauthorized), 'refused', unauthorized],
    ['rejected before locked', state(locked, unauthorized), 'refused', unauthorized],
    ['locked before failing', state(network, locked), 'blocked', locked],
    ['locked before not permitted', state(forbidden, locked), 'blocked', locked],
  ])('%s', (_name, both, status, problem) => {
    expect(accountStatus(both)).toBe(status);
    expect(accountProblem(both)).toBe(problem);
  });

  test('the problem of the VMs comes first of two equal ones', () => {
    const timeout: Problem = { kind: 'timeout', seconds: 15 };
    expect(accountProblem(state(timeout, network))).toBe(timeout);
    expect(accountProblem(state(network, timeout))).toBe(network);
  });
});

describe('billing only', () => {
  test.each<[Problem | null, Problem | null, boolean]>([
    [forbidden, null, true],
    [forbidden, network, true],
    [forbidden, forbidden, false],
    [null, forbidden, false],
    [network, null, false],
    [null, null, false],
  ])('VMs %j and spend %j: %s', (ofVms, ofSpend, expected) => {
    expect(isBillingOnly(state(ofVms, ofSpend))).toBe(expected);
  });
});

test.each([
  ['of a whole list without it', makeVmList([makeVm({ id: 'other', status: 'running' })]), true],
  ['of none', null, false],
  ['listed', makeVmList([makeVm({ id: 'v', status: 'running' })]), false],
  ['unconfirmed', makeVmList([asUnconfirmed(makeVm({ id: 'v', status: 'running' }))]), false],
  ['of a list with an unreadable record', makeVmList([], { skipped: 1 }), false],
  ['of a list that was not read to its end', makeVmList([], { isComplete: false }), false],
])('a VM %s: gone or not', (_, value, isGone) => {
  const vms = { value, problem: null };
  const snapshots = { a: { ...UNKNOWN_STATE, vms, asOf: 0, freshness: 'live' } as const };
  const look = lookAtVm({ accounts: [], snapshots }, { accountId: 'a', vmId: 'v' });
  expect(look === 'gone').toBe(isGone);
});
