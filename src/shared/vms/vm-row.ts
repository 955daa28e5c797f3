import { byName, largestFirst } from '../domain/rank.ts';
import { gpuLabel, type Vm, vmName } from '../domain/vm.ts';
import { printable } from '../format/index.ts';
import { gpuLoadOf, type IdleFacts } from './idleness.ts';
import { wasteText } from './waste-text.ts';

const UNKNOWN = { load: null, memory: null };

/** `name`: `gpu`, `vram`, `cpu` or `ram`. */
export type RowLoad = Readonly<ReturnType<typeof loadsOf>[number]>;

function loadsOf(facts: IdleFacts, vm: Vm, key: string) {
  const known = gpuLoadOf(facts, vm, key);
  const { load: gpu, memory: vram } = known === null || known === 'unknown' ? UNKNOWN : known;
  const ofGpus = gpu !== null || vram !== null || facts.app.vmWaste[key] !== undefined;
  const { cpuPercent: cpu, ramPercent: ram } = vm;
  return Object.entries(ofGpus ? { gpu, vram } : { cpu, ram }).flatMap(([name, percent]) =>
    percent === null ? [] : { name, percent },
  );
}

export type VmRow = ReturnType<typeof vmRow>;

/** The facts of a VM that the panel's list, the tray's menu and `status` show, each in its own form. */
export function vmRow(facts: IdleFacts, vm: Vm, key: string) {
  const waste = vm.phase === 'destroyed' ? undefined : facts.app.vmWaste[key];
  const state = vm.note?.split(/[;.] /)[0] ?? vm.status;
  return {
    name: vmName(vm),
    gpus: gpuLabel(vm),
    /** Why it is billed without use; null: it is used, off, or nothing is known. */
    waste: waste?.reason ?? null,
    /** `idle 38 d, GPU 0 %` of `waste`, else the provider's word for the state, or its note without its end. */
    state: waste === undefined ? printable(state) : wasteText(waste, facts.now),
    /** $/h billed now; null: unknown. */
    perHour: vm.billed.perHour,
    /** Load of the GPUs, else of CPU and RAM unless the VM is waste; empty: not running, or unknown. */
    loads: vm.phase === 'running' ? loadsOf(facts, vm, key) : [],
  };
}

/** The highest rate first, unknown rates last, then by name. */
export const byRate = (a: Vm, b: Vm): number =>
  largestFirst(a.billed.perHour, b.billed.perHour) || byName(vmName(a), vmName(b));
