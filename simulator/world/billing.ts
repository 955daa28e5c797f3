import { costOf, type Micros } from './money.ts';
import type { VmStatus } from './terms.ts';
import type { Vm } from './vm.ts';

/** What is charged in which status: not documented, chosen so that a stopped VM still costs its disk. */
const CHARGED: Record<VmStatus, { readonly gpu: boolean; readonly storage: boolean }> = {
  creating: { gpu: false, storage: false },
  starting: { gpu: false, storage: true },
  running: { gpu: true, storage: true },
  stopping: { gpu: true, storage: true },
  stopped: { gpu: false, storage: true },
  interrupted: { gpu: false, storage: true },
  offline: { gpu: false, storage: true },
  destroyed: { gpu: false, storage: false },
  failed: { gpu: false, storage: false },
};

/** What a VM in that status costs per hour. */
export function ratesIn(vm: Vm, status: VmStatus): { gpu: Micros; storage: Micros } {
  const charged = CHARGED[status];
  return { gpu: charged.gpu ? vm.gpuRate : 0, storage: charged.storage ? vm.storageRate : 0 };
}

/** Totals since the VM was created. */
export interface Bill {
  readonly gpuSeconds: number;
  readonly storageSeconds: number;
  readonly gpuCost: Micros;
  readonly storageCost: Micros;
}

/** What the VM has cost in all from its creation until `until` (ms of simulated time). */
export function billUntil(vm: Vm, until: number): Bill {
  const end = Math.floor(until / 1000) * 1000;
  let gpuSeconds = 0;
  let storageSeconds = 0;
  for (const [index, phase] of vm.phases.entries()) {
    if (phase.from >= end) break;
    const phaseEnd = Math.min(vm.phases[index + 1]?.from ?? end, end);
    const seconds = (phaseEnd - phase.from) / 1000;
    const charged = CHARGED[phase.status];
    if (charged.gpu) gpuSeconds += seconds;
    if (charged.storage) storageSeconds += seconds;
  }
  return {
    gpuSeconds,
    storageSeconds,
    gpuCost: costOf(vm.gpuRate, gpuSeconds),
    storageCost: costOf(vm.storageRate, storageSeconds),
  };
}

/** What all these VMs have cost since they exist. */
export function spentUntil(vms: readonly Vm[], until: number): Micros {
  let total = 0;
  for (const vm of vms) {
    const bill = billUntil(vm, until);
    total += bill.gpuCost + bill.storageCost;
  }
  return total;
}
