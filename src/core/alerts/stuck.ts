import { isChanging, type Vm } from '../../shared/domain/vm.ts';
import { MINUTE_MS } from '../../shared/format/index.ts';
import type { VmActivity } from '../../shared/vms/vm-groups.ts';
import type { Rule } from './evaluate.ts';
import { together } from './forgotten.ts';
import { findVms } from './vms.ts';

/** A large image takes minutes. */
const SLOW_START_MS = 15 * MINUTE_MS;

/** Null: none. */
function troubleOf(vm: Vm, activity: VmActivity | undefined, now: number): string | null {
  const { phase } = vm;
  if (phase === 'failed') return 'in error';
  // A type and none of it: it was lost before this run of the app.
  const isGpuLost = activity?.hasLostGpu || (vm.gpuCount === 0 && vm.gpuType !== null);
  if (isGpuLost && (phase === 'running' || isChanging(phase))) return 'started without its GPU';
  if (vm.isLocked && phase === 'running') return 'locked';
  const since = activity?.startingSince ?? now;
  return now - since >= SLOW_START_MS ? 'starting for 15 min' : null;
}

/** One alert for all VMs of an account. */
export const stuck: Rule = {
  kind: 'stuck',
  scope: 'account',
  observe(observed) {
    const { app, accountId, now } = observed;
    const found = findVms(observed, (vm, key) => {
      const { operations } = vm;
      const trouble = operations === undefined ? null : troubleOf(vm, app.vmActivity[key], now);
      if (operations === undefined || trouble === null) return { verdict: 'under' };
      return {
        verdict: 'over',
        reason: `${trouble}; possible actions: ${operations.join(', ') || 'none'}`,
      };
    });
    if (found === null) return null;
    const all = together(observed, accountId, found);
    const alone = found.find((one) => one.verdict === 'over' && one.vmId === all.vmId);
    return [{ ...all, reason: alone?.reason ?? null }];
  },
};
