import { HOUR_MS } from '../format/index.ts';
import { type Spend, type SpendVm, spendEntry } from './billing.ts';
import { runningSince, type Vm } from './vm.ts';

// Apart from `billing.ts`, which the list of VMs needs.

/** $/h; null is unknown. */
export type RateParts = Pick<SpendVm, 'gpuPerHour' | 'storagePerHour' | 'networkPerHour'>;

/** According to the spend; what it lacks of a running VM, according to its record, whose rates are those of a running VM. */
export function rateParts(vm: Pick<Vm, 'id' | 'phase' | 'rates'>, spend: Spend | null): RateParts {
  const entry = spendEntry(vm.id, spend);
  if (entry === null) return { gpuPerHour: null, storagePerHour: null, networkPerHour: null };
  const isRunning = vm.phase === 'running';
  return {
    gpuPerHour: entry?.gpuPerHour ?? (isRunning ? vm.rates.gpuPerHour : null) ?? null,
    storagePerHour: entry?.storagePerHour ?? (isRunning ? vm.rates.storagePerHour : null) ?? null,
    networkPerHour: entry?.networkPerHour ?? null,
  };
}

/**
 * The cost of the current run at the current rate, $; null: not running, or start or rate unknown.
 * @param billed $/h @param firstSeen in place of an unknown start
 */
export function runCost(
  vm: Pick<Vm, 'phase' | 'startedAt'>,
  billed: number | null,
  now: number,
  firstSeen: number | null = null,
): number | null {
  const since = runningSince(vm) ?? (vm.phase === 'running' ? firstSeen : null);
  return since === null || billed === null ? null : (billed * Math.max(0, now - since)) / HOUR_MS;
}
