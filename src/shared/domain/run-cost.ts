import { HOUR_MS } from '../format/index.ts';
import { runningSince, type Vm } from './vm.ts';

/** The cost of the current run at the current rate, $; null: not running, or start or rate unknown. @param billed $/h */
export function runCost(
  vm: Pick<Vm, 'status' | 'startedAt' | 'createdAt'>,
  billed: number | null,
  now: number,
): number | null {
  const since = runningSince(vm);
  return since === null || billed === null ? null : (billed * Math.max(0, now - since)) / HOUR_MS;
}
