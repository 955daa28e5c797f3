import { billUntil } from './billing.ts';
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

/** A VM's bill of one UTC day. */
interface Item {
  readonly id: string;
  readonly vmId: string;
  readonly vmid: number;
  readonly gpuType: GpuType;
  /** ms of simulated time. */
  readonly at: number;
  readonly gpuSeconds: number;
  readonly gpuCost: Micros;
  readonly storageCost: Micros;
  readonly gpuCount: number;
  readonly storageGb: number;
  readonly networkBytes: number;
}

function mayCost(vm: Vm, from: number, to: number): boolean {
  const last = currentPhase(vm);
  const over = last.status === 'destroyed' || last.status === 'failed';
  return vm.phases[0].from < to && !(over && last.from <= from);
}

/** One item per UTC day with a charge. */
function vmItems(vm: Vm, from: number, to: number): Item[] {
  const items: Item[] = [];
  const { id, vmid, seed, order } = vm;
  let before = billUntil(vm, from);
  for (let at = Math.max(from, vm.phases[0].from); at < to; ) {
    const end = Math.min((Math.floor(at / DAY_MS) + 1) * DAY_MS, to);
    const after = billUntil(vm, end);
    const gpuSeconds = after.gpuSeconds - before.gpuSeconds;
    if (after.storageSeconds > before.storageSeconds)
      items.push({
        id: uuid(seed, Math.floor(at / DAY_MS), 7),
        vmId: id,
        vmid,
        gpuType: order.node.gpuType,
        gpuCount: order.gpuCount,
        storageGb: order.storageGb,
        at,
        gpuSeconds,
        networkBytes: gpuSeconds * (10_000 + (hash(seed, 8) % 90_000)),
        gpuCost: after.gpuCost - before.gpuCost,
        storageCost: after.storageCost - before.storageCost,
      });
    before = after;
    at = end;
  }
  return items;
}

/** Traffic is free here. */
const logEntry = (item: Item) => ({
  id: item.id,
  vm_id: item.vmId,
  timestamp: new Date(item.at).toISOString(),
  // An hour on four GPUs is 14,400.
  gpu_seconds: item.gpuSeconds * item.gpuCount,
  storage_gb: item.storageGb,
  network_bytes: item.networkBytes,
  gpu_cost: dollars(item.gpuCost),
  storage_cost: dollars(item.storageCost),
  network_cost: 0,
  total_cost: dollars(item.gpuCost + item.storageCost),
});

/** An hour of a VM counts once, whatever its number of GPUs. */
function totalsOf(items: readonly Item[]) {
  const cost = items.reduce((sum, item) => sum + item.gpuCost + item.storageCost, 0);
  const seconds = items.reduce((sum, item) => sum + item.gpuSeconds, 0);
  return { cost: dollars(cost), hours: Math.round((seconds / 3600) * 1e6) / 1e6 };
}

/** Usage of a period, ms of simulated time, `to` excluded. */
export function usageBetween(vms: readonly Vm[], from: number, to: number) {
  const items = vms.filter((vm) => mayCost(vm, from, to)).flatMap((vm) => vmItems(vm, from, to));
  const total = totalsOf(items);
  return {
    logs: items.map(logEntry),
    total_cost: total.cost,
    total_hours: total.hours,
    vm_breakdown: [...Map.groupBy(items, ({ vmId }) => vmId)].flatMap(([vm_id, own]) =>
      own.slice(0, 1).map(({ vmid, gpuType }) => {
        return { vm_id, vmid, gpu_model: GPU_MODELS[gpuType], ...totalsOf(own) };
      }),
    ),
  };
}
