import { z } from 'zod';
import type { Spend, SpendVm } from '../../../shared/domain/index.ts';
import { count, gpuType, money, pathId, text } from './fields.ts';
import { items } from './items.ts';

const spendVmSchema = z
  .object({
    vm_id: pathId,
    vmid: count,
    gpu_type: gpuType,
    gpu_count: count,
    storage_gb: count,
    gpu_cost_per_hour: money,
    storage_cost_per_hour: money,
    network_cost_per_hour: money,
    total_cost_per_hour: money,
  })
  .transform(
    (wire): SpendVm => ({
      vmId: wire.vm_id,
      vmid: wire.vmid,
      gpuType: wire.gpu_type,
      gpuCount: wire.gpu_count,
      storageGb: wire.storage_gb,
      gpuPerHour: wire.gpu_cost_per_hour,
      storagePerHour: wire.storage_cost_per_hour,
      networkPerHour: wire.network_cost_per_hour,
      totalPerHour: wire.total_cost_per_hour,
    }),
  );

/** `GET /billing/current-spend`. */
export const spendSchema = z
  .object({
    total_per_hour: money,
    total_per_day: money,
    total_per_month: money,
    hourly_rate: money,
    running_vms: count,
    vms: items(spendVmSchema),
    last_updated: text,
  })
  .transform(
    (wire): Spend => ({
      perHour: wire.total_per_hour,
      perDay: wire.total_per_day,
      perMonth: wire.total_per_month,
      hourlyRate: wire.hourly_rate,
      runningVms: wire.running_vms,
      vms: wire.vms.read,
      skipped: wire.vms.skipped,
      lastUpdated: wire.last_updated,
    }),
  );

/** The names of which at least one must be there, or the object is something else than a spend. */
export const SPEND_KEYS = [
  'total_per_hour',
  'total_per_day',
  'total_per_month',
  'hourly_rate',
  'running_vms',
];
