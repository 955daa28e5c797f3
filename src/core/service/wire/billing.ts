import { z } from 'zod';
import type { Spend, SpendVm, Usage, UsageLog, UsageVm } from '../../../shared/domain/index.ts';
import { count, gpuType, items, money, number, pathId, text } from './read.ts';

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

/** At least one of these identifies a spend response. */
export const SPEND_KEYS = [
  'total_per_hour',
  'total_per_day',
  'total_per_month',
  'hourly_rate',
  'running_vms',
];

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

/** At least one of these identifies a usage response. */
export const USAGE_KEYS = ['logs', 'total_cost', 'total_hours', 'vm_breakdown'];
