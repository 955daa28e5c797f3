import { hash, type Machines, toMicros, type Vm, type World } from '../world/index.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

export const PODS: Machines = {
  idOf: (seed) => Array.from({ length: 14 }, (_, at) => DIGITS[hash(seed, 71, at) % 36]).join(''),
  network: 30,
  names: [
    ['flux-lora', 'training'],
    ['vllm-qwen3', 'serving'],
    ['jupyter-ada', 'idle'],
    ['data-prep', 'serving'],
    ['sdxl-batch', 'training'],
    ['whisper-large', 'serving'],
    ['llama-sft', 'training'],
    ['comfy-ui', 'serving'],
    ['tgi-mixtral', 'serving'],
    ['old-experiment', 'idle'],
    ['grpo-run', 'training'],
    ['ablation-3', 'training'],
  ],
};

const NETWORK = { network: [{ volumeId: 'v8k2sim4', path: '/workspace' }] };

const member = (rank: number) => ({
  cluster: { id: 'cl-llama-sft', rank, ip: `10.65.0.${rank + 2}` },
});

const CPU_PRICE = toMicros(0.24);

type Traits = Readonly<Record<string, unknown>>;

/** By the number within the account modulo 4; the other pods have a volume of their own. */
const MOUNTS: Readonly<Record<number, Traits>> = { 1: { mounts: NETWORK }, 3: { mounts: {} } };

/** By number within the account. */
const TRAITS: Readonly<Record<number, Traits>> = {
  1: { locked: true },
  3: { gpu: undefined, cpu: { id: 'cpu5c', vcpuCount: 8, memory: 16 }, cudaVersion: null },
  6: member(0),
  10: member(1),
};

/** The traits of pods are fields put over their records, so that the control interface can give them to any pod. */
export function equip({ accounts }: World): void {
  for (const vm of accounts[0].vms) {
    const index = vm.vmid % 100_000;
    vm.overlay = { ...MOUNTS[index % 4], ...TRAITS[index] };
    if (isCpuPod(vm)) vm.rates.gpu = CPU_PRICE;
  }
}

export const isCpuPod = ({ overlay }: Vm) => overlay['cpu'] !== undefined;

/** The id of its cluster; null: none. */
export function clusterOf({ overlay }: Vm): unknown {
  return overlay['cluster'] ?? null;
}

export function volumeOf({ overlay }: Vm): 'persistent' | 'network' | 'none' {
  const { mounts } = overlay;
  if (typeof mounts !== 'object' || mounts === null || 'persistent' in mounts) return 'persistent';
  return 'network' in mounts ? 'network' : 'none';
}
