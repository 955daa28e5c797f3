import { runningSince, type Vm } from '../../../shared/domain/index.ts';
import { HOUR_MS } from '../../../shared/format/index.ts';

/** The cost of the current run at the current rate, $; null: not running, or start or rate unknown. @param billed $/h */
export function runCost(
  vm: Pick<Vm, 'status' | 'startedAt' | 'createdAt'>,
  billed: number | null,
  now: number,
): number | null {
  const since = runningSince(vm);
  return since === null || billed === null ? null : (billed * Math.max(0, now - since)) / HOUR_MS;
}
