import type { NonEmpty } from './seeded.ts';

/** Closed sets of the service's document, section "Resources and their fields". */

export const STATUSES = [
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'interrupted',
  'destroyed',
  'failed',
  'offline',
] as const;
/** What a VM's `status` may be. Which one follows which is not documented; `lifecycle.ts` has plausible transitions. */
export type VmStatus = (typeof STATUSES)[number];

/** The control interface may also send statuses that nobody has documented: those are no part of a VM's life. */
export function isStatus(value: unknown): value is VmStatus {
  return STATUSES.some((status) => status === value);
}

export const GPU_TYPES = ['5090', '4090', 'pro6000'] as const satisfies NonEmpty<string>;
/** What `gpu_type` may be. */
export type GpuType = (typeof GPU_TYPES)[number];

export const GPU_COUNTS = [1, 2, 4, 8] as const satisfies NonEmpty<number>;
/** How many GPUs a VM may have. */
export type GpuCount = (typeof GPU_COUNTS)[number];

export const RENTAL_TYPES = ['on_demand', 'reserved', 'interruptible'] as const;
/** How a VM may be rented; `on_demand` where a request does not say. */
export type RentalType = (typeof RENTAL_TYPES)[number];

export const RESERVATION_MONTHS = [1, 3, 6] as const satisfies NonEmpty<number>;
/** For how long a VM may be reserved; required with `reserved`, and without meaning otherwise. */
export type ReservationMonths = (typeof RESERVATION_MONTHS)[number];

/** What `template_vmid` may be when a VM is created. No record of a VM says it again. */
export const TEMPLATES = [100, 101, 102, 103, 104] as const;

/** What an API key may do: everything, look at VMs, billing and offers, or see to balance and usage. */
export type Scope = 'read_write' | 'read_only' | 'billing_only';
