import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/problem.ts';
import {
  makeSpend,
  makeVm,
  makeVmList,
  whileRunning,
} from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { AppState } from '../../shared/state/index.ts';
import { NO_SSH, type VmSshOf } from '../ssh/vm-ssh.ts';
import { appOf, billed, NOW, spend, view, vm } from '../testing/fakes.ts';
import { statusJson } from './status-json.ts';

const NO_FACTS = {
  ...{ vmid: null, userId: null, node: null, rentalType: null, reservationId: null, pcieGen: null },
};

/** The fields of a VM whose provider's word is its phase. */
function fieldsOf({
  phase: _,
  effects: __,
  facts: ___,
  defaultName: ____,
  billed: _____,
  rates,
  ...fields
}: Vm) {
  const hourlyRate = rates.running?.perHour ?? null;
  const parts = {
    gpuHourlyRate: rates.gpuPerHour ?? null,
    storageHourlyRate: rates.storagePerHour ?? null,
  };
  return { ...fields, ...NO_FACTS, hourlyRate, ...parts };
}

const sent = (...of: Parameters<typeof vm>) => fieldsOf(vm(...of));

/** The object as a script parses it. */
function printed(
  accounts: readonly ReturnType<typeof view>[],
  sshOf: VmSshOf = () => NO_SSH,
  change: Partial<AppState> = {},
) {
  return JSON.parse(JSON.stringify(statusJson(appOf(accounts, change), sshOf, NOW)));
}

const UNKNOWN_COSTS = {
  today: null,
  month: null,
  forecast: null,
  costsAreAtLeast: false,
  costProblem: null,
};

test('has exactly the documented keys, in order', () => {
  const problem = { kind: 'server', status: 503, retryAt: NOW } as const;
  const object = printed([view({ vms: [vm('1')], vmsProblem: problem })]);
  const [account] = object.accounts;
  expect(Object.keys(object)).toEqual(['accounts', 'totals']);
  expect(Object.keys(account)).toEqual([
    'id',
    'provider',
    'name',
    'label',
    'status',
    'problem',
    'vms',
    'unconfirmed',
    'complete',
    'skipped',
    'spend',
  ]);
  expect(Object.keys(account.problem)).toEqual(['kind', 'message', 'retryAt']);
  expect(Object.keys(account.vms[0])).toEqual([
    ...Object.keys(sent('1')),
    'instanceLabel',
    'alias',
    'ratePerHour',
    'billedPerHour',
    'gpuPerHour',
    'storagePerHour',
    'networkPerHour',
    'ssh',
  ]);
  expect(Object.keys(account.spend)).toEqual([
    'perHour',
    'perDay',
    'perMonth',
    'runningVms',
    'lastUpdated',
    'vms',
    'isAtLeast',
  ]);
  expect(Object.keys(object.totals)).toEqual([
    'running',
    'ratePerHour',
    'isAtLeast',
    'perDay',
    'perMonth',
    'today',
    'month',
    'forecast',
    'costsAreAtLeast',
    'costProblem',
  ]);
});

test('keeps the values of the service', () => {
  expect(printed([view(makeVmList([vm('1', { status: 'hibernating' })], { skipped: 2 }))])).toEqual(
    {
      accounts: [
        {
          id: 'account-1',
          provider: 'rental',
          name: 'example',
          label: 'ada@example.com',
          status: 'live',
          problem: null,
          vms: [
            {
              ...sent('1', { status: 'hibernating' }),
              instanceLabel: '1',
              alias: null,
              ratePerHour: 0.69,
              billedPerHour: null,
              gpuPerHour: null,
              storagePerHour: null,
              networkPerHour: null,
              ssh: null,
            },
          ],
          unconfirmed: 0,
          complete: true,
          skipped: 2,
          spend: {
            perHour: 0.69,
            perDay: 16.56,
            perMonth: 496.8,
            runningVms: 1,
            lastUpdated: '2026-01-01T00:00:00Z',
            vms: [],
            isAtLeast: false,
          },
        },
      ],
      totals: {
        ...{ running: 0, ratePerHour: 0.69, isAtLeast: false, perDay: 16.56, perMonth: 496.8 },
        ...UNKNOWN_COSTS,
      },
    },
  );
});

test('unknown values are null, never zero and never left out', () => {
  const known = makeVm({ id: 'abcdef-1', status: 'running' });
  const unknown = spend({
    perHour: null,
    perDay: null,
    perMonth: null,
    runningVms: null,
    lastUpdated: null,
  });
  const [account] = printed([view({ vms: [known], spend: unknown })]).accounts;
  expect(account.vms[0]).toEqual({
    ...fieldsOf(known),
    label: 'vm-abcdef-1',
    instanceLabel: null,
    alias: null,
    ratePerHour: null,
    billedPerHour: null,
    gpuPerHour: null,
    storagePerHour: null,
    networkPerHour: null,
    ssh: null,
  });
  expect(account.spend).toEqual({
    perHour: null,
    isAtLeast: false,
    perDay: null,
    perMonth: null,
    runningVms: null,
    lastUpdated: null,
    vms: [],
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
  const vmsProblem: Problem = { kind: 'forbidden', detail: null };
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
    { Location: 'US', 'Host ID': 7, Discounted: { perHour: 1 } },
    {
      ...{ ...NO_FACTS, node: 'US' },
      facts: [
        { label: 'Host ID', text: '7' },
        { label: 'Discounted', perHour: 1 },
      ],
    },
  ],
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
  const sshOf: VmSshOf = ({ id }, { id: vmId }) =>
    vmId === '1' ? { alias: 'gpu-1', command: `ssh ${id}` } : NO_SSH;
  const [account] = printed([view({ vms })], sshOf).accounts;
  expect(account.vms).toMatchObject([
    { alias: 'gpu-1', ssh: 'ssh account-1' },
    { alias: null, ssh: null },
  ]);
});

test('has the costs, and why one is unknown', () => {
  const problem = { kind: 'forbidden', detail: null } as const;
  const costs = { today: billed(1.5), month: billed(null) };
  const change = { costs, missingCosts: { problem, retryAt: NOW } };
  expect(printed([view()], undefined, change).totals).toMatchObject({
    today: 1.5,
    month: null,
    costProblem: {
      kind: 'forbidden',
      message: 'Permission denied. Use an API key that can read billing.',
      retryAt: null,
    },
  });
});

test('keeps an invalid address as text', () => {
  const [account] = printed([view({ vms: [vm('1', { ipAddress: '1.2.3.4;id' })] })]).accounts;
  expect(account.vms[0].ipAddress).toBe('1.2.3.4;id');
});

describe('a problem', () => {
  test.each<[Problem, string | null]>([
    [{ kind: 'rateLimited', retryAt: NOW }, '2026-01-02T12:00:00.000Z'],
    [{ kind: 'rateLimited', retryAt: null }, null],
    [{ kind: 'server', status: 503, retryAt: NOW }, '2026-01-02T12:00:00.000Z'],
    [{ kind: 'network' }, null],
  ])('%j has retryAt %s', (problem, retryAt) => {
    const account = view({ vmsProblem: problem });
    expect(printed([account]).accounts[0].problem).toEqual({
      kind: problem.kind,
      message: expect.stringMatching(/^[A-Z].*\. [A-Z].*\.$/),
      retryAt,
    });
  });

  test.each<[Problem, string]>([
    [{ kind: 'network' }, 'stale'],
    [{ kind: 'unauthorized', credential: 'apiKey' }, 'signedOut'],
    [{ kind: 'noCredential' }, 'signedOut'],
    [{ kind: 'keychainLocked' }, 'blocked'],
    [{ kind: 'forbidden', detail: null }, 'stale'],
  ])('%j for the VMs makes the account %s', (problem, status) => {
    expect(printed([view({ vmsProblem: problem })]).accounts[0].status).toBe(status);
  });

  test('that is only one failed poll is not shown', () => {
    const account = view({ vms: [vm('1')], vmsProblem: { kind: 'network' } }, { isRetrying: true });
    expect(printed([account]).accounts[0]).toMatchObject({ status: 'live', problem: null });
  });

  test('of an account that is polled says that it is retried', () => {
    const account = view({ vmsProblem: { kind: 'network' } });
    const nextPolls = { [account.id]: NOW };
    expect(printed([account], undefined, { nextPolls }).accounts[0].problem.message).toMatch(
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
  const problem = { kind: 'forbidden', detail: null } as const;
  const account = view({ vms: null, spend: null, vmsProblem: problem, spendProblem: problem });
  expect(printed([account]).accounts[0].problem.message).toBe(
    'Permission denied. Use an API key with more permissions.',
  );
});
