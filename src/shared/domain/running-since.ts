import { parseDateTime } from '../format/index.ts';
import { type Vm, vmPhase } from './vm.ts';

/**
 * Since when the VM has been running, ms since the epoch; null where it does not run or nothing readable is said. One that
 * names no start of its own counts from its creation.
 */
export function runningSince({
  status,
  startedAt,
  createdAt,
}: Pick<Vm, 'status' | 'startedAt' | 'createdAt'>): number | null {
  return vmPhase(status) === 'running' ? parseDateTime(startedAt ?? createdAt) : null;
}
