import { byName, largestFirst } from '../domain/rank.ts';
import { gpuLabel, type Vm, vmName } from '../domain/vm.ts';
import { printable } from '../format/index.ts';
import { gpuLoadOf, type IdleFacts } from './idleness.ts';
import { type Waste, wasteText } from './waste-text.ts';

export interface RowLoad {
  readonly name: (typeof LOADS)[number];
  /** 0–100. */
  readonly percent: number;
}

/**
 * The facts of a VM that the panel's list, the tray's menu and `status` show, each in its own form. Flat, so that the panel compares
 * them.
 */
export interface VmRow {
  readonly name: string;
  /** As `gpuLabel`. */
  readonly gpus: string;
  /** 0–100. Null: not running, or unknown; of CPU and RAM also where that of the GPUs is known, or the VM is waste. */
  readonly gpu: number | null;
  readonly vram: number | null;
  readonly cpu: number | null;
  readonly ram: number | null;
  /** Why it is billed without use; null: it is used, off, or nothing is known. */
  readonly waste: Waste['reason'] | null;
  /** `idle 38 d, GPU 0 %` of `waste`, else the provider's word for the state, or its note without its end. */
  readonly state: string;
  /** $/h billed now; null: unknown. */
  readonly perHour: number | null;
}

const LOADS = ['gpu', 'vram', 'cpu', 'ram'] as const;

export const loadsOf = (row: VmRow): readonly RowLoad[] =>
  LOADS.flatMap((name) => {
    const percent = row[name];
    return percent === null ? [] : { name, percent };
  });

const UNKNOWN = { load: null, memory: null };
const NO_LOAD = { gpu: null, vram: null, cpu: null, ram: null };

/** @param key `vmKey` */
export function vmRow(facts: Omit<IdleFacts, 'steadySince'>, vm: Vm, key: string): VmRow {
  const waste = vm.phase === 'destroyed' ? undefined : facts.app.vmWaste[key];
  const state = vm.note?.split(/[;.] /)[0] ?? vm.status;
  const row = {
    name: vmName(vm),
    gpus: gpuLabel(vm),
    waste: waste?.reason ?? null,
    state: waste === undefined ? printable(state) : wasteText(waste, facts.now),
    perHour: vm.billed.perHour,
    ...NO_LOAD,
  };
  if (vm.phase !== 'running') return row;
  const load = gpuLoadOf({ ...facts, steadySince: 0 }, vm, key);
  const { load: gpu, memory: vram } = load === null || load === 'unknown' ? UNKNOWN : load;
  if (gpu !== null || vram !== null || waste !== undefined) return { ...row, gpu, vram };
  return { ...row, cpu: vm.cpuPercent, ram: vm.ramPercent };
}

/** The highest rate first, unknown rates last, then by name. */
export const byRate = (a: Vm, b: Vm): number =>
  largestFirst(a.billed.perHour, b.billed.perHour) || byName(vmName(a), vmName(b));
