import { type Spend, withBilled } from '../../src/shared/domain/billing.ts';
import type { Problem } from '../../src/shared/domain/problem.ts';
import type { ServiceProfile } from '../../src/shared/domain/service-profile.ts';
import { makeVmList } from '../../src/shared/domain/testing/records.ts';
import type { Vm } from '../../src/shared/domain/vm.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import type { Preferences } from '../../src/shared/settings/preferences.ts';
import { type AppState, initialState } from '../../src/shared/state/index.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { HOUR, loginsOf, MINUTE, makeVm, NOW, SSH } from './make-vm.ts';

export const SURROUNDINGS = {
  platform: 'linux',
  version: '0.1.0',
  hasTray: true,
  isOnline: true,
} as const;

const KNOWN = {
  id: 'a1',
  label: 'lea@example.com',
  baseUrl: 'https://api.example.com',
  consoleUrl: 'https://console.example.com',
};

export const ACCOUNT = makeAccount(KNOWN);

const PROFILE: ServiceProfile = {
  operations: {
    start: { method: 'POST', path: '/vms/{vm_id}/start' },
    stop: { method: 'POST', path: '/vms/{vm_id}/stop' },
    destroy: { method: 'DELETE', path: '/vms/{vm_id}' },
  },
  balance: { path: '/account/balance', pointer: '/data/amount' },
  sshKeys: { path: '/account/ssh-keys' },
};

/** With the service profile. */
export const OPERATED = makeAccount({ ...KNOWN, profile: PROFILE });

/** $/h that the spend lists for the VM; undefined: not listed. */
function billed(vm: Vm): number | null | undefined {
  switch (vm.phase) {
    case 'running':
    case 'unknown':
    case 'unconfirmed':
      return vm.rates.running?.perHour ?? null;
    case 'stopped':
    case 'interrupted':
    case 'offline':
      return vm.rates.storagePerHour || undefined;
    case 'creating':
    case 'starting':
    case 'stopping':
    case 'failed':
    case 'destroyed':
      return undefined;
  }
}

function spendOf(vm: Vm): Spend['vms'] {
  const totalPerHour = billed(vm);
  if (totalPerHour === undefined) return [];
  const { id: vmId, defaultName, gpuType, gpuCount, storageGb, rates } = vm;
  const { storagePerHour = null } = rates;
  const gpuPerHour = totalPerHour === storagePerHour ? 0 : (rates.gpuPerHour ?? null);
  return [
    {
      ...{ vmId, defaultName, gpuType, gpuCount, storageGb },
      ...{ gpuPerHour, storagePerHour, networkPerHour: 0, totalPerHour },
    },
  ];
}

/** A snapshot with these VMs and the spend that follows from them. */
export function snapshotOf(vms: readonly Vm[], problem: Problem | null = null): AccountSnapshot {
  const spendVms = vms.flatMap(spendOf);
  const sum = spendVms.reduce((total, { totalPerHour }) => total + (totalPerHour ?? 0), 0);
  const perHour = Math.round(sum * 100) / 100;
  const spend: Spend = {
    perHour,
    perDay: perHour * 24,
    perMonth: perHour * 720,
    runningVms: vms.filter(({ phase }) => phase === 'running').length,
    vms: spendVms,
    skipped: 0,
    lastUpdated: null,
    outdatedAt: null,
  };
  return {
    vms: { value: makeVmList(withBilled(vms, spend)), problem },
    spend: { value: spend, problem },
    asOf: NOW - (problem === null ? 8_000 : 4 * MINUTE),
    freshness: problem === null ? 'live' : 'outOfDate',
  };
}

/** A snapshot without data, because of this problem. */
export function noData(problem: Problem | null): AccountSnapshot {
  return {
    vms: { value: null, problem },
    spend: { value: null, problem },
    ...{ asOf: null, freshness: 'outOfDate' },
  };
}

export const FLEET: readonly Vm[] = [
  makeVm(101, {
    label: 'train-llama',
    gpuCount: 2,
    age: 12 * HOUR,
    perHour: 1.1,
    cpuPercent: 81,
    ramPercent: 62,
  }),
  makeVm(102, {
    label: 'sd-webui',
    gpuType: '5090',
    age: 3 * HOUR,
    perHour: 0.89,
    cpuPercent: 34,
    ramPercent: 48,
  }),
  makeVm(103, {
    label: 'eval-7',
    gpuType: 'pro6000',
    gpuCount: 8,
    age: 41 * MINUTE,
    perHour: 1.43,
    cpuPercent: 96,
    ramPercent: 88,
  }),
  makeVm(104, {
    label: 'exp-17',
    status: 'creating',
    ipAddress: null,
    startedAt: null,
    age: 42_000,
    perHour: null,
    cpuPercent: null,
    ramPercent: null,
  }),
  makeVm(105, {
    label: 'old-run',
    status: 'stopped',
    ipAddress: null,
    disk: 0.02,
    age: 80 * HOUR,
    cpuPercent: null,
    ramPercent: null,
  }),
  makeVm(106, {
    label: null,
    status: 'stopped',
    ipAddress: null,
    perHour: 2.2,
    disk: 0,
    gpuCount: 4,
    age: 200 * HOUR,
    cpuPercent: null,
    ramPercent: null,
  }),
];

const RATES = [0, 0.89, 0.89, 1.2, 1.99, 2.4, 2.4, 1.99, 1.99, 3.1, 3.44].map((rate, index) => ({
  at: NOW - (22 - index * 2) * HOUR,
  rate,
}));

interface Parts extends Partial<Omit<AppState, 'preferences'>> {
  readonly preferences?: Partial<Preferences>;
}

/** Signed in with one account, the first run completed. */
export function stateOf({ preferences, ...parts }: Parts): AppState {
  const blank = initialState(SURROUNDINGS, NOW);
  return {
    ...blank,
    accounts: [ACCOUNT],
    rates: RATES,
    costs: {
      today: { known: 27.4, asOf: NOW - 12 * MINUTE, perHour: 3.44 },
      month: { known: 411.6, asOf: NOW - 12 * MINUTE, perHour: 3.44 },
    },
    vmCosts: {
      a1: {
        asOf: NOW - 12 * MINUTE,
        month: Object.fromEntries(
          FLEET.map(({ id, rates }) => [id, (rates.running?.perHour ?? 0) * 40]),
        ),
      },
    },
    ssh: SSH,
    vmSshAccess: loginsOf(parts.snapshots ?? {}, (parts.ssh ?? SSH).include === 'active'),
    ...parts,
    preferences: { ...blank.preferences, hourlyRate: { isOn: true, limit: 3 }, ...preferences },
  };
}
