import type { Account } from './accounts.ts';
import { costOf, dollars, type Micros } from './money.ts';
import { type Charged, currentPhase, type Vm, type VmStatus } from './vm.ts';

/** Not documented; here a stopped VM still costs its disk. */
export const CHARGED: Readonly<Charged> = {
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

/** Per hour. */
export function ratesIn({ rates }: Vm, status: VmStatus): { gpu: Micros; storage: Micros } {
  const charged = rates.charged[status];
  return { gpu: charged.gpu ? rates.gpu : 0, storage: charged.storage ? rates.storage : 0 };
}

export type Bill = ReturnType<typeof billUntil>;

/** In micros per hour times seconds, at the rates of that time. */
function gpuCostOver({ rates }: Vm, from: number, to: number): number {
  let cost = 0;
  let start = from;
  for (const { gpu, until } of [...rates.earlier, { gpu: rates.gpu, until: to }]) {
    const end = Math.min(until, to);
    if (end <= start) continue;
    cost += (gpu * (end - start)) / 1000;
    start = end;
  }
  return cost;
}

/** The VM's costs since its creation. @param until ms of simulated time */
function billUntil(vm: Vm, until: number) {
  const end = Math.floor(until / 1000) * 1000;
  let gpuSeconds = 0;
  let gpuCost = 0;
  let storageSeconds = 0;
  for (const [index, phase] of vm.phases.entries()) {
    if (phase.from >= end) break;
    const phaseEnd = Math.min(vm.phases[index + 1]?.from ?? end, end);
    const seconds = (phaseEnd - phase.from) / 1000;
    const charged = vm.rates.charged[phase.status];
    if (charged.gpu) {
      gpuSeconds += seconds;
      gpuCost += gpuCostOver(vm, phase.from, phaseEnd);
    }
    if (charged.storage) storageSeconds += seconds;
  }
  return {
    gpuSeconds,
    storageSeconds,
    gpuCost: costOf(gpuCost, 1),
    storageCost: costOf(vm.rates.storage, storageSeconds),
  };
}

/** The parts of a period in ms of simulated time, `to` excluded, each `ms` long; the last one may be shorter. */
export const partsOf = (from: number, to: number, ms: number) =>
  Array.from({ length: Math.ceil((to - from) / ms) }, (_, index) => {
    const start = from + index * ms;
    return { from: start, to: Math.min(start + ms, to) };
  });

/** A VM's costs in each part in which its disk was charged, beside its bills `before` and `after`. @param parts in order, without gaps */
export function partBills(vm: Vm, parts: ReturnType<typeof partsOf>) {
  let last = billUntil(vm, parts[0]?.from ?? 0);
  return parts.flatMap(({ from, to }) => {
    const [before, after] = [last, billUntil(vm, to)];
    last = after;
    const storageSeconds = after.storageSeconds - before.storageSeconds;
    if (storageSeconds === 0) return [];
    const gpuSeconds = after.gpuSeconds - before.gpuSeconds;
    const gpuCost = after.gpuCost - before.gpuCost;
    const storageCost = after.storageCost - before.storageCost;
    return [{ vm, from, before, after, gpuSeconds, gpuCost, storageCost }];
  });
}

export type PartBill = ReturnType<typeof partBills>[number];

export function spentUntil(vms: readonly Vm[], until: number): Micros {
  return vms.reduce((total, vm) => {
    const bill = billUntil(vm, until);
    return total + bill.gpuCost + bill.storageCost;
  }, 0);
}

/** May be negative: what the service does then is not documented, so nothing stops here. */
export const balanceAt = ({ paidIn, vms }: Pick<Account, 'paidIn' | 'vms'>, now: number): Micros =>
  paidIn - spentUntil(vms, now);

/** 365 × 24 / 12. The document does not say how the month is counted. */
const HOURS_PER_MONTH = 730;

/** The current-spend answer: all VMs that cost something now. The document does not distinguish `hourly_rate` from `total_per_hour`. */
export function currentSpend(vms: readonly Vm[], now: number) {
  const listed = vms.filter((vm) => !vm.gone);
  const priced = listed.map((vm) => ({ vm, ...ratesIn(vm, currentPhase(vm).status) }));
  const charged = priced.filter(({ gpu, storage }) => gpu + storage > 0);
  const total = charged.reduce((sum, { gpu, storage }) => sum + gpu + storage, 0);
  return {
    total_per_hour: dollars(total),
    total_per_day: dollars(total * 24),
    total_per_month: dollars(total * HOURS_PER_MONTH),
    hourly_rate: dollars(total),
    running_vms: listed.filter((vm) => currentPhase(vm).status === 'running').length,
    vms: charged.map(({ vm, gpu, storage }) => ({
      vm_id: vm.id,
      vmid: vm.vmid,
      gpu_type: vm.order.node.gpuType,
      gpu_count: vm.order.gpuCount,
      storage_gb: vm.order.storageGb,
      gpu_cost_per_hour: dollars(gpu),
      storage_cost_per_hour: dollars(storage),
      network_cost_per_hour: 0,
      total_cost_per_hour: dollars(gpu + storage),
    })),
    last_updated: vms.length === 0 ? null : new Date(now).toISOString(),
  };
}
