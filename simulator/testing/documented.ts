import { z } from 'zod';

// The records of the service's document, exactly: every field, no other, each with its documented type.

const STATUS = z.enum([
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'interrupted',
  'destroyed',
  'failed',
  'offline',
]);

/** Of `GET /vms/{vm_id}`, `POST /vms` and `GET /vms`. */
export const documentedVm = z.strictObject({
  id: z.uuid(),
  vmid: z.int(),
  user_id: z.int(),
  node: z.string().regex(/^vm\d\d$/),
  instance_label: z.string().nullable(),
  gpu_type: z.enum(['5090', '4090', 'pro6000']),
  gpu_count: z.literal([1, 2, 4, 8]),
  storage_gb: z.int().min(50),
  ram_gb: z.int(),
  cpu_cores: z.int(),
  ip_address: z.ipv4().nullable(),
  status: STATUS,
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  stopped_at: z.iso.datetime().nullable(),
  rental_type: z.enum(['on_demand', 'reserved', 'interruptible']),
  reservation_id: z.string().nullable(),
  auto_restart: z.boolean().nullable(),
  hourly_rate: z.number().nullable(),
  gpu_hourly_rate: z.number().nullable(),
  storage_hourly_rate: z.number().nullable(),
  cpu_percent: z.number().min(0).max(100),
  ram_percent: z.number().min(0).max(100),
  cpu_model: z.string().nullable(),
  pcie_gen: z.string().nullable(),
});

/** Of `POST /auth/login`; the answer of `POST /auth/refresh` is not documented. */
export const documentedTokens = z.strictObject({
  access_token: z.jwt({ alg: 'HS256' }),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
});

const cost = z.number().min(0);

/** Of `GET /billing/usage`. */
export const documentedUsage = z.strictObject({
  logs: z.array(
    z.strictObject({
      id: z.string(),
      vm_id: z.string(),
      timestamp: z.iso.datetime(),
      gpu_seconds: z.number(),
      storage_gb: z.number(),
      network_bytes: z.number(),
      gpu_cost: cost,
      storage_cost: cost,
      network_cost: cost,
      total_cost: cost,
    }),
  ),
  total_cost: cost,
  total_hours: z.number(),
  period_start: z.string(),
  period_end: z.string(),
  vm_breakdown: z.array(
    z.strictObject({
      vm_id: z.string(),
      vmid: z.int(),
      gpu_model: z.string(),
      hours: z.number(),
      cost,
    }),
  ),
});

/** Of `GET /billing/current-spend`. */
export const documentedSpend = z.strictObject({
  total_per_hour: cost,
  total_per_day: cost,
  total_per_month: cost,
  hourly_rate: cost,
  running_vms: z.int(),
  vms: z.array(
    z.strictObject({
      vm_id: z.string(),
      vmid: z.int(),
      gpu_type: z.string(),
      gpu_count: z.int(),
      storage_gb: z.int(),
      gpu_cost_per_hour: cost,
      storage_cost_per_hour: cost,
      network_cost_per_hour: cost,
      total_cost_per_hour: cost,
    }),
  ),
  last_updated: z.iso.datetime().nullable(),
});

/** Of every error. */
export const documentedError = z.strictObject({ detail: z.string() });
