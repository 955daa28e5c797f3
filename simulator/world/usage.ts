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

/** An amount on the bill that no VM caused, in place of one of the service's mistakes. */
export interface Charge {
  readonly vmId: string;
  readonly vmid: number;
  readonly gpuType: GpuType;
  /** ms of simulated time. */
  readonly at: number;
  readonly cost: Micros;
}

/** A VM's bill of one UTC day. */
interface Item extends Charge {
  readonly id: string;
  readonly gpuSeconds: number;
  /** Beside `cost`, which is that of the GPUs. */
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

function chargeItem(charge: Charge, index: number): Item {
  const id = uuid(index, Math.floor(charge.at / DAY_MS), 9);
  const metered = { gpuSeconds: 0, gpuCount: 1, storageGb: 0, networkBytes: 0 };
  return { ...charge, id, ...metered, storageCost: 0 };
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
        cost: after.gpuCost - before.gpuCost,
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
  gpu_cost: dollars(item.cost),
  storage_cost: dollars(item.storageCost),
  network_cost: 0,
  total_cost: dollars(item.cost + item.storageCost),
});

/** An hour of a VM counts once, whatever its number of GPUs. */
function totalsOf(items: readonly Item[]) {
  const cost = items.reduce((sum, item) => sum + item.cost + item.storageCost, 0);
  const seconds = items.reduce((sum, item) => sum + item.gpuSeconds, 0);
  return { cost: dollars(cost), hours: Math.round((seconds / 3600) * 1e6) / 1e6 };
}

/** Usage of a period, ms of simulated time, `to` excluded. */
export function usageBetween(
  vms: readonly Vm[],
  from: number,
  to: number,
  charges: readonly Charge[] = [],
) {
  const items = [
    ...charges.map(chargeItem).filter(({ at }) => at >= from && at < to),
    ...vms.filter((vm) => mayCost(vm, from, to)).flatMap((vm) => vmItems(vm, from, to)),
  ];
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
