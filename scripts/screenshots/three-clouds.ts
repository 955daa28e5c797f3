import { inStatus, makeRates } from '../../src/shared/domain/testing/records.ts';
import { type OperationEffect, rateOf, type Vm } from '../../src/shared/domain/vm.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { NO_ACTIVITY } from '../../src/shared/vms/vm-activity.ts';
import { account, cloudSnapshot, vm } from '../../tests/renderer/four-clouds.ts';
import { HOUR, loginsOf, NOW } from '../../tests/renderer/make-vm.ts';
import { stateOf } from '../../tests/renderer/one-account.ts';

// The scene of the pictures in README and docs: one account at each of three clouds, and two idle VMs.

const DAY = 24 * HOUR;

const ACCOUNTS = [
  account('r', 'Research', 'https://api.runpod.io', 'runpod'),
  account('v', 'Side project', 'https://console.vast.ai', 'vast'),
  account('l', 'Lab', 'https://cloud.lambda.ai', 'lambda'),
];

/** $/h of the disk of a VM that is stopped. */
const DISK = 0.03;

const stop: OperationEffect = {
  keeps: [{ path: '/workspace', sizeGb: 200, perHour: DISK, isNetwork: false }],
  notes: ['Restarting may wait for a free GPU.'],
};

/** At Vast.ai the disk stays. */
const stopWhole: OperationEffect = {
  ...stop,
  keeps: [{ path: 'The disk', sizeGb: 200, perHour: DISK, isNetwork: false }],
  isWhole: true,
};

const rates = (perHour: number) =>
  makeRates({ now: rateOf(perHour), running: rateOf(perHour), stopped: rateOf(DISK) });

const idle = { gpuPercents: [0, 0], cpuPercent: 1, ramPercent: 6, effects: { stop } };
const busy = { gpuPercents: [94], cpuPercent: 61, ramPercent: 44 };

const VMS: Readonly<Record<string, readonly Vm[]>> = {
  r: [
    vm('scratch', '2 × H100 SXM', 5.38, { ...idle, rates: rates(5.38), age: 3 * DAY }),
    vm('train-llama', '4 × RTX 4090', 2.76, { ...busy, age: 19 * HOUR }),
    vm('data-prep', '1 × A40', DISK, { ...inStatus('stopped'), age: 4 * DAY }),
  ],
  v: [
    vm('notebook', '1 × RTX 3090', 0.46, {
      ...idle,
      rates: rates(0.46),
      effects: { stop: stopWhole },
    }),
    vm('sweep-7', '1 × RTX 5090', 0.71, { ...busy, age: 5 * HOUR }),
  ],
  l: [vm('eval', '1 × H100 PCIe', 2.49, { cpuPercent: 78, ramPercent: 52, age: 2 * HOUR })],
};

const isIdle = ({ gpuPercents = [] }: Vm) => gpuPercents[0] === 0;

/** $/h before now, hours ago. */
const EARLIER = [
  [22, 3.2],
  [19, 5.96],
  [12, 5.2],
  [9, 11.34],
] as const;

/** Each idle VM as it is after this step. */
const STEPS = {
  idle: (each: Vm) => each,
  stopping: (each: Vm) => ({ ...each, ...inStatus('stopping') }),
  stopped: (each: Vm) => ({ ...each, ...inStatus('stopped'), rates: rates(DISK) }),
};

/** The state before, during and after the stop of the idle VMs. */
export function threeClouds(step: keyof typeof STEPS): AppState {
  const snapshots = Object.fromEntries(
    Object.entries(VMS).map(([id, all]) => {
      const vms = all.map((each) => (isIdle(each) ? STEPS[step](each) : each));
      return [id, cloudSnapshot(vms)];
    }),
  );
  const perHour = Object.values(snapshots).reduce(
    (sum, { spend }) => sum + (spend.value?.perHour ?? 0),
    0,
  );
  const cost = (known: number) => ({ known, asOf: NOW, perHour });
  const idleVms = Object.entries(VMS).flatMap(([id, all]) =>
    all.filter(isIdle).map((each) => vmKey(id, each.id)),
  );
  const low = { ...NO_ACTIVITY, lowSince: NOW - 9 * HOUR };
  return stateOf({
    accounts: ACCOUNTS,
    snapshots,
    vmSshAccess: loginsOf(snapshots),
    preferences: {
      hourlyRate: { isOn: true, limit: 15 },
      monthForecast: { isOn: true, limit: 8_000 },
    },
    costs: { today: cost(118.2), month: cost(1_946.4) },
    rates: [
      ...EARLIER.map(([hours, rate]) => ({ at: NOW - hours * HOUR, rate })),
      ...(step === 'idle' ? [] : [{ at: NOW - 3 * HOUR, rate: 11.83 }]),
      { at: NOW - HOUR / 2, rate: perHour },
    ],
    vmActivity: Object.fromEntries(idleVms.map((key) => [key, low])),
    operations: Object.fromEntries(
      step === 'stopping'
        ? idleVms.map((key) => [key, { operation: 'stop', isOverdue: false } as const])
        : [],
    ),
    balances: { v: 38.2 },
  });
}
