import { printable } from '../format/index.ts';

/**
 * A VM as the service shows it (`service-api.md`, VM). Only `id` and `status` are certain; a figure that the service left
 * out, sent as null or sent in another type is null here, which means "unknown" and is never shown or counted as zero.
 */
export interface Vm {
  /** Used in paths as vm_id; checked to be safe there. */
  readonly id: string;
  readonly vmid: number | null;
  readonly userId: number | null;
  readonly node: string | null;
  readonly label: string | null;
  readonly gpuType: string | null;
  readonly gpuCount: number | null;
  readonly storageGb: number | null;
  readonly ramGb: number | null;
  readonly cpuCores: number | null;
  /** As the service sent it: not an address until `sshAddress` says so. */
  readonly ipAddress: string | null;
  /** One of `VM_STATUSES`, or whatever else the service says. */
  readonly status: string;
  /** ISO date-times. */
  readonly createdAt: string | null;
  readonly startedAt: string | null;
  readonly stoppedAt: string | null;
  readonly rentalType: string | null;
  readonly reservationId: string | null;
  readonly autoRestart: boolean | null;
  /** $/h when it runs, whatever its status is: `billedNow` says what it costs. The next two are parts of it. */
  readonly hourlyRate: number | null;
  readonly gpuHourlyRate: number | null;
  readonly storageHourlyRate: number | null;
  /** 0–100. */
  readonly cpuPercent: number | null;
  readonly ramPercent: number | null;
  readonly cpuModel: string | null;
  readonly pcieGen: string | null;
}

/** Every status that `service-api.md` names. */
export const VM_STATUSES = [
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

/** A status that the service documents. Which one follows which it does not. */
export type VmStatus = (typeof VM_STATUSES)[number];

/** What a status means to a person; `unknown` is a status that the document does not name. */
export type VmPhase =
  | 'running'
  | 'changing'
  | 'stopped'
  | 'interrupted'
  | 'failed'
  | 'offline'
  | 'destroyed'
  | 'unknown';

const PHASES: Readonly<Record<VmStatus, VmPhase>> = {
  creating: 'changing',
  starting: 'changing',
  running: 'running',
  stopping: 'changing',
  stopped: 'stopped',
  interrupted: 'interrupted',
  destroyed: 'destroyed',
  failed: 'failed',
  offline: 'offline',
};

function isVmStatus(status: string): status is VmStatus {
  return Object.hasOwn(PHASES, status);
}

/** @param status as the service sent it; only the documented words, in that very spelling, are known */
export function vmPhase(status: string): VmPhase {
  return isVmStatus(status) ? PHASES[status] : 'unknown';
}

/**
 * Whether a login may find anybody there. A status that is new to us may well mean a VM that answers: ssh will tell.
 * @param status as the service sent it
 */
export function mayAnswerLogin(status: string): boolean {
  switch (vmPhase(status)) {
    case 'running':
    case 'unknown':
      return true;
    case 'changing':
    case 'stopped':
    case 'interrupted':
    case 'failed':
    case 'offline':
    case 'destroyed':
      return false;
  }
}

/** The VM's name for people, as one harmless line: its label, else its number, else the start of its id. */
export function vmName(vm: Pick<Vm, 'id' | 'vmid' | 'label'>): string {
  const label = vm.label === null ? '' : printable(vm.label);
  if (label) return label;
  return vm.vmid === null ? `vm-${vm.id.slice(0, 8)}` : `vm-${vm.vmid}`;
}
