import type { AppAccount } from '../../src/shared/accounts/index.ts';
import { spendOf, withBilled } from '../../src/shared/domain/billing.ts';
import { makeRates, makeVmList } from '../../src/shared/domain/testing/records.ts';
import { rateOf, type Vm } from '../../src/shared/domain/vm.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { NO_ACTIVITY } from '../../src/shared/vms/vm-activity.ts';
import { HOUR, loginsOf, makeVm, NOW } from './make-vm.ts';
import { stateOf } from './one-account.ts';

// Four accounts: one at a service with host and port, two at one provider, one of which has a name of the user's.

const DAY = 24 * HOUR;

export const account = (
  id: string,
  label: string,
  baseUrl: string,
  provider: ProviderId,
): AppAccount =>
  makeAccount({ ...{ id, label, baseUrl, provider }, can: ['start', 'stop', 'destroy', 'usage'] });

export const FOUR_ACCOUNTS = [
  account('s', '127.0.0.1:8700', 'http://127.0.0.1:8700', 'rental'),
  account('r', 'Research', 'https://api.runpod.io', 'runpod'),
  account('v', 'Vast.ai', 'https://console.vast.ai', 'vast'),
  account('p', 'RunPod', 'https://api.runpod.io', 'runpod'),
];

let number = 2_000;

/** The names of the accounts on every surface, the highest rate first. */
export const FOUR_NAMES = ['GPU rental', 'Research', 'Vast.ai', 'RunPod'] as const;

/** @param gpus such as `8 × 4090` */
export function vm(
  label: string,
  gpus: string,
  perHour: number,
  change: Partial<Vm> & { age?: number },
) {
  number += 1;
  const [count, gpuType = null] = gpus.split(' × ');
  const rates = makeRates({ now: rateOf(perHour), running: rateOf(perHour) });
  return makeVm(number, {
    ...{ label, gpuType, gpuCount: Number(count), rates, age: 12 * HOUR },
    ...change,
  });
}

const busy = { gpuPercents: [87, 91], cpuPercent: 60, ramPercent: 45 };
const idle = { cpuPercent: 2, ramPercent: 5, age: 38 * DAY };

const VMS: Readonly<Record<string, readonly Vm[]>> = {
  s: [
    vm('scratch', '8 × 4090', 3.19, idle),
    vm('fine-tune-7b', '8 × 4090', 3.13, { ...busy, age: HOUR }),
    vm('vllm-prod', '8 × 5090', 0.14, { status: 'interrupted' }),
    ...[1.56, 0.89, 0.62].map((rate, index) => vm(`train-${index + 1}`, '2 × 5090', rate, busy)),
  ],
  r: [
    vm('ablation-3', '4 × RTX 4090', 1.59, { ...busy, age: 43 * DAY }),
    ...[1.3, 0.99, 0.7, 0.3].map((rate, index) => vm(`eval-${index}`, '1 × A100 80GB', rate, busy)),
    vm('data-prep', '8 × RTX 5090', 0.27, { status: 'stopped' }),
  ],
  v: [
    vm('', '1 × RTX PRO 6000 S', 1.29, { ...busy, defaultName: null, id: '35291uv' }),
    ...[0.8, 0.79].map((rate, index) => vm(`sweep-${index + 7}`, '2 × RTX 3090', rate, busy)),
    vm('old-run', '1 × RTX 3090', 0.02, { status: 'stopped' }),
  ],
  p: [1.1, 0.5, 0.37].map((rate, index) => vm(`pod-${index + 1}`, '1 × H100 SXM', rate, busy)),
};

/** Read 8 s ago, with a rate that is the sum of the VMs. */
export function cloudSnapshot(vms: readonly Vm[], isAtLeast = false): AccountSnapshot {
  const value = { ...spendOf(vms), isAtLeast };
  return {
    vms: { value: makeVmList(withBilled(vms, value)), problem: null },
    spend: { value, problem: null },
    ...{ asOf: NOW - 8_000, freshness: 'live' },
  };
}

const snapshots = Object.fromEntries(
  FOUR_ACCOUNTS.map(({ id }) => [id, cloudSnapshot(VMS[id] ?? [], id === 'p')]),
);
const cost = (known: number) => ({ known, asOf: NOW, perHour: 19.12, isAtLeast: true });
const [scratch] = VMS['s'] ?? [];
const state = stateOf({
  ...{ accounts: FOUR_ACCOUNTS, snapshots, vmSshAccess: loginsOf(snapshots) },
  costs: { today: cost(220.4), month: cost(17_243.6) },
  vmActivity: {
    [vmKey('s', scratch?.id ?? '')]: { ...NO_ACTIVITY, lowSince: NOW - 38 * DAY },
  },
});

export const FOUR_CLOUDS = {
  ...state,
  preferences: { ...state.preferences, hourlyRate: { isOn: true, limit: 20 } },
};
