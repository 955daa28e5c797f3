import type {
  Spend,
  SpendVm,
  Usage,
  UsageLog,
  UsageVm,
} from '../../../../shared/domain/billing.ts';
import {
  count,
  money,
  pathId,
  quantity,
  readItems,
  record,
  shortText,
  text,
} from '../../http/read.ts';
import { defaultName, textOrNumber } from './fields.ts';

const spendVmSchema = record<SpendVm>((sent) => {
  const vmId = pathId(sent['vm_id']);
  if (vmId === null) return null;
  return {
    vmId,
    defaultName: defaultName(sent),
    gpuType: textOrNumber(sent['gpu_type']),
    gpuCount: count(sent['gpu_count']),
    storageGb: count(sent['storage_gb']),
    gpuPerHour: money(sent['gpu_cost_per_hour']),
    storagePerHour: money(sent['storage_cost_per_hour']),
    networkPerHour: money(sent['network_cost_per_hour']),
    totalPerHour: money(sent['total_cost_per_hour']),
  };
});

/** `GET /billing/current-spend`, without the age of the figures. */
export const spendSchema = record<Spend>((sent) => {
  const { read: vms, skipped } = readItems(spendVmSchema, sent['vms']);
  return {
    perHour: money(sent['total_per_hour'] ?? sent['hourly_rate']),
    perDay: money(sent['total_per_day']),
    perMonth: money(sent['total_per_month']),
    runningVms: count(sent['running_vms']),
    vms,
    skipped,
    lastUpdated: text(sent['last_updated']),
    outdatedAt: null,
  };
});

/** A spend response has at least one of these. */
export const SPEND_KEYS = [
  'total_per_hour',
  'total_per_day',
  'total_per_month',
  'hourly_rate',
  'running_vms',
];

const usageVmSchema = record<UsageVm>((sent) => {
  const vmId = shortText(sent['vm_id'], 128);
  if (vmId === null) return null;
  return {
    vmId,
    defaultName: defaultName(sent),
    gpuModel: text(sent['gpu_model']),
    hours: money(sent['hours']),
    cost: money(sent['cost']),
  };
});

const usageLogSchema = record<UsageLog>((sent) => ({
  id: shortText(textOrNumber(sent['id']), 128),
  vmId: text(sent['vm_id']),
  timestamp: text(sent['timestamp']),
  gpuSeconds: quantity(sent['gpu_seconds']),
  storageGb: quantity(sent['storage_gb']),
  networkBytes: quantity(sent['network_bytes']),
  gpuCost: money(sent['gpu_cost']),
  storageCost: money(sent['storage_cost']),
  networkCost: money(sent['network_cost']),
  totalCost: money(sent['total_cost']),
}));

/** A year of twenty VMs with an entry per hour, which is about what a response may hold. */
const MAX_LOGS = 175_000;

/** `GET /billing/usage`. @param hasLog with its log, which can have an entry per VM and hour */
export const usageSchema = (hasLog: boolean) =>
  record<Usage>((sent) => {
    const vms = readItems(usageVmSchema, sent['vm_breakdown']);
    const logs = readItems(usageLogSchema, hasLog ? sent['logs'] : [], MAX_LOGS);
    return {
      totalCost: money(sent['total_cost']),
      totalHours: money(sent['total_hours']),
      periodStart: text(sent['period_start']),
      periodEnd: text(sent['period_end']),
      vms: vms.read,
      logs: logs.read,
      skipped: vms.skipped + logs.skipped,
    };
  });

/** A usage response has at least one of these. */
export const USAGE_KEYS = ['logs', 'total_cost', 'total_hours', 'vm_breakdown'];
