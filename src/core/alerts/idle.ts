import { vmPhase } from '../../shared/domain/index.ts';
import { HOUR_MS } from '../../shared/format/index.ts';
import { idleness } from '../../shared/vms/index.ts';
import type { Rule } from './evaluate.ts';
import { cpuReason, gpuReason } from './load-reason.ts';
import { findVms } from './vms.ts';

/** A VM is idle for longer than the limit. Unknown load, and time without data, count as busy (skypilot-org/skypilot#9524). */
export const idle: Rule = {
  kind: 'idle',
  scope: 'account',
  observe(observed, limit) {
    return findVms(observed, (vm, key) => {
      const phase = vmPhase(vm.status);
      if (phase !== 'running') return { verdict: phase === 'unknown' ? 'unknown' : 'under' };
      const idle = idleness(observed, vm, key);
      if (idle === 'unknown') return { verdict: 'unknown' };
      if (idle === null) return { verdict: 'under', value: 0 };
      const hours = (observed.now - idle.since) / HOUR_MS;
      const reason = idle.load === null ? cpuReason(vm) : gpuReason(idle.load);
      return { verdict: hours >= limit ? 'over' : 'between', value: hours, reason };
    });
  },
};
