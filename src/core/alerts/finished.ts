import { vmPhase } from '../../shared/domain/index.ts';
import { isLoadOutOfDate, looksFinished } from '../../shared/gpu-load/index.ts';
import type { Rule } from './evaluate.ts';
import { gpuReason } from './load-reason.ts';
import { findVms } from './vms.ts';

/** The GPUs of a VM were busy and are not used any more, in accounts with GPU load turned on. */
export const finished: Rule = {
  kind: 'finished',
  scope: 'account',
  observe(observed) {
    const { app, accountId, now } = observed;
    const isOn = app.ssh.gpuLoadAccounts.includes(accountId);
    return findVms(observed, ({ status }, key) => {
      const phase = vmPhase(status);
      if (!isOn || (phase !== 'running' && phase !== 'unknown')) return { verdict: 'under' };
      const load = app.vmLoads[key];
      if (load === undefined || load.problem !== null || isLoadOutOfDate(load, now))
        return { verdict: 'unknown' };
      if (load.gpus.some((gpu) => gpu.load === null)) return { verdict: 'unknown' };
      return { verdict: looksFinished(load, now) ? 'over' : 'under', reason: gpuReason(load) };
    });
  },
};
