import type { LoadProfile } from './load.ts';
import type { Micros } from './money.ts';
import type { GpuCount, GpuType, RentalType, VmStatus } from './terms.ts';

/** From `from` (ms of simulated time, a whole second) until the next phase, the VM has this status. */
export interface Phase {
  readonly from: number;
  readonly status: VmStatus;
}

/** How a record is spoilt before it is sent. */
export const BREAKAGES = ['missing-id', 'wrong-types', 'not-an-object', 'null'] as const;
/** One way to spoil a record: its VM is listed all the same. */
export type Breakage = (typeof BREAKAGES)[number];

/** A VM as it is, which only `plainRecord` puts into the words of the service. Rates are per hour. */
export interface Vm {
  readonly id: string;
  readonly vmid: number;
  readonly userId: number;
  /** All chance in this VM's life comes from here. */
  readonly seed: number;
  readonly node: string;
  readonly label: string | null;
  readonly gpuType: GpuType;
  readonly gpuCount: GpuCount;
  readonly storageGb: number;
  readonly ramGb: number;
  readonly cpuCores: number;
  readonly ip: string;
  readonly rentalType: RentalType;
  readonly reservationId: string | null;
  readonly autoRestart: boolean | null;
  readonly gpuRate: Micros;
  readonly storageRate: Micros;
  readonly cpuModel: string | null;
  readonly pcieGen: string | null;
  readonly profile: LoadProfile;
  /** Everything that ever happened to it, oldest first, never empty. Costs are derived from it alone. */
  readonly phases: [Phase, ...Phase[]];
  /** What happens next by itself, if anything. */
  next: Phase | null;
  /** Fields put over the record as it is sent, by the control interface. */
  overlay: Readonly<Record<string, unknown>>;
  breakage: Breakage | null;
  /** No endpoint knows it any more; only what it cost stays on the bill. */
  gone: boolean;
}

/** The phase as of the last `settle`: whoever wants to know about now calls `present` first. */
export function currentPhase(vm: Pick<Vm, 'phases'>): Phase {
  return vm.phases.at(-1) ?? vm.phases[0];
}
