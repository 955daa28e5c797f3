import type { Vm } from '../domain/vm.ts';
import { areLow, type Gpu, meanLoad, NO_COURSE, type VmLoad } from '../gpu-load/gpu-load.ts';
import type { VmActivity } from './vm-activity.ts';

const UNKNOWN = { memoryUsed: null, memoryTotal: null, temperature: null, power: null } as const;

/** The GPUs of a VM by its record, plus one without a load if some are missing. Null: the provider reports no load, or the VM has no GPU. */
export function listedGpus({ gpuPercents, gpuCount }: Vm): readonly Gpu[] | null {
  if (gpuPercents === undefined || gpuCount === 0) return null;
  const isPartial = gpuPercents.length < (gpuCount ?? 1);
  const loads = isPartial ? [...gpuPercents, null] : gpuPercents;
  return loads.map((load, index) => ({ index, load, ...UNKNOWN }));
}

/** The GPU load of a running VM by its record, as read at `at`; null: it never tells, or has no GPU. */
export function listedLoad(vm: Vm, times: VmActivity | undefined, at: number): VmLoad | null {
  const gpus = listedGpus(vm);
  if (gpus === null) return null;
  const { lowSince, highSince, workedUntil } = times ?? NO_COURSE;
  const load = meanLoad(gpus);
  // The record may have been read after the times were taken.
  const low = areLow(gpus) ? lowSince : null;
  return { at, gpus, load, memory: null, problem: null, lowSince: low, highSince, workedUntil };
}

/** One load of a VM's record and of SSH: the more recent one, unless the record leaves out a GPU. Memory is known by SSH alone. */
export function latestLoad(listed: VmLoad, asked: VmLoad | null): VmLoad {
  if (asked === null) return listed;
  const isListed = listed.at > asked.at && listed.gpus.every(({ load }) => load !== null);
  const [newer, older] = isListed ? [listed, asked] : [asked, listed];
  return {
    ...newer,
    gpus: isListed
      ? listed.gpus.map((gpu, place) => ({ ...gpu, ...asked.gpus[place], load: gpu.load }))
      : asked.gpus,
    memory: asked.memory,
    lowSince: newer.lowSince && Math.min(newer.lowSince, older.lowSince ?? newer.lowSince),
    workedUntil: newer.workedUntil ?? older.workedUntil,
  };
}
