import { z } from 'zod';
import { type DayRange, rangeProblem } from './day-range.ts';
import { USAGE_GROUPS } from './usage-group.ts';

/** A range of days that is not longer than a report may be. */
export const dayRange: z.ZodType<DayRange> = z
  .strictObject({ from: z.string().length(10), to: z.string().length(10) })
  .refine((range) => rangeProblem(range) === null);

const figure = z.number().nullable();
const text = z.string().nullable();

const row = z.strictObject({
  accountId: z.string(),
  /** Null: log entries that name no VM. */
  vmId: text,
  /** As in `Vm`. */
  defaultName: text,
  gpuModel: text,
  hours: figure,
  cost: figure,
  gpuCost: figure,
  storageCost: figure,
  networkCost: figure,
  gpuHours: figure,
  /** The largest of its log entries. */
  storageGb: figure,
  networkBytes: figure,
});

/** Cost of a VM: hours and cost from the breakdown, parts from the log. Amounts are $; null is unknown. */
export type UsageRow = z.infer<typeof row>;

/** May be longer than a range that is requested. */
const period = z.strictObject({ from: z.string(), to: z.string() });

const bar = period.extend({
  /** $; null: of one entry it is unknown. Zero without entries. */
  cost: figure,
  /** Cost of the first rows of the table, then of all others together. */
  parts: z.array(figure).readonly(),
});

/** `name`: printable. `listedBy`: the account that lists the VM; null: none, or no VM. */
const named = { name: z.string(), listedBy: text };

/** Table and chart by VM, account or GPU type. */
const view = z.strictObject({
  rows: z.array(row.extend(named)).readonly(),
  /** Number of all rows; those with the highest costs are listed. */
  rowCount: z.number(),
  bars: z.array(bar).readonly(),
});

/** A day, or a week from Monday on, cut at the ends of the range. */
export type UsageBar = z.infer<typeof bar>;

const note = z.union([
  z.strictObject({ kind: z.literal('otherPeriod'), periods: z.array(period).readonly() }),
  z.strictObject({
    kind: z.literal('differs'),
    of: z.enum(['VMs', 'days']),
    sum: z.number(),
    total: z.number(),
  }),
  // Entries that are not in all figures.
  z.strictObject({ kind: z.enum(['unread', 'undated']), count: z.number() }),
]);

/** A reason why figures may be wrong. `periods`: of reports about other days than requested. */
export type UsageNote = z.infer<typeof note>;

const difference = z.strictObject({
  accountId: z.string(),
  vmId: z.string(),
  /** UTC, `YYYY-MM-DD`. */
  date: z.string(),
  /**
   * - `afterStop`: billed more, and stopped or not listed for a part of the day
   * - `rateChanged`: billed more or less otherwise
   * - `unknownVm`: billed, but not shown on that day or before
   * - `gap`: billed more, by no more than it can have cost in the time that was not measured
   */
  kind: z.enum(['afterStop', 'rateChanged', 'unknownVm', 'gap']),
  billed: z.number(),
  measured: z.number(),
  /** ms of the day in which the VM's rate was measured. */
  measuredMs: z.number(),
  gapMs: z.number(),
  /** The end of the VM's higher rate on that day, ms since the epoch; null: no higher rate on that day. */
  stoppedAt: figure,
});

/** A VM and day whose bill in $ differs from the rates that the service showed. */
export type BillDifference = z.infer<typeof difference>;

export interface BillCheck {
  /** The compared days: days that are over, from the first measured day on. Null: none. */
  readonly compared: DayRange | null;
  /** $ of the whole range until now, and ms of it without measurements; null: none of it was measured. */
  readonly measured: { readonly amount: number; readonly gapMs: number } | null;
  /** By amount; those that a gap explains come last. */
  readonly differences: readonly BillDifference[];
}

/** A `UsageTable` as the panel shows it. Texts are printable. */
export const usageReport = z.strictObject({
  /** Without the accounts of `problems`. */
  totalCost: figure,
  /** The part of VMs, where the total has more; null: unknown. */
  vmCost: figure.optional(),
  /** $ of its other parts, by their names. */
  otherCosts: z.record(z.string(), z.number()).optional(),
  views: z.record(z.enum(USAGE_GROUPS), view),
  notes: z.array(note).readonly(),
  /** The largest differences of the bill check that missing data does not explain. */
  differences: z.array(difference.extend(named)).readonly(),
  /** The accounts that could not be read. `kind`: of the problem. */
  problems: z
    .array(
      z.strictObject({
        accountId: z.string(),
        kind: z.string(),
        message: z.string(),
        action: z.string(),
      }),
    )
    .readonly(),
});
