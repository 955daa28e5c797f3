import { z } from 'zod';
import type {
  LoggedUsage,
  Spend,
  SpendVm,
  Usage,
  UsageLog,
  UsageVm,
} from '../../../shared/domain/index.ts';
import { count, gpuType, items, money, pathId, record, text } from './read.ts';

const spendVmSchema: z.ZodType<SpendVm> = record(
  {
    vmId: pathId,
    vmid: count,
    gpuType,
    gpuCount: count,
    storageGb: count,
    gpuPerHour: money,
    storagePerHour: money,
    networkPerHour: money,
    totalPerHour: money,
  },
  {
    gpuPerHour: 'gpu_cost_per_hour',
    storagePerHour: 'storage_cost_per_hour',
    networkPerHour: 'network_cost_per_hour',
    totalPerHour: 'total_cost_per_hour',
  },
);

/** `GET /billing/current-spend`. */
export const spendSchema: z.ZodType<Spend> = record(
  {
    perHour: money,
    perDay: money,
    perMonth: money,
    hourlyRate: money,
    runningVms: count,
    vms: items(spendVmSchema),
    lastUpdated: text,
  },
  { perHour: 'total_per_hour', perDay: 'total_per_day', perMonth: 'total_per_month' },
).transform(({ vms, ...spend }) => ({ ...spend, vms: vms.read, skipped: vms.skipped }));

/** At least one of these identifies a spend response. */
export const SPEND_KEYS = [
  'total_per_hour',
  'total_per_day',
  'total_per_month',
  'hourly_rate',
  'running_vms',
];

const usageVmSchema: z.ZodType<UsageVm> = record({
  vmId: z.string().min(1).max(128),
  vmid: count,
  gpuModel: text,
  hours: money,
  cost: money,
});

const usageFields = {
  totalCost: money,
  totalHours: money,
  periodStart: text,
  periodEnd: text,
  vms: items(usageVmSchema),
};

/** `GET /billing/usage`, without its log, which can have an entry per VM and hour. */
export const usageSchema: z.ZodType<Usage> = record(usageFields, {
  vms: 'vm_breakdown',
}).transform(({ vms, ...usage }) => ({ ...usage, vms: vms.read, skipped: vms.skipped }));

const usageLogSchema: z.ZodType<UsageLog> = record({
  vmId: text,
  timestamp: text,
  gpuCost: money,
  storageCost: money,
  networkCost: money,
  totalCost: money,
});

/** A year of twenty VMs with an entry per hour, which is about what a response may hold. */
const MAX_LOGS = 175_000;

/** The same with its log. */
export const loggedUsageSchema: z.ZodType<LoggedUsage> = record(
  { ...usageFields, logs: items(usageLogSchema, MAX_LOGS) },
  { vms: 'vm_breakdown' },
).transform(({ vms, logs, ...usage }) => ({
  ...usage,
  vms: vms.read,
  logs: logs.read,
  skipped: vms.skipped + logs.skipped,
}));

/** At least one of these identifies a usage response. */
export const USAGE_KEYS = ['logs', 'total_cost', 'total_hours', 'vm_breakdown'];
