import { type PartBill, partBills, partsOf } from './billing.ts';
import { dollars } from './money.ts';
import { hash, uuid } from './seeded.ts';
import type { GpuType, Vm } from './vm.ts';

const DAY_MS = 86_400_000;

/** The document says `gpu_model` here and `gpu_type` elsewhere, so this sends the trade name. */
const GPU_MODELS: Record<GpuType, string> = {
  '5090': 'RTX 5090',
  '4090': 'RTX 4090',
  pro6000: 'RTX PRO 6000',
};

/** An entry per VM and UTC day with a charge. Traffic is free here. */
const logEntry = ({ vm, from, gpuSeconds, gpuCost, storageCost }: PartBill) => ({
  id: uuid(vm.seed, Math.floor(from / DAY_MS), 7),
  vm_id: vm.id,
  timestamp: new Date(Math.max(from, vm.phases[0].from)).toISOString(),
  // An hour on four GPUs is 14,400.
  gpu_seconds: gpuSeconds * vm.order.gpuCount,
  storage_gb: vm.order.storageGb,
  network_bytes: gpuSeconds * (10_000 + (hash(vm.seed, 8) % 90_000)),
  gpu_cost: dollars(gpuCost),
  storage_cost: dollars(storageCost),
  network_cost: 0,
  total_cost: dollars(gpuCost + storageCost),
});

/** An hour of a VM counts once, whatever its number of GPUs. */
function totalsOf(bills: readonly PartBill[]) {
  const cost = bills.reduce((sum, { gpuCost, storageCost }) => sum + gpuCost + storageCost, 0);
  const seconds = bills.reduce((sum, { gpuSeconds }) => sum + gpuSeconds, 0);
  return { cost: dollars(cost), hours: Math.round((seconds / 3600) * 1e6) / 1e6 };
}

/** Usage of a period, ms of simulated time, `to` excluded. @param from the beginning of a UTC day */
export function usageBetween(vms: readonly Vm[], from: number, to: number) {
  const days = partsOf(from, to, DAY_MS);
  const byVm = vms.map((vm) => partBills(vm, days));
  const all = byVm.flat();
  const total = totalsOf(all);
  return {
    logs: all.map(logEntry),
    total_cost: total.cost,
    total_hours: total.hours,
    vm_breakdown: byVm.flatMap((bills) =>
      bills.slice(0, 1).map(({ vm: { id: vm_id, vmid, order } }) => {
        return { vm_id, vmid, gpu_model: GPU_MODELS[order.node.gpuType], ...totalsOf(bills) };
      }),
    ),
  };
}
