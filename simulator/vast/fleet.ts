import { hash, type Machines, type Vm, type World } from '../world/index.ts';

export const INSTANCES: Machines = {
  idOf: (seed) => String(10_000_000 + (hash(seed, 73) % 80_000_000)),
  network: 40,
  names: [
    ['sdxl-lora', 'training'],
    ['vllm-llama', 'serving'],
    ['jupyter-mia', 'idle'],
    ['etl-night', 'serving'],
    ['flux-batch', 'training'],
    ['asr-whisper', 'serving'],
    ['qwen-sft', 'training'],
    ['comfy', 'serving'],
    ['tgi-mistral', 'serving'],
    ['old-bench', 'idle'],
    ['dpo-run', 'training'],
    ['sweep-7', 'training'],
  ],
};

const DAY_S = 86_400;

/** By number within the account. */
const TRAITS: Readonly<Record<number, (now: number) => Readonly<Record<string, unknown>>>> = {
  0: (now) => ({ end_date: now / 1000 + 2.5 * DAY_S }),
  2: () => ({ actual_status: 'frozen', intended_status: 'frozen' }),
  4: () => ({ ports: {}, image_runtype: 'jupyter ssh_proxy' }),
  8: () => ({ label: null }),
};

/** The traits of instances are fields put over their records, so that the control interface can give them to any instance. */
export function equip({ accounts, clock }: World): void {
  for (const vm of accounts[0].vms) vm.overlay = TRAITS[indexOf(vm)]?.(clock.now()) ?? {};
}

const indexOf = ({ vmid }: Vm) => vmid % 100_000;
