import type { Machines, World } from '../world/lifecycle.ts';
import { hash, hex } from '../world/seeded.ts';
import { currentPhase, type GpuType, type Vm, type VmStatus } from '../world/vm.ts';

export const INSTANCES: Machines = {
  idOf: (seed) => [0, 1, 2, 3].map((word) => hex(hash(seed, 83, word))).join(''),
  network: 50,
  names: 'pretrain-7b embed-corpus jupyter-lin asr-batch sweep-lr eval-suite tts-api rerank',
};

/** Prices are whole cents of the whole instance. Stopped VMs do not exist there. */
export function equip({ accounts }: World): void {
  for (const { vms } of accounts)
    for (const vm of vms) {
      vm.rates.gpu = Math.round(vm.rates.gpu / 10_000) * 10_000;
      vm.gone = vm.phases.at(-1)?.status === 'stopped';
    }
}

type Status = 'booting' | 'active' | 'unhealthy' | 'terminating' | 'terminated' | 'preempted';

const STATUSES: Readonly<Record<VmStatus, Status>> = {
  creating: 'booting',
  starting: 'booting',
  running: 'active',
  stopping: 'terminating',
  stopped: 'terminated',
  interrupted: 'preempted',
  offline: 'unhealthy',
  failed: 'unhealthy',
  destroyed: 'terminated',
};

export const statusOf = (vm: Vm) => STATUSES[currentPhase(vm).status];

/** Planted in each record; no client may read them. */
export const SECRETS = {
  jupyter_token: 'planted-jupyter-3f0a',
  jupyter_url: 'https://jupyter.example.test/?token=planted-url-88d1',
} as const;

const GPUS: Readonly<Record<GpuType, string>> = {
  '5090': 'A100 (40 GB SXM4)',
  '4090': 'A10 (24 GB PCIe)',
  pro6000: 'H100 (80 GB SXM5)',
};

/** By the status that blocks it. */
const BLOCKED: Readonly<Partial<Record<Status, readonly [code: string, description: string]>>> = {
  booting: ['vm-has-not-launched', 'The instance has not launched yet.'],
  terminating: ['vm-is-terminating', 'The instance is terminating.'],
  terminated: ['vm-is-terminating', 'The instance is terminated.'],
};

function availability(status: Status) {
  const blocked = BLOCKED[status];
  if (blocked === undefined) return { available: true };
  const [reason_code, reason_description] = blocked;
  return { available: false, reason_code, reason_description };
}

export function instanceRecord(vm: Vm) {
  const { node, gpuCount, label } = vm.order;
  const status = statusOf(vm);
  const gpu = GPUS[node.gpuType];
  return {
    id: vm.id,
    ...(label !== null && { name: label }),
    ...(status !== 'booting' && { ip: vm.ip }),
    status,
    ssh_key_names: ['laptop'],
    // One in three has a file system.
    file_system_names: vm.vmid % 3 === 0 ? ['datasets'] : [],
    region: { name: `${node.country.toLowerCase()}-west-1`, description: node.country },
    instance_type: {
      name: `gpu_${gpuCount}x_${node.gpuType}`,
      description: `${gpuCount}x ${gpu}`,
      gpu_description: gpu,
      price_cents_per_hour: Math.round(vm.rates.gpu / 10_000),
      specs: { vcpus: 30 * gpuCount, memory_gib: 200 * gpuCount, storage_gib: 512, gpus: gpuCount },
    },
    ...SECRETS,
    actions: { terminate: availability(status) },
    tags: [],
  };
}
