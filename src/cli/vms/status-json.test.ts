import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeSpend, makeVm, whileRunning } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { AppState } from '../../shared/state/index.ts';
import { appOf, billed, login, NOW, view, vm } from '../testing/fakes.ts';
import { statusJson } from './status-json.ts';

const NO_FACTS = {
  ...{ vmid: null, userId: null, node: null, rentalType: null, reservationId: null, pcieGen: null },
};

/** The object as a script parses it. */
function printed(accounts: readonly ReturnType<typeof view>[], change: Partial<AppState> = {}) {
  return JSON.parse(JSON.stringify(statusJson(appOf(accounts, change), NOW)));
}

const UNKNOWN_COSTS = {
  ...{ today: null, month: null, forecast: null, costsAreAtLeast: false, costProblem: null },
};

// The contract test of `status --json` has the documented keys and the values of the service.

test('unknown values are null, never zero and never left out', () => {
  const known = printed([view({ vms: [vm('1')] })]).accounts[0];
  const record = makeVm({ id: 'abcdef-1', status: 'running' });
  const unknown = makeSpend({ perHour: null, runningVms: null });
  const [account] = printed([view({ vms: [record], spend: unknown })]).accounts;
  expect(Object.keys(account)).toEqual(Object.keys(known));
  expect(Object.keys(account.vms[0])).toEqual(Object.keys(known.vms[0]));
  expect(account.vms[0]).toMatchObject({
    ...{ label: 'vm-abcdef-1', instanceLabel: null, alias: null, ratePerHour: null, ssh: null },
    ...{ billedPerHour: null, gpuPerHour: null, storagePerHour: null, networkPerHour: null },
    ...{ gpuType: null, gpuCount: null, ipAddress: null, startedAt: null, ...NO_FACTS },
  });
  expect(account.spend).toEqual({
    ...{ perHour: null, perDay: null, perMonth: null, runningVms: null, lastUpdated: null },
    ...{ vms: [], isAtLeast: false },
  });
  expect(printed([view({ vms: null, spend: null })])).toMatchObject({
    accounts: [{ vms: [], unconfirmed: 0, complete: null, skipped: 0, spend: null }],
    totals: { running: 0, ratePerHour: null, ...UNKNOWN_COSTS },
  });
  expect(printed([])).toMatchObject({ accounts: [], totals: { running: 0, ratePerHour: null } });
});

test('separates the full price from what is billed now', () => {
  const stopped = vm('1', { status: 'stopped', rates: whileRunning(0.53) });
  const parts = { gpuPerHour: 0, storagePerHour: 0.1, networkPerHour: 0.037 };
  const billed = makeSpend({ vms: [{ vmId: '1', totalPerHour: 0.137, ...parts }] });
  const [account] = printed([view({ vms: [stopped], spend: billed })]).accounts;
  expect(account.vms[0]).toMatchObject({ ratePerHour: 0.53, billedPerHour: 0.137, ...parts });
});

test('has the VMs of the spend, also where the list of VMs is refused', () => {
  const [billed] = makeSpend({
    vms: [{ vmId: '1', defaultName: 'vm-7', gpuCount: 2, totalPerHour: 1.38 }],
  }).vms;
  const vmsProblem: Problem = { kind: 'forbidden' };
  const account = view({
    vms: null,
    vmsProblem,
    spend: makeSpend({ vms: billed ? [billed] : [] }),
  });
  const { vms, spend: shown } = printed([account]).accounts[0];
  const { defaultName: _, ...sent } = billed ?? {};
  expect([vms, shown.vms]).toEqual([[], [{ vmid: 7, ...sent }]]);
});

test.each<[Vm['facts'], object]>([
  [
    { Node: 'vm02', Owner: 3, Rental: 'reserved', Reservation: 'r', 'PCIe generation': '4.0' },
    { node: 'vm02', userId: 3, rentalType: 'reserved', reservationId: 'r', pcieGen: '4.0' },
  ],
  [
    { Location: 'US', 'Host ID': 7 },
    { ...NO_FACTS, node: 'US', facts: [{ label: 'Host ID', text: '7' }] },
  ],
  [{ 'Machine ID': null }, {}],
])('the facts %j are %j', (facts, shown) => {
  const [account] = printed([view({ vms: [vm('1', { facts })] })]).accounts;
  expect(account.vms[0]).toEqual({
    ...printed([view({ vms: [vm('1')] })]).accounts[0].vms[0],
    ...shown,
  });
});

test('has the effects of a VM whose record says what is possible now', () => {
  const effects = { destroy: { keeps: [], notes: [] } };
  const vms = [vm('1', { effects, operations: ['destroy'] }), vm('2', { effects })];
  const [account] = printed([view({ vms })]).accounts;
  expect([account.vms[0].effects, account.vms[1].effects]).toEqual([effects, undefined]);
});

test('alias and ssh are those of that VM, or null', () => {
  const vms = [vm('1'), vm('2')];
  const vmSshAccess = { 'account-1/1': login('gpu-1') };
  const [account] = printed([view({ vms })], { vmSshAccess }).accounts;
  expect(account.vms).toMatchObject([
    { alias: 'gpu-1', ssh: 'ssh gpu-1' },
    { alias: null, ssh: null },
  ]);
});

test('has the costs, and why one is unknown', () => {
  const problem = { kind: 'forbidden' } as const;
  const costs = { today: billed(1.5), month: billed(null) };
  const change = { costs, missingCosts: { problem, retryAt: NOW } };
  expect(printed([view()], change).totals).toMatchObject({
    today: 1.5,
    month: null,
    costProblem: {
      kind: 'forbidden',
      message: 'Permission denied. Use an API key that can read billing.',
      retryAt: null,
    },
  });
});

describe('a problem', () => {
  test.each<[Problem, string, string | null]>([
    [{ kind: 'rateLimited', retryAt: NOW }, 'stale', '2026-01-02T12:00:00.000Z'],
    [{ kind: 'rateLimited', retryAt: null }, 'stale', null],
    [{ kind: 'network' }, 'stale', null],
    [{ kind: 'unauthorized', credential: 'apiKey' }, 'signedOut', null],
    [{ kind: 'keychainLocked' }, 'blocked', null],
    [{ kind: 'forbidden' }, 'stale', null],
  ])('%j for the VMs makes the account %s', (problem, status, retryAt) => {
    const message = expect.stringMatching(/^[A-Z].*\. [A-Z].*\.$/);
    expect(printed([view({ vmsProblem: problem })]).accounts[0]).toMatchObject({
      ...{ status, problem: { kind: problem.kind, message, retryAt } },
    });
  });

  test('that is only one failed poll is not shown', () => {
    const account = view({ vms: [vm('1')], vmsProblem: { kind: 'network' } }, { isRetrying: true });
    expect(printed([account]).accounts[0]).toMatchObject({ status: 'live', problem: null });
  });

  test('of an account that is polled says that it is retried', () => {
    const account = view({ vmsProblem: { kind: 'network' } });
    const nextPolls = { [account.id]: NOW };
    expect(printed([account], { nextPolls }).accounts[0].problem.message).toMatch(
      / Retrying automatically\. /,
    );
  });
});

test.each([
  ['exited', 'stopped', 'stopped'],
  ['running', 'running', undefined],
  ['hibernating', 'unknown', undefined],
] as const)('the phase of a VM that is %s and %s is %s', (status, phase, shown) => {
  const [account] = printed([view({ vms: [{ ...vm('1'), status, phase }] })]).accounts;
  expect([account.vms[0].status, account.vms[0].phase]).toEqual([status, shown]);
});

test('a key that may not list VMs whose costs are the rate needs a more permissions, not billing', () => {
  const problem = { kind: 'forbidden' } as const;
  const account = view({ vms: null, spend: null, vmsProblem: problem, spendProblem: problem });
  expect(printed([account]).accounts[0].problem.message).toBe(
    'Permission denied. Use an API key with more permissions.',
  );
});
