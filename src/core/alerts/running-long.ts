import { runningSince, vmPhase } from '../../shared/domain/index.ts';
import { HOUR_MS } from '../../shared/format/index.ts';
import type { Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

export const runningLong: Rule = {
  kind: 'runningLong',
  scope: 'account',
  observe(observed, limit) {
    return findVms(observed, (vm) => {
      const phase = vmPhase(vm.status);
      if (phase !== 'running') return { verdict: phase === 'unknown' ? 'unknown' : 'under' };
      const since = runningSince(vm);
      if (since === null) return { verdict: 'unknown' };
      const hours = (observed.now - since) / HOUR_MS;
      return { verdict: hours > limit ? 'over' : 'under', value: hours };
    });
  },
};
