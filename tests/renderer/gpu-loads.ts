import { type Vm, vmName } from '../../src/shared/domain/vm.ts';
import type { Gpu, VmLoad } from '../../src/shared/gpu-load/gpu-load.ts';
import type { RequestOutput } from '../../src/shared/ipc/contract.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { HOUR, MINUTE, NOW } from './make-vm.ts';
import { STATES } from './states.ts';

function gpu(index: number, load: number | null, memoryUsed: number, more: Partial<Gpu> = {}): Gpu {
  const rest = { memoryTotal: 81_559, temperature: 64, power: 395.12 };
  return { index, load, memoryUsed, ...rest, ...more };
}

/** By name of the VM: two busy GPUs, old figures of one GPU that the driver knows little of, and no answer. */
const LOADS: Readonly<Record<string, VmLoad>> = {
  'train-llama': {
    ...{ at: NOW - 8_000, problem: null, lowSince: null, highSince: null, workedUntil: null },
    ...{ load: 92.5, memory: 80.39 },
    gpus: [gpu(0, 97, 70_123), gpu(1, 88, 61_004, { temperature: 71, power: 402 })],
  },
  'sd-webui': {
    ...{ at: NOW - 12 * MINUTE, problem: null, lowSince: null, highSince: null, workedUntil: null },
    ...{ load: null, memory: 4.9 },
    gpus: [gpu(0, null, 4_000, { temperature: null, power: null })],
  },
  'eval-7': {
    at: NOW - HOUR,
    problem: 'denied',
    gpus: [],
    load: null,
    memory: null,
    lowSince: null,
    highSince: null,
    workedUntil: null,
  },
};

function vmLoads({ snapshots }: AppState): AppState['vmLoads'] {
  return Object.fromEntries(
    (snapshots['a1']?.vms.value?.vms ?? []).flatMap((vm) => {
      const load = LOADS[vmName(vm)];
      return load === undefined ? [] : [[vmKey('a1', vm.id), load]];
    }),
  );
}

/** The account's GPU load is on, with figures for some VMs. */
export const WITH_GPU_LOAD: AppState = {
  ...STATES.live,
  accounts: STATES.live.accounts.map((account) => ({ ...account, turnedOn: { gpuLoad: true } })),
  vmLoads: vmLoads(STATES.live),
};

const eight = Array.from({ length: 8 }, (_, index) => gpu(index, 90 + index, 70_000));

/** The same with eight GPUs in `eval-7`. */
export const EIGHT_GPUS: AppState = {
  ...WITH_GPU_LOAD,
  vmLoads: Object.fromEntries(
    Object.entries(WITH_GPU_LOAD.vmLoads).map(([key, load]) => [
      key,
      load.problem === 'denied'
        ? { ...load, at: NOW, gpus: eight, load: 93.5, memory: 85.8, problem: null }
        : load,
    ]),
  ),
};

const pod = (vm: Vm): Vm => ({
  ...vm,
  ...{ gpuCount: 8, gpuPercents: [94, 96, 0, 90, 90, 90, 90, 90] },
  ...{ cluster: 'cluster_abc123', refusals: { stop: 'Its cluster is started as a whole.' } },
});

/** Records tell the load, without SSH; `eval-7` is a member of a cluster. */
export const LISTED_LOAD: AppState = {
  ...STATES.live,
  snapshots: Object.fromEntries(
    Object.entries(STATES.live.snapshots).map(([id, snapshot]) => {
      const { value, problem } = snapshot.vms;
      const vms = value?.vms.map((vm) => (vmName(vm) === 'eval-7' ? pod(vm) : vm)) ?? [];
      return [id, { ...snapshot, vms: { value: value && { ...value, vms }, problem } }];
    }),
  ),
};

/** Four hours of two GPUs, with an hour's gap. */
export const GPU_SAMPLES: RequestOutput<'readGpuLoad'> = {
  samples: Array.from({ length: 240 }, (_, minute) => ({
    at: NOW - (240 - minute) * MINUTE,
    loads:
      minute >= 60 && minute < 120
        ? []
        : [0, 1].map((index) => ({
            index,
            load: Math.round(60 + 35 * Math.sin(minute / (9 + index))),
          })),
  })),
};
