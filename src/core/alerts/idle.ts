import { type Vm, vmPhase } from '../../shared/domain/index.ts';
import { isLoadStale, type VmLoad } from '../../shared/gpu-load/index.ts';
import type { Observed, Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

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

type IdleFacts = Omit<Observed, 'missedMs'>;

/** The GPU load that decides; `unknown`: it has to be waited for; null: CPU and RAM decide. */
function decidingLoad({ app, accountId, now }: IdleFacts, key: string): VmLoad | 'unknown' | null {
  const { ssh, vmLoads, vmSshAccess } = app;
  const load = vmLoads[key];
  if (!ssh.gpuLoadAccounts.includes(accountId)) return null;
  // It is read within seconds, and CPU and RAM would end an alert that a restart interrupted.
  if (load === undefined) return vmSshAccess[key]?.reach === 'ready' ? 'unknown' : null;
  if (load.problem !== null) return null;
  return isLoadStale(load, now) ? 'unknown' : load;
}

/** Since when a VM does little, ms since the epoch, and by which figures; null: it is busy. */
type Idleness = { readonly since: number; readonly reason: string | null } | null;

function gpuIdleness(load: VmLoad): Idleness | 'unknown' {
  if (load.gpus.some((gpu) => gpu.load === null)) return 'unknown';
  return load.lowSince === null ? null : { since: load.lowSince, reason: gpuReason(load) };
}

function cpuIdleness(
  { cpuPercent, ramPercent }: Vm,
  lowSince: number | null,
  { app, steadySince, now }: IdleFacts,
): Idleness | 'unknown' {
  if (cpuPercent === null || ramPercent === null) return 'unknown';
  if (Math.max(cpuPercent, ramPercent) >= app.preferences.idlePercent) return null;
  const reason = `CPU ${percent(cpuPercent)}, RAM ${percent(ramPercent)}`;
  return { since: Math.max(lowSince ?? now, steadySince), reason };
}

/** Idleness of a running VM: by its GPUs where their load is known, else by CPU and RAM. Shared by the idle alert and idle auto-stop. */
export function idleness(facts: IdleFacts, vm: Vm, key: string): Idleness | 'unknown' {
  const load = decidingLoad(facts, key);
  if (load === 'unknown') return 'unknown';
  if (load !== null) return gpuIdleness(load);
  return cpuIdleness(vm, facts.app.vmActivity[key]?.lowSince ?? null, facts);
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
    return findVms(observed, (vm, key) => {
      const phase = vmPhase(vm.status);
      if (phase !== 'running')
        return { verdict: phase === 'unknown' ? 'unknown' : 'under', value: null };
      const idle = idleness(observed, vm, key);
      if (idle === 'unknown') return { verdict: 'unknown', value: null };
      if (idle === null) return { verdict: 'under', value: 0 };
      const hours = (observed.now - idle.since) / HOUR_MS;
      return { verdict: hours >= limit ? 'over' : 'between', value: hours, reason: idle.reason };
    });
  },
};
