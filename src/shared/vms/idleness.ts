import type { Vm } from '../domain/index.ts';
import { isLoadOutOfDate, type VmLoad } from '../gpu-load/index.ts';
import type { AppState } from '../state/app-state.ts';

interface IdleFacts {
  readonly app: Pick<AppState, 'preferences' | 'ssh' | 'vmActivity' | 'vmLoads' | 'vmSshAccess'>;
  readonly accountId: string;
  /** Since when no poll was missed, ms since the epoch. */
  readonly steadySince: number;
  readonly now: number;
}

/** `unknown`: the GPU load is not read yet; null: CPU and RAM decide. */
function decidingLoad({ app, accountId, now }: IdleFacts, key: string): VmLoad | 'unknown' | null {
  const { ssh, vmLoads, vmSshAccess } = app;
  const load = vmLoads[key];
  if (!ssh.gpuLoadAccounts.includes(accountId)) return null;
  // The load is read within seconds; until then CPU and RAM would end an alert of before a restart.
  if (load === undefined) return vmSshAccess[key]?.reach === 'ready' ? 'unknown' : null;
  if (load.problem !== null) return null;
  return isLoadOutOfDate(load, now) ? 'unknown' : load;
}

/** Since when a VM does little, ms since the epoch, and by which load; null: CPU and RAM. */
export interface Idleness {
  readonly since: number;
  readonly load: VmLoad | null;
}

function gpuIdleness(load: VmLoad): Idleness | null | 'unknown' {
  if (load.gpus.some((gpu) => gpu.load === null)) return 'unknown';
  return load.lowSince === null ? null : { since: load.lowSince, load };
}

function cpuIdleness(
  { cpuPercent, ramPercent }: Vm,
  lowSince: number | null,
  { app, steadySince, now }: IdleFacts,
): Idleness | null | 'unknown' {
  if (cpuPercent === null || ramPercent === null) return 'unknown';
  if (Math.max(cpuPercent, ramPercent) >= app.preferences.idlePercent) return null;
  return { since: Math.max(lowSince ?? now, steadySince), load: null };
}

/** A running VM: by its GPUs where their load is known, else by CPU and RAM below the user's percentage. Null: busy. */
export function idleness(facts: IdleFacts, vm: Vm, key: string): Idleness | null | 'unknown' {
  const load = decidingLoad(facts, key);
  if (load === 'unknown') return 'unknown';
  if (load !== null) return gpuIdleness(load);
  return cpuIdleness(vm, facts.app.vmActivity[key]?.lowSince ?? null, facts);
}

/** Since when a VM is idle, ms since the epoch; null: busy, or its load is unknown. */
export function idleSince(facts: IdleFacts, vm: Vm, key: string): number | null {
  const idle = idleness(facts, vm, key);
  return idle === null || idle === 'unknown' ? null : idle.since;
}
