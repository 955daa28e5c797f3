import type { Micros } from './money.ts';
import type { NonEmpty } from './seeded.ts';

// The closed sets of the service's document, "Resources and their fields".

export const STATUSES = [
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'interrupted',
  'destroyed',
  'failed',
  'offline',
] as const;
/** Transitions are not documented; see `lifecycle.ts` for plausible ones. */
export type VmStatus = (typeof STATUSES)[number];

/** False for a made-up status, which the control interface may also put over a record. */
export function isStatus(value: unknown): value is VmStatus {
  return STATUSES.some((status) => status === value);
}

export const GPU_TYPES = ['5090', '4090', 'pro6000'] as const satisfies NonEmpty<string>;
export type GpuType = (typeof GPU_TYPES)[number];

export const GPU_COUNTS = [1, 2, 4, 8] as const satisfies NonEmpty<number>;
export const RENTAL_TYPES = ['on_demand', 'reserved', 'interruptible'] as const;
export type RentalType = (typeof RENTAL_TYPES)[number];

export const RESERVATION_MONTHS = [1, 3, 6] as const satisfies NonEmpty<number>;
/** Required for `reserved`, ignored otherwise. */
export type ReservationMonths = (typeof RESERVATION_MONTHS)[number];

/** Accepted by `POST /vms`; VM records do not contain it. */
export const TEMPLATES = [100, 101, 102, 103, 104] as const;

export type Scope = 'read_write' | 'read_only' | 'billing_only';

/** A status and when it began: `from` is ms of simulated time, a whole second. */
export interface Phase {
  readonly from: number;
  readonly status: VmStatus;
}

/** A machine of the provider. Only the form of the ids (`vm01`) is documented. */
export interface Node {
  readonly id: string;
  readonly gpuType: GpuType;
  readonly gpusFree: number;
  readonly cpuModel: string | null;
  readonly pcieGen: string | null;
  readonly country: string;
}

export type LoadProfile = 'training' | 'serving' | 'idle';

export interface VmOrder {
  readonly node: Node;
  readonly gpuCount: (typeof GPU_COUNTS)[number];
  readonly storageGb: number;
  readonly rentalType: RentalType;
  readonly reservationMonths: ReservationMonths;
  readonly autoRestart: boolean | null;
  readonly label: string | null;
  readonly profile: LoadProfile;
  /** It was started without an SSH key, so that no SSH server answers. */
  readonly isKeyless?: boolean;
}

/** By status, whether GPU and disk are charged. */
export type Charged = Record<VmStatus, { readonly gpu: boolean; readonly storage: boolean }>;

interface RatesPerHour {
  gpu: Micros;
  readonly storage: Micros;
  readonly charged: Readonly<Charged>;
  /** Earlier values of `gpu`, oldest first. `until`: ms of simulated time, a whole second. */
  readonly earlier: { readonly gpu: Micros; readonly until: number }[];
}

/** A VM of the simulator; `plainRecord` turns it into the service's record. */
export interface Vm {
  readonly id: string;
  readonly vmid: number;
  readonly userId: number;
  /** Source of every random choice about this VM. */
  readonly seed: number;
  readonly ip: string;
  readonly order: VmOrder;
  readonly rates: RatesPerHour;
  /** Its whole history, oldest first. Costs are computed from it. */
  readonly phases: [Phase, ...Phase[]];
  /** Fields that the control interface puts over the record. */
  overlay: Readonly<Record<string, unknown>>;
  /** Unknown to every endpoint; its costs stay on the bill. */
  gone: boolean;
}

/** The phase as of the last `settle`; call `present` first to get the phase of now. */
export function currentPhase(vm: Pick<Vm, 'phases'>): Phase {
  return vm.phases.at(-1) ?? vm.phases[0];
}
