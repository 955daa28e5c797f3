import { vmPhase } from '../../shared/domain/index.ts';
import { isLoadStale, looksFinished } from '../../shared/gpu-load/index.ts';
import type { Rule } from './evaluate.ts';
import { gpuReason } from './idle.ts';
import { findVms } from './vms.ts';

/** The GPUs of a VM were busy for a while, and are not used any more; of accounts whose GPU load is shown. */
export const finished: Rule = {
  kind: 'finished',
  scope: 'account',
  observe(observed) {
    const { app, accountId, now } = observed;
    const isOn = app.ssh.gpuLoadAccounts.includes(accountId);
    return findVms(observed, ({ status }, key) => {
      const phase = vmPhase(status);
      if (!isOn || (phase !== 'running' && phase !== 'unknown'))
        return { verdict: 'under', value: null };
      const load = app.vmLoads[key];
      if (load === undefined || load.problem !== null || isLoadStale(load, now))
        return { verdict: 'unknown', value: null };
      if (load.gpus.some((gpu) => gpu.load === null)) return { verdict: 'unknown', value: null };
      const verdict = looksFinished(load, now) ? 'over' : 'under';
      return { verdict, value: null, reason: gpuReason(load) };
    });
  },
};
