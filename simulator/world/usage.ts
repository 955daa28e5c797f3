import { type Bill, billUntil } from './billing.ts';
import { dollars, type Micros } from './money.ts';
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

/** The fields of a log entry in which VMs and charges differ. */
interface Metered {
  readonly id: string;
  readonly vm_id: string;
  readonly gpu_seconds: number;
  readonly storage_gb: number;
  readonly network_bytes: number;
}

/** Traffic is free here. */
function logEntry(metered: Metered, at: number, gpu: Micros, storage: Micros) {
  return {
    ...metered,
    timestamp: new Date(at).toISOString(),
    gpu_cost: dollars(gpu),
    storage_cost: dollars(storage),
    network_cost: 0,
    total_cost: dollars(gpu + storage),
  };
}

type UsageLog = ReturnType<typeof logEntry>;

interface Usage extends Pick<Charge, 'vmId' | 'vmid' | 'gpuType' | 'cost' | 'gpuSeconds'> {
  readonly logs: readonly UsageLog[];
}

function chargeUsage(charge: Charge, index: number): Usage {
  const { vmId, at, cost, gpuSeconds } = charge;
  const id = uuid(index, Math.floor(at / DAY_MS), 9);
  const metered = { vm_id: vmId, gpu_seconds: gpuSeconds, storage_gb: 0, network_bytes: 0 };
  return { ...charge, logs: [logEntry({ id, ...metered }, at, cost, 0)] };
}

function dayEntry({ id, seed, order }: Vm, at: number, before: Bill, after: Bill): UsageLog {
  const seconds = after.gpuSeconds - before.gpuSeconds;
  const metered = {
    id: uuid(seed, Math.floor(at / DAY_MS), 7),
    vm_id: id,
    // GPU seconds: an hour on four GPUs is 14,400.
    gpu_seconds: seconds * order.gpuCount,
    storage_gb: order.storageGb,
    network_bytes: seconds * (10_000 + (hash(seed, 8) % 90_000)),
  };
  const storage = after.storageCost - before.storageCost;
  return logEntry(metered, at, after.gpuCost - before.gpuCost, storage);
}

/** One entry per VM and UTC day with a charge. */
function vmUsage(vm: Vm, from: number, to: number): Usage {
  const logs: UsageLog[] = [];
  const first = billUntil(vm, from);
  let before = first;
  for (let at = Math.max(from, vm.phases[0].from); at < to; ) {
    const end = Math.min((Math.floor(at / DAY_MS) + 1) * DAY_MS, to);
    const after = billUntil(vm, end);
    if (after.storageSeconds > before.storageSeconds) logs.push(dayEntry(vm, at, before, after));
    before = after;
    at = end;
  }
  const cost = before.gpuCost - first.gpuCost + (before.storageCost - first.storageCost);
  const gpuSeconds = before.gpuSeconds - first.gpuSeconds;
  return { vmId: vm.id, vmid: vm.vmid, gpuType: vm.order.node.gpuType, logs, cost, gpuSeconds };
}

/** Usage of a period, ms of simulated time, `to` excluded. An hour of a VM counts once, whatever its number of GPUs. */
export function usageBetween(
  vms: readonly Vm[],
  from: number,
  to: number,
  charges: readonly Charge[] = [],
) {
  const usages = [
    ...charges.flatMap((charge, index) =>
      charge.at < from || charge.at >= to ? [] : [chargeUsage(charge, index)],
    ),
    ...vms.filter((vm) => mayCost(vm, from, to)).map((vm) => vmUsage(vm, from, to)),
  ].filter(({ logs }) => logs.length > 0);
  return {
    logs: usages.flatMap(({ logs }) => logs),
    total_cost: dollars(usages.reduce((sum, { cost }) => sum + cost, 0)),
    total_hours: hours(usages.reduce((sum, { gpuSeconds }) => sum + gpuSeconds, 0)),
    vm_breakdown: usages.map(({ vmId, vmid, gpuType, gpuSeconds, cost }) => ({
      vm_id: vmId,
      vmid,
      gpu_model: GPU_MODELS[gpuType],
      hours: hours(gpuSeconds),
      cost: dollars(cost),
    })),
  };
}
