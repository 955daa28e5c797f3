import type { VmList } from '../account-state.ts';
import { type Spend, type SpendVm, type UsageLog, withBilled } from '../billing.ts';
import { NOT_BILLED, rateOf, type Vm, type VmPhase, type VmRates } from '../vm.ts';

/** Rates with only these known. */
export function makeRates(known: Partial<VmRates>): VmRates {
  return { now: null, running: null, stopped: null, ...known };
}

/** The rates of a VM whose record has that of a running one only. @param perHour $ */
export const whileRunning = (perHour: number | null) => makeRates({ running: rateOf(perHour) });

/** A current cost of which only the sum is known. */
export const billedAt = (perHour: number | null) => ({ ...NOT_BILLED, perHour });

/** A VM with only these fields known; a running one costs what its record says. */
export function makeVm(known: Pick<Vm, 'id' | 'status'> & Partial<Vm>): Vm {
  const vm: Vm = {
    defaultName: null,
    label: null,
    gpuType: null,
    gpuCount: null,
    storageGb: null,
    ramGb: null,
    cpuCores: null,
    ipAddress: null,
    createdAt: null,
    startedAt: null,
    stoppedAt: null,
    autoRestart: null,
    rates: makeRates({}),
    billed: NOT_BILLED,
    cpuPercent: null,
    ramPercent: null,
    cpuModel: null,
    effects: {},
    facts: {},
    phase: phaseOf(known.status),
    ...known,
  };
  return known.billed === undefined ? (withBilled([vm], null)[0] ?? vm) : vm;
}

/** A complete list of readable VMs, with these differences. */
export function makeVmList(vms: readonly Vm[], change: Partial<VmList> = {}): VmList {
  return { vms, skipped: 0, isComplete: true, ...change };
}

type KnownSpendVm = Pick<SpendVm, 'vmId'> & Partial<SpendVm>;

function makeSpendVm(known: KnownSpendVm): SpendVm {
  return {
    defaultName: null,
    gpuType: null,
    gpuCount: null,
    storageGb: null,
    gpuPerHour: null,
    storagePerHour: null,
    networkPerHour: null,
    totalPerHour: null,
    ...known,
  };
}

/** A spend with only these fields known. */
export function makeSpend({
  vms = [],
  ...known
}: Partial<Omit<Spend, 'vms'>> & { readonly vms?: readonly KnownSpendVm[] }): Spend {
  return {
    perHour: null,
    perDay: null,
    perMonth: null,
    runningVms: null,
    skipped: 0,
    lastUpdated: null,
    outdatedAt: null,
    ...known,
    vms: vms.map(makeSpendVm),
  };
}

/** An entry of the usage log with only these fields known. */
export function makeUsageLog(known: Partial<UsageLog>): UsageLog {
  return {
    id: null,
    vmId: null,
    timestamp: null,
    gpuSeconds: null,
    storageGb: null,
    networkBytes: null,
    gpuCost: null,
    storageCost: null,
    networkCost: null,
    totalCost: null,
    ...known,
  };
}

/** The statuses of the first service: a phase each. */
export const VM_STATUSES = [
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

/** The phase of a status of the first service. */
export const phaseOf = (status: string): VmPhase =>
  VM_STATUSES.find((one) => one === status) ?? 'unknown';

export const inStatus = (status: string) => ({ status, phase: phaseOf(status) });
