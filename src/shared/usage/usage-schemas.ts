import { z } from 'zod';
import { type DayRange, rangeProblem } from './day-range.ts';

/** A range of days that is not longer than a report may be. */
export const dayRange: z.ZodType<DayRange> = z
  .strictObject({ from: z.string().length(10), to: z.string().length(10) })
  .refine((range) => rangeProblem(range) === null);

const figure = z.number().nullable();
const text = z.string().nullable();

/** `name`: printable. `listedBy`: the account that lists the VM; null: none. */
const named = { name: z.string(), listedBy: text };

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
  /** Cost of the first VMs of the table, then of all others together. */
  parts: z.array(figure).readonly(),
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
  z.strictObject({ kind: z.enum(['odd', 'undated']), count: z.number() }),
]);

/** A remark about the figures. `periods`: of reports about other days than requested. */
export type UsageNote = z.infer<typeof note>;

const difference = z.strictObject({
  accountId: z.string(),
  vmId: z.string(),
  /** UTC, `YYYY-MM-DD`. */
  date: z.string(),
  /**
   * - `afterStop`: billed more, by no more than the earlier rate for the time after the stop
   * - `rateChanged`: billed more or less than that
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

const billCheck = z.strictObject({
  /** The compared days: days that are over, from the first measured day on. Null: none. */
  compared: dayRange.nullable(),
  /** $ of the whole range until now, and ms of it without measurements; null: none of it was measured. */
  measured: z.strictObject({ amount: z.number(), gapMs: z.number() }).nullable(),
});

/** `differences`: by amount; those that a gap explains come last. */
export type BillCheck = z.infer<typeof billCheck> & {
  readonly differences: readonly BillDifference[];
};

/** A `UsageTable` as the panel shows it. Texts are printable. */
export const usageReport = z.strictObject({
  /** The days that the figures are of; null: the requested ones. */
  range: period.nullable(),
  /** Without the accounts of `problems`. */
  totalCost: figure,
  /** The part of VMs, where the total has more; null: unknown. */
  vmCost: figure.optional(),
  /** $ of its other parts, by their names. */
  otherCosts: z.record(z.string(), z.number()).optional(),
  totalHours: figure,
  rows: z.array(row.extend(named)).readonly(),
  /** Number of all VMs; those with the highest costs are listed. */
  rowCount: z.number(),
  bars: z.array(bar).readonly(),
  notes: z.array(note).readonly(),
  /** Null: there is no history to compare with. */
  check: billCheck
    .extend({
      differences: z.array(difference.extend(named)).readonly(),
      /** Number of all differences; the first ones are listed. */
      differenceCount: z.number(),
    })
    .nullable(),
  /** The last events of the period, newest first, without amounts. */
  events: z.array(z.strictObject({ at: z.number(), text: z.string() })).readonly(),
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
