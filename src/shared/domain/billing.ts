import { HOUR_MS } from '../format/index.ts';
import { isSame } from './is-same.ts';
import { type BilledRate, NOT_BILLED, runningSince, type Vm } from './vm.ts';

/** Null when an amount is unknown: a partial sum would look complete. To the millionth, so that 0.1 + 0.2 is 0.3; a single amount stays as it is. */
export function sumAmounts(amounts: readonly (number | null)[]): number | null {
  const [first = 0, ...others] = amounts;
  if (others.length === 0) return first;
  let total = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += amount;
  }
  return Math.round(total * 1_000_000) / 1_000_000;
}

/** Null for no rates. A single one is rounded, too: 0.1 + 0.2 of its parts is not above a limit of 0.3. */
export const sumRates = (rates: readonly number[]) =>
  rates.length === 0 ? null : sumAmounts([0, ...rates]);

/** The rate of one VM in an account's spend. Amounts are $/h; null is unknown. */
export interface SpendVm
  extends Pick<Vm, 'defaultName' | 'gpuType' | 'gpuCount' | 'storageGb'>,
    Omit<BilledRate, 'perHour'> {
  readonly vmId: string;
  readonly totalPerHour: number | null;
}

/** The rate of an account. Amounts are $; null is unknown, never zero. */
export interface Spend {
  /** `total_per_hour`; where it is missing, `hourly_rate`. */
  readonly perHour: number | null;
  /** The service's own totals: how they follow from the rate is not documented. */
  readonly perDay: number | null;
  readonly perMonth: number | null;
  readonly runningVms: number | null;
  readonly vms: readonly SpendVm[];
  readonly skipped: number;
  readonly lastUpdated: string | null;
  /** Something that is billed, too, is not in `perHour`. Absent: the provider's own figures. */
  readonly isAtLeast?: boolean;
  /** Time of figures that were too old when sent, by our clock, ms since the epoch; null: current or unknown. */
  readonly outdatedAt: number | null;
}

/** One entry of the usage log. Amounts are $; null is unknown. */
export interface UsageLog {
  readonly id: string | null;
  readonly vmId: string | null;
  readonly timestamp: string | null;
  readonly gpuSeconds: number | null;
  readonly storageGb: number | null;
  readonly networkBytes: number | null;
  readonly gpuCost: number | null;
  readonly storageCost: number | null;
  readonly networkCost: number | null;
  readonly totalCost: number | null;
}

export interface UsageVm {
  readonly vmId: string;
  /** As in `Vm`. */
  readonly defaultName: string | null;
  readonly gpuModel: string | null;
  readonly hours: number | null;
  readonly cost: number | null;
}

export interface Usage {
  readonly totalCost: number | null;
  /** The part of VMs, where the total has more. */
  readonly vmCost?: number | null;
  /** Other billed amounts, $, by name, such as `serverless`; without zeros. */
  readonly otherCosts?: Readonly<Record<string, number>>;
  readonly totalHours: number | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly vms: readonly UsageVm[];
  /** Empty where it was not asked for. */
  readonly logs: readonly UsageLog[];
  /** Unreadable entries of breakdown and log. */
  readonly skipped: number;
}

/** The sum of the VMs' costs, for a provider that has no figures of the account: something may be billed that is on no VM's record. @param isWhole all VMs are listed */
export function spendOf(vms: readonly Vm[], isWhole = true): Spend {
  const billed = vms.filter((vm) => vm.phase !== 'destroyed');
  const sum = sumRates(billed.flatMap(({ rates: { now } }) => now?.perHour ?? [])) ?? 0;
  return {
    // "At least $0" says nothing of VMs that are billed.
    perHour: sum === 0 && !(isWhole && billed.length === 0) ? null : sum,
    perDay: null,
    perMonth: null,
    runningVms: billed.filter((vm) => vm.phase === 'running').length,
    vms: billed.map((vm) => ({
      vmId: vm.id,
      defaultName: vm.defaultName,
      gpuType: vm.gpuType,
      gpuCount: vm.gpuCount,
      storageGb: vm.storageGb,
      gpuPerHour: null,
      storagePerHour: null,
      networkPerHour: null,
      totalPerHour: vm.rates.now?.perHour ?? null,
    })),
    skipped: 0,
    lastUpdated: null,
    isAtLeast: true,
    outdatedAt: null,
  };
}

/** The entries by VM id; null for a VM listed twice with different amounts. */
export function spendEntries(spend: Spend | null): ReadonlyMap<string, SpendVm | null> {
  const entries = new Map<string, SpendVm | null>();
  for (const vm of spend?.vms ?? []) {
    const before = entries.get(vm.vmId);
    const isClear = before === undefined || before?.totalPerHour === vm.totalPerHour;
    entries.set(vm.vmId, isClear ? vm : null);
  }
  return entries;
}

/**
 * The VM's current cost according to the spend, and what that lacks of a running VM according to its record, whose rates are those of
 * a running VM. The service does not document that another VM without an entry is free.
 * @param entry undefined: not in the spend; null: contradictory
 */
function billedOf({ phase, rates }: Vm, entry: SpendVm | null | undefined): BilledRate {
  const own = phase === 'running' ? rates : null;
  if (entry === null || (entry === undefined && own === null)) return NOT_BILLED;
  return {
    perHour: entry === undefined ? (own?.running?.perHour ?? null) : entry.totalPerHour,
    gpuPerHour: entry?.gpuPerHour ?? own?.gpuPerHour ?? null,
    storagePerHour: entry?.storagePerHour ?? own?.storagePerHour ?? null,
    networkPerHour: entry?.networkPerHour ?? null,
  };
}

/** The VMs with their current cost. Unchanged VMs, and an unchanged list, stay the same objects. @param spend of their account; null: unknown */
export function withBilled(vms: readonly Vm[], spend: Spend | null): readonly Vm[] {
  const entries = spendEntries(spend);
  const all = vms.map((vm) => {
    const billed = billedOf(vm, entries.get(vm.id));
    return isSame(billed, vm.billed) ? vm : { ...vm, billed };
  });
  return all.every((vm, at) => vm === vms[at]) ? vms : all;
}

/** The cost of the current run, $; null: not running, or start or rate unknown. @param firstSeen in place of an unknown start */
export function runCost(
  vm: Pick<Vm, 'phase' | 'startedAt' | 'billed'>,
  now: number,
  firstSeen: number | null = null,
): number | null {
  const { perHour } = vm.billed;
  const since = runningSince(vm) ?? (vm.phase === 'running' ? firstSeen : null);
  return since === null || perHour === null ? null : (perHour * Math.max(0, now - since)) / HOUR_MS;
}
