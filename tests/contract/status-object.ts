import { z } from 'zod';
import { VM_OPERATIONS } from '../../src/shared/domain/service-profile.ts';

// The documented object of `status --json`: exactly these keys and types.

const keptVolume = z.strictObject({
  path: z.string(),
  sizeGb: z.number().nullable(),
  perHour: z.number().nullable(),
  isNetwork: z.boolean(),
});

const rate = z.strictObject({ perHour: z.number(), isAtLeast: z.boolean() });

const vm = z.strictObject({
  id: z.string(),
  vmid: z.number().nullable(),
  userId: z.number().nullable(),
  node: z.string().nullable(),
  label: z.string(),
  gpuType: z.string().nullable(),
  gpuCount: z.number().nullable(),
  storageGb: z.number().nullable(),
  ramGb: z.number().nullable(),
  cpuCores: z.number().nullable(),
  ipAddress: z.string().nullable(),
  phase: z.string().optional(),
  status: z.string(),
  createdAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  stoppedAt: z.string().nullable(),
  rentalType: z.string().nullable(),
  reservationId: z.string().nullable(),
  autoRestart: z.boolean().nullable(),
  hourlyRate: z.number().nullable(),
  gpuHourlyRate: z.number().nullable(),
  storageHourlyRate: z.number().nullable(),
  cpuPercent: z.number().nullable(),
  ramPercent: z.number().nullable(),
  cpuModel: z.string().nullable(),
  pcieGen: z.string().nullable(),
  instanceLabel: z.string().nullable(),
  alias: z.string().nullable(),
  ratePerHour: z.number().nullable(),
  billedPerHour: z.number().nullable(),
  gpuPerHour: z.number().nullable(),
  storagePerHour: z.number().nullable(),
  networkPerHour: z.number().nullable(),
  ssh: z.string().nullable(),
  // Only of providers that send them.
  login: z
    .strictObject({
      host: z.string(),
      port: z.number(),
      user: z.string(),
      isShellOnly: z.boolean(),
    })
    .nullable()
    .optional(),
  gpuPercents: z.array(z.number()).optional(),
  operations: z.array(z.enum(VM_OPERATIONS)).optional(),
  refusals: z.partialRecord(z.enum(VM_OPERATIONS), z.string()).optional(),
  effects: z
    .partialRecord(
      z.enum(VM_OPERATIONS),
      z.strictObject({
        keeps: z.array(keptVolume),
        isWhole: z.boolean().optional(),
        notes: z.array(z.string()),
      }),
    )
    .optional(),
  cost: rate.nullable().optional(),
  stoppedCost: rate.nullable().optional(),
  cluster: z.string().nullable().optional(),
  note: z.string().nullable().optional(),
  contract: z.strictObject({ endsAt: z.string(), effect: z.string() }).nullable().optional(),
  facts: z.array(z.looseObject({ label: z.string() })).optional(),
  isLocked: z.boolean().optional(),
  mark: z.string().nullable().optional(),
});

const spend = z.strictObject({
  perHour: z.number().nullable(),
  perDay: z.number().nullable(),
  perMonth: z.number().nullable(),
  runningVms: z.number().nullable(),
  lastUpdated: z.string().nullable(),
  vms: z.array(
    z.strictObject({
      vmId: z.string(),
      vmid: z.number().nullable(),
      gpuType: z.string().nullable(),
      gpuCount: z.number().nullable(),
      storageGb: z.number().nullable(),
      gpuPerHour: z.number().nullable(),
      storagePerHour: z.number().nullable(),
      networkPerHour: z.number().nullable(),
      totalPerHour: z.number().nullable(),
    }),
  ),
  isAtLeast: z.boolean(),
});

const problem = z.strictObject({
  kind: z.string(),
  message: z.string(),
  retryAt: z.iso.datetime().nullable(),
});

const account = z.strictObject({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  label: z.string(),
  status: z.enum(['live', 'stale', 'signedOut', 'blocked']),
  problem: problem.nullable(),
  vms: z.array(vm),
  unconfirmed: z.number(),
  complete: z.boolean().nullable(),
  skipped: z.number(),
  spend: spend.nullable(),
});

const status = z.strictObject({
  accounts: z.array(account),
  totals: z.strictObject({
    running: z.number(),
    ratePerHour: z.number().nullable(),
    isAtLeast: z.boolean(),
    today: z.number().nullable(),
    month: z.number().nullable(),
    forecast: z.number().nullable(),
    costsAreAtLeast: z.boolean(),
    perDay: z.number().nullable(),
    perMonth: z.number().nullable(),
    costProblem: problem.nullable(),
  }),
});

export type StatusObject = z.infer<typeof status>;
export type StatusAccount = z.infer<typeof account>;

/** Parses a printed object. @throws when keys or types differ */
export function statusObject(line: string): StatusObject {
  return status.parse(JSON.parse(line));
}

/** The only account of the object. */
export function onlyAccount(line: string): StatusAccount {
  const { accounts } = statusObject(line);
  const [only, ...others] = accounts;
  if (only === undefined || others.length > 0) throw new Error(`${accounts.length} accounts`);
  return only;
}
