import { type Bill, billUntil } from './billing.ts';
import { dollars, type Micros } from './prices.ts';
import { hash, uuid } from './seeded.ts';
import { currentPhase, type GpuType, type Vm } from './vm.ts';

const DAY_MS = 86_400_000;

/** The document says `gpu_model` here and `gpu_type` elsewhere, so this sends the trade name. */
const GPU_MODELS: Record<GpuType, string> = {
  '5090': 'RTX 5090',
  '4090': 'RTX 4090',
  pro6000: 'RTX PRO 6000',
};

/** An amount on the bill that no VM caused, in place of one of the service's mistakes. */
export interface Charge {
  /** Also of a VM that does not exist. */
  readonly vmId: string;
  readonly vmid: number;
  readonly gpuType: GpuType;
  /** ms of simulated time. */
  readonly at: number;
  readonly cost: Micros;
  readonly gpuSeconds: number;
}

function hours(seconds: number): number {
  return Math.round((seconds / 3600) * 1e6) / 1e6;
}

function mayCost(vm: Vm, from: number, to: number): boolean {
  const last = currentPhase(vm);
  const over = last.status === 'destroyed' || last.status === 'failed';
  return vm.phases[0].from < to && !(over && last.from <= from);
}

function logEntry(vm: Vm, at: number, before: Bill, after: Bill) {
  const gpuSeconds = after.gpuSeconds - before.gpuSeconds;
  const gpuCost = after.gpuCost - before.gpuCost;
  const storageCost = after.storageCost - before.storageCost;
  return {
    id: uuid(vm.seed, Math.floor(at / DAY_MS), 7),
    vm_id: vm.id,
    timestamp: new Date(at).toISOString(),
    // GPU seconds: an hour on four GPUs is 14,400.
    gpu_seconds: gpuSeconds * vm.gpuCount,
    storage_gb: vm.storageGb,
    network_bytes: gpuSeconds * (10_000 + (hash(vm.seed, 8) % 90_000)),
    gpu_cost: dollars(gpuCost),
    storage_cost: dollars(storageCost),
    // Traffic is free here.
    network_cost: 0,
    total_cost: dollars(gpuCost + storageCost),
  };
}

type UsageLog = ReturnType<typeof logEntry>;

function chargeEntry({ vmId, at, cost, gpuSeconds }: Charge, index: number): UsageLog {
  return {
    id: uuid(index, Math.floor(at / DAY_MS), 9),
    vm_id: vmId,
    timestamp: new Date(at).toISOString(),
    gpu_seconds: gpuSeconds,
    storage_gb: 0,
    network_bytes: 0,
    gpu_cost: dollars(cost),
    storage_cost: 0,
    network_cost: 0,
    total_cost: dollars(cost),
  };
}

/** One entry per VM and UTC day with a charge. */
function vmUsage(vm: Vm, from: number, to: number) {
  const logs: UsageLog[] = [];
  const first = billUntil(vm, from);
  let before = first;
  for (let at = Math.max(from, vm.phases[0].from); at < to; ) {
    const end = Math.min((Math.floor(at / DAY_MS) + 1) * DAY_MS, to);
    const after = billUntil(vm, end);
    if (after.storageSeconds > before.storageSeconds) logs.push(logEntry(vm, at, before, after));
    before = after;
    at = end;
  }
  const cost: Micros = before.gpuCost - first.gpuCost + (before.storageCost - first.storageCost);
  return { logs, cost, seconds: before.gpuSeconds - first.gpuSeconds };
}

/**
 * Logs, breakdown and totals of a period (ms of simulated time, `to` excluded). Hours are hours of running VMs,
 * whatever their number of GPUs. Charges have entries of their own.
 */
export function usageBetween(
  vms: readonly Vm[],
  from: number,
  to: number,
  charges: readonly Charge[] = [],
) {
  const logs: UsageLog[] = [];
  const breakdown = [];
  let cost: Micros = 0;
  let seconds = 0;
  for (const [index, charge] of charges.entries()) {
    if (charge.at < from || charge.at >= to) continue;
    logs.push(chargeEntry(charge, index));
    cost += charge.cost;
    seconds += charge.gpuSeconds;
    breakdown.push({
      vm_id: charge.vmId,
      vmid: charge.vmid,
      gpu_model: GPU_MODELS[charge.gpuType],
      hours: hours(charge.gpuSeconds),
      cost: dollars(charge.cost),
    });
  }
  for (const vm of vms) {
    if (!mayCost(vm, from, to)) continue;
    const usage = vmUsage(vm, from, to);
    if (usage.logs.length === 0) continue;
    for (const entry of usage.logs) logs.push(entry);
    cost += usage.cost;
    seconds += usage.seconds;
    breakdown.push({
      vm_id: vm.id,
      vmid: vm.vmid,
      gpu_model: GPU_MODELS[vm.gpuType],
      hours: hours(usage.seconds),
      cost: dollars(usage.cost),
    });
  }
  return {
    logs,
    total_cost: dollars(cost),
    total_hours: hours(seconds),
    vm_breakdown: breakdown,
  };
}
