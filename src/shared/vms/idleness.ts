import type { AccountsSlice } from '../accounts/accounts-slice.ts';
import type { Vm } from '../domain/vm.ts';
import { parseDateTime } from '../format/index.ts';
import {
  areLow,
  type GpuLoadSlice,
  isLoadOutOfDate,
  looksFinished,
  type VmLoad,
} from '../gpu-load/gpu-load.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import type { PreferencesSlice } from '../settings/preferences.ts';
import type { SshSlice } from '../ssh/ssh-state.ts';
import { latestLoad, listedGpus, listedLoad } from './listed-load.ts';
import type { VmsSlice } from './vm-activity.ts';

export interface IdleFacts {
  readonly app: Pick<PollingSlice, 'snapshots'> &
    Pick<AccountsSlice, 'accounts'> &
    VmsSlice &
    SshSlice &
    GpuLoadSlice &
    PreferencesSlice;
  readonly accountId: string;
  /** Since when no poll was missed, ms since the epoch; absent: missed polls don’t count. */
  readonly steadySince?: number;
  readonly now: number;
}

function askedLoad({ app, accountId, now }: IdleFacts, key: string): VmLoad | 'unknown' | null {
  const { vmLoads, vmSshAccess } = app;
  const load = vmLoads[key];
  if (!app.accounts.find(({ id }) => id === accountId)?.turnedOn.gpuLoad) return null;
  // The load is read within seconds; until then CPU and RAM would end an alert of before a restart.
  if (load === undefined) return vmSshAccess[key]?.reach === 'ready' ? 'unknown' : null;
  if (load.problem !== null) return null;
  return isLoadOutOfDate(load, now) ? 'unknown' : load;
}

/** The GPU load of a running VM, by its record and by SSH. `unknown`: not read yet; null: neither tells it, CPU and RAM decide. */
export function gpuLoadOf(facts: IdleFacts, vm: Vm, key: string): VmLoad | 'unknown' | null {
  const { app, accountId, steadySince = 0 } = facts;
  const listed = listedLoad(vm, app.vmActivity[key], app.snapshots[accountId]?.asOf ?? 0);
  const asked = askedLoad(facts, key);
  if (listed === null) return asked;
  const { lowSince } = listed;
  const steady = { ...listed, lowSince: lowSince && Math.max(lowSince, steadySince) };
  return latestLoad(steady, asked === 'unknown' ? null : asked);
}

function isCpuLow({ cpuPercent, ramPercent }: Vm, below: number): boolean | null {
  if (cpuPercent === null || ramPercent === null) return null;
  return Math.max(cpuPercent, ramPercent) < below;
}

/** Whether the record of a running VM shows little work: by its GPUs, else by CPU and RAM. @param below % of CPU and RAM */
export function isLow(vm: Vm, below: number): boolean {
  const gpus = listedGpus(vm);
  return gpus === null ? isCpuLow(vm, below) === true : areLow(gpus);
}

/**
 * Since when a running VM does little, ms since the epoch; null: it is busy. By its GPUs where their load is known, else by CPU and RAM
 * below the user's percentage: then `load` is null.
 */
export function idleness(facts: IdleFacts, vm: Vm, key: string) {
  const { app, steadySince = 0, now } = facts;
  const load = gpuLoadOf(facts, vm, key);
  const unknown = { since: 'unknown', load: null, isFinished: false } as const;
  // A restart since the last poll shows in the start alone. A future start is by another clock than this computer's.
  const start = parseDateTime(vm.startedAt) ?? 0;
  const startedAt = start > now ? 0 : start;
  if (load === 'unknown') return unknown;
  if (load !== null) {
    if (load.gpus.some((gpu) => gpu.load === null)) return { ...unknown, load };
    const lowSince = load.lowSince && Math.max(load.lowSince, startedAt);
    return { since: lowSince, load, isFinished: looksFinished({ ...load, lowSince }, now) };
  }
  const isIdle = isCpuLow(vm, app.preferences.idlePercent);
  if (isIdle === null) return unknown;
  const lowSince = app.vmActivity[key]?.lowSince ?? now;
  return { ...unknown, since: isIdle ? Math.max(lowSince, steadySince, startedAt) : null };
}
