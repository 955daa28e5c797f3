import { vmPhase } from '../../shared/domain/index.ts';
import type { Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

const HOUR_MS = 3_600_000;
const percent = (value: number) => `${Math.round(value)} %`;

/**
 * The CPU and RAM load of a VM is below the user's percentage for longer than the user's limit. An unknown load counts as busy
 * (skypilot-org/skypilot#9524), and so does a time in which the VMs were not received.
 */
export const idle: Rule = {
  kind: 'idle',
  scope: 'account',
  observe(observed, limit) {
    const { app, steadySince, now } = observed;
    return findVms(observed, ({ status, cpuPercent, ramPercent }, key) => {
      const phase = vmPhase(status);
      if (phase !== 'running')
        return { verdict: phase === 'unknown' ? 'unknown' : 'under', value: null };
      if (cpuPercent === null || ramPercent === null) return { verdict: 'unknown', value: null };
      if (Math.max(cpuPercent, ramPercent) >= app.preferences.idlePercent)
        return { verdict: 'under', value: 0 };
      const lowSince = app.vmTimes[key]?.lowSince ?? now;
      const hours = (now - Math.max(lowSince, steadySince)) / HOUR_MS;
      const reason = `CPU ${percent(cpuPercent)}, RAM ${percent(ramPercent)}`;
      return { verdict: hours >= limit ? 'over' : 'between', value: hours, reason };
    });
  },
};
