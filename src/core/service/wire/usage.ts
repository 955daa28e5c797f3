import { z } from 'zod';
import type { Usage, UsageLog, UsageVm } from '../../../shared/domain/index.ts';
import { count, money, number, text } from './fields.ts';
import { items } from './items.ts';

const usageLogSchema = z
  .object({
    id: text,
    vm_id: text,
    timestamp: text,
    gpu_seconds: number,
    storage_gb: number,
    network_bytes: number,
    gpu_cost: money,
    storage_cost: money,
    network_cost: money,
    total_cost: money,
  })
  .transform(
    (wire): UsageLog => ({
      id: wire.id,
      vmId: wire.vm_id,
      timestamp: wire.timestamp,
      gpuSeconds: wire.gpu_seconds,
      storageGb: wire.storage_gb,
      networkBytes: wire.network_bytes,
      gpuCost: wire.gpu_cost,
      storageCost: wire.storage_cost,
      networkCost: wire.network_cost,
      totalCost: wire.total_cost,
    }),
  );

const usageVmSchema = z
  .object({ vm_id: z.string().min(1), vmid: count, gpu_model: text, hours: money, cost: money })
  .transform(
    (wire): UsageVm => ({
      vmId: wire.vm_id,
      vmid: wire.vmid,
      gpuModel: wire.gpu_model,
      hours: wire.hours,
      cost: wire.cost,
    }),
  );

/** `GET /billing/usage`. */
export const usageSchema = z
  .object({
    logs: items(usageLogSchema),
    total_cost: money,
    total_hours: money,
    period_start: text,
    period_end: text,
    vm_breakdown: items(usageVmSchema),
  })
  .transform(
    (wire): Usage => ({
      totalCost: wire.total_cost,
      totalHours: wire.total_hours,
      periodStart: wire.period_start,
      periodEnd: wire.period_end,
      logs: wire.logs.read,
      vms: wire.vm_breakdown.read,
      skipped: wire.logs.skipped + wire.vm_breakdown.skipped,
    }),
  );

/** The names of which at least one must be there, or the object is something else than a usage report. */
export const USAGE_KEYS = ['logs', 'total_cost', 'total_hours', 'vm_breakdown'];
