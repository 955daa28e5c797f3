import { hash, hex, type Machines, type World } from '../world/index.ts';

export const INSTANCES: Machines = {
  idOf: (seed) => [0, 1, 2, 3].map((word) => hex(hash(seed, 83, word))).join(''),
  network: 50,
  names: [
    ['pretrain-7b', 'training'],
    ['sweep-lr', 'training'],
    ['jupyter-lin', 'idle'],
    ['eval-suite', 'training'],
    ['asr-batch', 'serving'],
    ['dpo-run', 'training'],
    ['embed-corpus', 'serving'],
    ['old-baseline', 'idle'],
  ],
};

/** Prices are whole cents of the whole instance. Stopped VMs do not exist there. */
export function equip({ accounts }: World): void {
  for (const { vms } of accounts)
    for (const vm of vms) {
      vm.rates.gpu = Math.round(vm.rates.gpu / 10_000) * 10_000;
      vm.gone = vm.phases.at(-1)?.status === 'stopped';
    }
}
