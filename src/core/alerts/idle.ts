import { type AppState, isLoadStale, type VmLoad } from '../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../shared/domain/index.ts';
import type { Observed, Rule } from './evaluate.ts';
import { findVms, type VmFinding } from './vms.ts';

const HOUR_MS = 3_600_000;
const percent = (value: number) => `${Math.round(value)} %`;

/** `GPU 0 %, VRAM 12 %`, as far as they are known; null: neither is. */
export function gpuReason({ load, memory }: VmLoad): string | null {
  const parts = [
    ...(load === null ? [] : [`GPU ${percent(load)}`]),
    ...(memory === null ? [] : [`VRAM ${percent(memory)}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** The GPU load that decides; `unknown`: it has to be waited for; null: CPU and RAM decide. */
function decidingLoad(
  { ssh, vmLoads, vmLogins }: AppState,
  { accountId, now }: Observed,
  key: string,
): VmLoad | 'unknown' | null {
  const load = vmLoads[key];
  if (!ssh.gpuLoadAccounts.includes(accountId)) return null;
  // It is read within seconds, and CPU and RAM would end an alert that a restart interrupted.
  if (load === undefined) return vmLogins[key]?.reach === 'ready' ? 'unknown' : null;
  if (load.problem !== null) return null;
  return isLoadStale(load, now) ? 'unknown' : load;
}

function judgeGpus(load: VmLoad, limit: number, now: number): VmFinding {
  if (load.gpus.some((gpu) => gpu.load === null)) return { verdict: 'unknown', value: null };
  if (load.lowSince === null) return { verdict: 'under', value: 0 };
  const hours = (now - load.lowSince) / HOUR_MS;
  return { verdict: hours >= limit ? 'over' : 'between', value: hours, reason: gpuReason(load) };
}

function judgeCpu(
  { cpuPercent, ramPercent }: Vm,
  lowSince: number | null,
  limit: number,
  { app, steadySince, now }: Observed,
): VmFinding {
  if (cpuPercent === null || ramPercent === null) return { verdict: 'unknown', value: null };
  if (Math.max(cpuPercent, ramPercent) >= app.preferences.idlePercent)
    return { verdict: 'under', value: 0 };
  const hours = (now - Math.max(lowSince ?? now, steadySince)) / HOUR_MS;
  const reason = `CPU ${percent(cpuPercent)}, RAM ${percent(ramPercent)}`;
  return { verdict: hours >= limit ? 'over' : 'between', value: hours, reason };
}

/**
 * A VM does little for longer than the user's limit: no GPU is used, where their load is known; elsewhere the load of CPU and RAM
 * is below the user's percentage. An unknown load counts as busy (skypilot-org/skypilot#9524), and so does a time in which the
 * VMs were not received.
 */
export const idle: Rule = {
  kind: 'idle',
  scope: 'account',
  observe(observed, limit) {
    const { app, now } = observed;
    return findVms(observed, (vm, key) => {
      const phase = vmPhase(vm.status);
      if (phase !== 'running')
        return { verdict: phase === 'unknown' ? 'unknown' : 'under', value: null };
      const load = decidingLoad(app, observed, key);
      if (load === 'unknown') return { verdict: 'unknown', value: null };
      if (load !== null) return judgeGpus(load, limit, now);
      return judgeCpu(vm, app.vmTimes[key]?.lowSince ?? null, limit, observed);
    });
  },
};
