import { runningSince, vmPhase } from '../../shared/domain/index.ts';
import type { Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

const HOUR_MS = 3_600_000;

/** A VM runs for longer than the user's limit. */
export const runningLong: Rule = {
  kind: 'runningLong',
  scope: 'account',
  observe(observed, limit) {
    return findVms(observed, (vm) => {
      const phase = vmPhase(vm.status);
      if (phase !== 'running')
        return { verdict: phase === 'unknown' ? 'unknown' : 'under', value: null };
      const since = runningSince(vm);
      if (since === null) return { verdict: 'unknown', value: null };
      const hours = (observed.now - since) / HOUR_MS;
      return { verdict: hours > limit ? 'over' : 'under', value: hours };
    });
  },
};
