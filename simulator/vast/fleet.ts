import { currentPhase, hash, type Machines, type World } from '../world/index.ts';

export const INSTANCES: Machines = {
  idOf: (seed) => String(10_000_000 + (hash(seed, 73) % 80_000_000)),
  network: 40,
  // Nothing is billed while the host is offline (guides/reference/billing.mdx). A container that crashed holds its GPU.
  charged: { offline: { gpu: false, storage: false }, failed: { gpu: true, storage: true } },
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

/** Special fields, one entry for each of the first three running instances. */
const TRAITS: readonly ((now: number) => Readonly<Record<string, unknown>>)[] = [
  (now) => ({ end_date: now / 1000 + 2.5 * DAY_S }),
  () => ({ actual_status: 'frozen', intended_status: 'frozen' }),
  () => ({ ports: {}, image_runtype: 'jupyter ssh_proxy' }),
];

/** The traits of instances are fields put over their records, so that the control interface can give them to any instance. */
export function equip({ accounts, clock }: World): void {
  const running = accounts[0].vms.filter((vm) => currentPhase(vm).status === 'running');
  for (const [index, trait] of TRAITS.entries()) {
    const vm = running[index];
    if (vm !== undefined) vm.overlay = trait(clock.now());
  }
}
