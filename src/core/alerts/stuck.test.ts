import { expect, test } from 'vitest';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { NO_ACTIVITY, type VmActivity } from '../../shared/vms/vm-activity.ts';
import { stuck } from './vm-rules.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 22, 12);

function find(vms: readonly Vm[], vmActivity: Readonly<Record<string, VmActivity>> = {}) {
  const snapshot = {
    vms: { value: makeVmList(vms), problem: null },
    spend: { value: makeSpend({ perHour: 1 }), problem: null },
    ...({ asOf: NOW, freshness: 'live' } as const),
  };
  const accounts = [makeAccount({ id: 'a', provider: 'runpod' })];
  const app = {
    ...initialState(environment, NOW),
    accounts,
    snapshots: { a: snapshot },
    vmActivity,
  };
  const observed = { app, accountId: 'a', now: NOW, missedMs: 0, steadySince: 0 };
  const [found] = stuck(observed, 0) ?? [];
  return found;
}

const vm = (status: string, change: Partial<Vm> = {}) =>
  makeVm({ id: 'v', label: 'train', status, operations: ['stop', 'destroy'], ...change });
const since = (minutes: number): Readonly<Record<string, VmActivity>> => ({
  'a/v': {
    ...NO_ACTIVITY,
    startingSince: NOW - minutes * MINUTE,
  },
});
const LOST = {
  'a/v': { ...NO_ACTIVITY, hasLostGpu: true },
} as const;

test.each([
  [
    'in error',
    vm('failed', { operations: ['start', 'destroy'] }),
    {},
    'crashed; possible actions: start, destroy',
  ],
  ['frozen', vm('running', { isFrozen: true }), {}, 'frozen; possible actions: stop, destroy'],
  [
    'locked',
    vm('running', { isLocked: true, operations: [] }),
    {},
    'locked; possible actions: none',
  ],
  ['hanging', vm('starting'), since(15), 'starting 15 m; possible actions: stop, destroy'],
  ['without its GPU', vm('running'), LOST, 'without its GPU; possible actions: stop, destroy'],
  [
    'with a GPU type and no GPU',
    vm('running', { gpuType: 'RTX 4090', gpuCount: 0 }),
    {},
    'without its GPU; possible actions: stop, destroy',
  ],
  ['with CPUs only', vm('running', { gpuCount: 0 }), {}, null],
  ['starting', vm('starting'), since(14), null],
  ['locked and stopped', vm('stopped', { isLocked: true }), {}, null],
  [
    'in error, at a provider that does not say what is possible',
    makeVm({ id: 'v', status: 'failed' }),
    {},
    null,
  ],
] as const)('a VM %s', (_, record, activity, reason) => {
  expect(find([record], activity)).toMatchObject({
    verdict: reason === null ? 'under' : 'over',
    reason,
    ...(reason !== null && { vmId: 'v', name: 'train' }),
  });
});

test('several are one alert', () => {
  expect(find([vm('failed'), vm('failed', { id: 'w', label: 'eval' })])).toMatchObject({
    ...{ verdict: 'over', vmId: null, name: 'train, eval', reason: null },
  });
});
