import type { GpuOffer } from '../offers/gpu-offer.ts';
import type { LaunchOrder } from './order.ts';
import type { PresetOrder } from './preset-order.ts';

export type LaunchErrors = Readonly<Partial<Record<keyof LaunchOrder | 'password', string>>>;

/** A failure, or a remark about a VM that was launched. */
export interface LaunchText {
  /** Absent: all fields are right. */
  readonly errors?: LaunchErrors;
  /** Null: only `errors`. */
  readonly message: string | null;
  /** Null: correct the fields. */
  readonly action: string | null;
}

/** The last launch of this run of the app. */
export interface CurrentLaunch {
  readonly accountId: string;
  readonly order: LaunchOrder;
  /** As in `Vm.mark`; null: nothing was sent. */
  readonly mark: string | null;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** `checking`: without a usable answer, the VM is looked for. `unknown`: a VM may have been created. */
  readonly phase: 'sending' | 'checking' | 'launched' | 'failed' | 'unknown';
  /** The VM; after an unknown launch the candidates: two with its mark are an alarm. */
  readonly vmIds: readonly string[];
  /** $/h of the machine, to compare the VM's rate with; null: the price was unknown, or the user accepted the VM's rate. */
  readonly confirmedPerHour: number | null;
  /** Nothing was sent, because the offer changed: the offer as it is now. The user may confirm it. Null: unchanged, or gone. */
  readonly newOffer: GpuOffer | null;
  readonly text: LaunchText;
}

export interface LaunchSlice {
  /** Null: none since the start, or it was dismissed. */
  readonly currentLaunch: CurrentLaunch | null;
  /** By `vmKey`, the orders of VMs that were launched here. */
  readonly launchedVms: Readonly<Record<string, PresetOrder>>;
}
