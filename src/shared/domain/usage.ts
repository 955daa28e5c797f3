/** One line of the usage log. Costs are $. */
export interface UsageLog {
  readonly id: string | null;
  readonly vmId: string | null;
  /** ISO date-time. */
  readonly timestamp: string | null;
  readonly gpuSeconds: number | null;
  readonly storageGb: number | null;
  readonly networkBytes: number | null;
  readonly gpuCost: number | null;
  readonly storageCost: number | null;
  readonly networkCost: number | null;
  readonly totalCost: number | null;
}

/** What one VM cost over the period. */
export interface UsageVm {
  readonly vmId: string;
  readonly vmid: number | null;
  readonly gpuModel: string | null;
  readonly hours: number | null;
  readonly cost: number | null;
}

/** `GET /billing/usage` over a range of days. */
export interface Usage {
  readonly totalCost: number | null;
  readonly totalHours: number | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly logs: readonly UsageLog[];
  readonly vms: readonly UsageVm[];
  /** Log lines and breakdown entries that could not be read. */
  readonly skipped: number;
}
