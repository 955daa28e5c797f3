import { runningSince, vmPhase } from '../../shared/domain/index.ts';
import { HOUR_MS } from '../../shared/format/index.ts';
import type { Rule } from './evaluate.ts';
import { findVms, together } from './vms.ts';

/** One alert for all VMs of an account. A reserved VM costs the same while it is stopped. */
export const runningLong: Rule = {
  kind: 'runningLong',
  scope: 'account',
  observe(observed, limit) {
    const found = findVms(observed, (vm) => {
      const phase = vmPhase(vm.status);
      if (vm.rentalType === 'reserved' || (phase !== 'running' && phase !== 'unknown'))
        return { verdict: 'under' };
      const since = phase === 'unknown' ? null : runningSince(vm);
      if (since === null) return { verdict: 'unknown' };
      return { verdict: observed.now - since > limit * HOUR_MS ? 'over' : 'under' };
    });
    return found === null ? null : [together(observed, observed.accountId, found)];
  },
};
