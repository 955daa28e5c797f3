import { HOUR_MS } from '../format/index.ts';
import { runningSince, type Vm } from './vm.ts';

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
