import { byName, largestFirst } from '../domain/rank.ts';
import { gpuLabel, type Vm, vmName } from '../domain/vm.ts';
import { printable } from '../format/index.ts';
import { IDLE_MS } from '../gpu-load/gpu-load.ts';
import { type IdleFacts, idleness } from './idleness.ts';

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
  /** 0–100. Null: not running, or unknown; of CPU and RAM also where that of the GPUs is known, or the VM is idle. */
  readonly gpu: number | null;
  readonly vram: number | null;
  readonly cpu: number | null;
  readonly ram: number | null;
  /** ms without work; null: busy, idle only for a moment, or unknown. */
  readonly idleMs: number | null;
  /** The provider's word for the state, or its note, such as `outbid` of `outbid; restarts automatically`. */
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

const NO_LOAD = { gpu: null, vram: null, cpu: null, ram: null, idleMs: null };

/** @param key `vmKey` */
export function vmRow(facts: Omit<IdleFacts, 'steadySince'>, vm: Vm, key: string): VmRow {
  const row = {
    name: vmName(vm),
    gpus: gpuLabel(vm),
    state: printable(vm.note?.split(';')[0] ?? vm.status),
    perHour: vm.billed.perHour,
    ...NO_LOAD,
  };
  if (vm.phase !== 'running') return row;
  const { since, load } = idleness({ ...facts, steadySince: 0 }, vm, key);
  const ms = typeof since === 'number' ? facts.now - since : 0;
  const idleMs = ms >= IDLE_MS ? ms : null;
  const [gpu, vram] = [load?.load ?? null, load?.memory ?? null];
  if (gpu !== null || vram !== null || idleMs !== null) return { ...row, gpu, vram, idleMs };
  return { ...row, cpu: vm.cpuPercent, ram: vm.ramPercent };
}

/** The highest rate first, unknown rates last, then by name. */
export const byRate = (a: Vm, b: Vm): number =>
  largestFirst(a.billed.perHour, b.billed.perHour) || byName(vmName(a), vmName(b));
