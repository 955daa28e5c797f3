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
export type VmStatus = (typeof STATUSES)[number];

export function isStatus(value: unknown): value is VmStatus {
  return STATUSES.some((status) => status === value);
}

export const GPU_TYPES = ['5090', '4090', 'pro6000'] as const satisfies NonEmpty<string>;
export type GpuType = (typeof GPU_TYPES)[number];

export const GPU_COUNTS = [1, 2, 4, 8] as const satisfies NonEmpty<number>;
export type GpuCount = (typeof GPU_COUNTS)[number];

export const RENTAL_TYPES = ['on_demand', 'reserved', 'interruptible'] as const;
export type RentalType = (typeof RENTAL_TYPES)[number];

export const RESERVATION_MONTHS = [1, 3, 6] as const satisfies NonEmpty<number>;
export type ReservationMonths = (typeof RESERVATION_MONTHS)[number];

export const TEMPLATES = [100, 101, 102, 103, 104] as const;

export type Scope = 'read_write' | 'read_only' | 'billing_only';
