/** What one VM costs, from `GET /billing/current-spend`. Amounts are $/h; null is unknown. */
export interface SpendVm {
  readonly vmId: string;
  readonly vmid: number | null;
  readonly gpuType: string | null;
  readonly gpuCount: number | null;
  readonly storageGb: number | null;
  readonly gpuPerHour: number | null;
  readonly storagePerHour: number | null;
  readonly networkPerHour: number | null;
  readonly totalPerHour: number | null;
}

/** `GET /billing/current-spend`: what the account costs now. Amounts are $; null is unknown, never zero. */
export interface Spend {
  readonly perHour: number | null;
  readonly perDay: number | null;
  readonly perMonth: number | null;
  /** The field `hourly_rate`, whose difference from `total_per_hour` is not documented. */
  readonly hourlyRate: number | null;
  readonly runningVms: number | null;
  readonly vms: readonly SpendVm[];
  /** VMs of the service that could not be read. */
  readonly skipped: number;
  /** ISO date-time. */
  readonly lastUpdated: string | null;
}
