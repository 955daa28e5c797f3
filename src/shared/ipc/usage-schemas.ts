import { z } from 'zod';
import {
  type CountNote,
  type DayRange,
  isCountNote,
  rangeProblem,
  SUM_NOTES,
} from '../usage/index.ts';

/** A range of days that is not longer than a report may be. */
export const dayRange: z.ZodType<DayRange> = z
  .strictObject({ from: z.string().length(10), to: z.string().length(10) })
  .refine((range) => rangeProblem(range) === null);

const figure = z.number().nullable();
const text = z.string().nullable();

/** `name`: printable. `listedBy`: the account that lists the VM; null: none. */
const named = { name: z.string(), listedBy: text };

/** A `UsageRow` with the VM's name. The model is printable. */
const row = z.strictObject({
  ...named,
  accountId: z.string(),
  vmId: text,
  vmid: figure,
  gpuModel: text,
  hours: figure,
  cost: figure,
  gpuCost: figure,
  storageCost: figure,
  networkCost: figure,
  gpuHours: figure,
  storageGb: figure,
  networkBytes: figure,
});

/** May be longer than a range that is requested. */
const period = z.strictObject({ from: z.string(), to: z.string() });

const note = z.union([
  z.strictObject({ kind: z.literal('otherPeriod'), periods: z.array(period).readonly() }),
  z.strictObject({
    kind: z.enum(SUM_NOTES),
    sum: z.number(),
    total: z.number(),
  }),
  z.strictObject({ kind: z.custom<CountNote>(isCountNote), count: z.number() }),
]);

/** A `BillCheck` with the names of the VMs, printable. */
const billCheck = z.strictObject({
  compared: dayRange.nullable(),
  measured: z.strictObject({ amount: z.number(), gapMs: z.number() }).nullable(),
  differences: z
    .array(
      z.strictObject({
        accountId: z.string(),
        vmId: z.string(),
        ...named,
        date: z.string(),
        kind: z.enum(['afterStop', 'rateChanged', 'unknownVm', 'gap']),
        billed: z.number(),
        measured: z.number(),
        measuredMs: z.number(),
        gapMs: z.number(),
        stoppedAt: figure,
      }),
    )
    .readonly(),
  /** Number of all differences; the first ones are listed. */
  differenceCount: z.number(),
});

/** A `UsageTable` as the panel shows it. */
export const usageReport = z.strictObject({
  /** The days that the figures are of; null: the requested ones. */
  range: period.nullable(),
  /** Without the accounts of `problems`. */
  totalCost: figure,
  totalHours: figure,
  rows: z.array(row).readonly(),
  /** Number of all VMs; those with the highest costs are listed. */
  rowCount: z.number(),
  bars: z.array(period.extend({ cost: figure, parts: z.array(figure).readonly() })).readonly(),
  notes: z.array(note).readonly(),
  /** Null: there is no history to compare with. */
  check: billCheck.nullable(),
  /** The last events of the period, newest first. Printable, without amounts. */
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
