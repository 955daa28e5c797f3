import { runningSince, type Vm } from '../../../shared/domain/index.ts';

const HOUR_MS = 3_600_000;

/**
 * The cost of the current run at the current rate, $; null: not running, or start or rate unknown.
 * @param billed $/h; null: unknown @param now ms since the epoch
 */
export function runCost(
  vm: Pick<Vm, 'status' | 'startedAt' | 'createdAt'>,
  billed: number | null,
  now: number,
): number | null {
  const since = runningSince(vm);
  return since === null || billed === null ? null : (billed * Math.max(0, now - since)) / HOUR_MS;
}
