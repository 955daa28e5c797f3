import { costOf, dollars, type Micros } from './prices.ts';
import { currentPhase, type Vm, type VmStatus } from './vm.ts';

/** What each status is charged for. Not documented; here a stopped VM still costs its disk. */
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

/** Per hour. */
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

/** The cost of the VM's GPUs over a time, by what they cost then, in micros per hour times seconds. */
function gpuCostOver({ gpuRate, earlierRates }: Vm, from: number, to: number): number {
  let cost = 0;
  let start = from;
  for (const { gpuRate: rate, until } of [...earlierRates, { gpuRate, until: to }]) {
    const end = Math.min(until, to);
    if (end <= start) continue;
    cost += (rate * (end - start)) / 1000;
    start = end;
  }
  return cost;
}

/** The VM's costs since its creation. @param until ms of simulated time */
export function billUntil(vm: Vm, until: number): Bill {
  const end = Math.floor(until / 1000) * 1000;
  let gpuSeconds = 0;
  let gpuCost = 0;
  let storageSeconds = 0;
  for (const [index, phase] of vm.phases.entries()) {
    if (phase.from >= end) break;
    const phaseEnd = Math.min(vm.phases[index + 1]?.from ?? end, end);
    const seconds = (phaseEnd - phase.from) / 1000;
    const charged = CHARGED[phase.status];
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
    storageCost: costOf(vm.storageRate, storageSeconds),
  };
}

/** The costs of all these VMs since their creation. */
export function spentUntil(vms: readonly Vm[], until: number): Micros {
  let total = 0;
  for (const vm of vms) {
    const bill = billUntil(vm, until);
    total += bill.gpuCost + bill.storageCost;
  }
  return total;
}

/** An account's balance at one moment, with the amount spent until then. */
export interface Balance {
  readonly amount: Micros;
  readonly spentBefore: Micros;
}

export function startBalance(amount: Micros, vms: readonly Vm[], now: number): Balance {
  return { amount, spentBefore: spentUntil(vms, now) };
}

/** May be negative: what the service does then is not documented, so nothing stops here. */
export function balanceAt(balance: Balance, vms: readonly Vm[], now: number): Micros {
  return balance.amount - (spentUntil(vms, now) - balance.spentBefore);
}

const HOURS_PER_DAY = 24;
/** 365 × 24 / 12. The document does not say how the month is counted. */
const HOURS_PER_MONTH = 730;

function costs(gpu: Micros, storage: Micros) {
  return {
    gpu_cost_per_hour: dollars(gpu),
    storage_cost_per_hour: dollars(storage),
    network_cost_per_hour: 0,
    total_cost_per_hour: dollars(gpu + storage),
  };
}

/**
 * The current-spend answer. It lists every VM that costs something now, including a stopped one with its disk.
 * `hourly_rate`, which the document does not distinguish from `total_per_hour`, is the same figure.
 */
export function currentSpend(vms: readonly Vm[], now: number) {
  let total = 0;
  let running = 0;
  const entries = [];
  for (const vm of vms) {
    if (vm.gone) continue;
    const { status } = currentPhase(vm);
    if (status === 'running') running += 1;
    const rates = ratesIn(vm, status);
    if (rates.gpu + rates.storage === 0) continue;
    total += rates.gpu + rates.storage;
    entries.push({
      vm_id: vm.id,
      vmid: vm.vmid,
      gpu_type: vm.gpuType,
      gpu_count: vm.gpuCount,
      storage_gb: vm.storageGb,
      ...costs(rates.gpu, rates.storage),
    });
  }
  return {
    total_per_hour: dollars(total),
    total_per_day: dollars(total * HOURS_PER_DAY),
    total_per_month: dollars(total * HOURS_PER_MONTH),
    hourly_rate: dollars(total),
    running_vms: running,
    vms: entries,
    last_updated: vms.length === 0 ? null : new Date(now).toISOString(),
  };
}
