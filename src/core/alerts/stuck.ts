import { troubleOf } from '../../shared/vms/waste.ts';
import { wasteSince } from '../../shared/vms/waste-text.ts';
import type { Rule } from './evaluate.ts';
import { together } from './forgotten.ts';
import { findVms } from './vms.ts';

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
        reason: `${wasteSince(trouble, now)}; possible actions: ${operations.join(', ') || 'none'}`,
      };
    });
    if (found === null) return null;
    const all = together(observed, accountId, found);
    const alone = found.find((one) => one.verdict === 'over' && one.vmId === all.vmId);
    return [{ ...all, reason: alone?.reason ?? null }];
  },
};
