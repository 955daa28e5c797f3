import { ratesIn } from './billing.ts';
import { dollars, type Micros } from './money.ts';
import { currentPhase, type Vm } from './vm.ts';

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
 * The current-spend answer. Listed is every VM that costs something now, so also a stopped one with its disk.
 * `hourly_rate`, which the document does not tell apart from `total_per_hour`, is the same figure here.
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
