import {
  capitalized,
  clipped,
  counted,
  MINUTE_MS,
  parseDateTime,
  printable,
} from '../format/index.ts';
import type { VmOperation } from './service-profile.ts';

interface VmMachine {
  readonly gpuType: string | null;
  readonly gpuCount: number | null;
  readonly storageGb: number | null;
  readonly ramGb: number | null;
  readonly cpuCores: number | null;
  readonly cpuModel: string | null;
  readonly cpuPercent: number | null;
  readonly ramPercent: number | null;
}

/** ISO date-times. */
interface VmTimes {
  readonly createdAt: string | null;
  /** The start of its run; null: unknown, though it may run. */
  readonly startedAt: string | null;
  readonly stoppedAt: string | null;
}

/** $/h. `isAtLeast`: something that is billed, too, is not in it. */
export interface Rate {
  readonly perHour: number;
  readonly isAtLeast: boolean;
}

/** @param perHour null: unknown */
export const rateOf = (perHour: number | null, isAtLeast = false): Rate | null =>
  perHour === null ? null : { perHour, isAtLeast };

/** The rates on a VM's record; null: unknown. For the current cost see `Vm.billed`. */
export interface VmRates {
  /** Null also where only the account's spend says it. */
  readonly now: Rate | null;
  readonly running: Rate | null;
  readonly stopped: Rate | null;
  /** Parts of `running`, $/h; absent: the provider does not tell. */
  readonly gpuPerHour?: number | null;
  readonly storagePerHour?: number | null;
}

/** The current cost of a VM and its parts, $/h; null is unknown. */
export interface BilledRate {
  readonly perHour: number | null;
  readonly gpuPerHour: number | null;
  readonly storagePerHour: number | null;
  readonly networkPerHour: number | null;
}

/** As an adapter makes a VM: `withBilled` sets what the spend of its account says. */
export const NOT_BILLED: BilledRate = {
  perHour: null,
  gpuPerHour: null,
  storagePerHour: null,
  networkPerHour: null,
};

/** The provider's login of a VM. `host`: an IP address or a name, as received. */
export interface VmLogin {
  readonly host: string;
  /** Null: the provider names none. */
  readonly port: number | null;
  readonly user: string;
  /** Carries no files and forwards no ports. */
  readonly isShellOnly: boolean;
}

export interface KeptVolume {
  readonly path: string;
  /** Null: not on the record. */
  readonly sizeGb: number | null;
  /** $/h that it costs at least while the VM is stopped; null: unknown. */
  readonly perHour: number | null;
  /** Has a life of its own: it outlives the VM. */
  readonly isNetwork: boolean;
}

export interface OperationEffect {
  /** The provider's word for the operation; absent: ours. */
  readonly label?: string;
  /** Everything else on the VM is erased, unless it is whole. */
  readonly keeps: readonly KeptVolume[];
  /** Nothing is erased. */
  readonly isWhole?: boolean;
  /** It is billed as before. */
  readonly savesNothing?: boolean;
  /** The provider's further consequences, a sentence each. */
  readonly notes: readonly string[];
}

/** Absent: the provider does not have the operation, or it has none. */
export type VmEffects = Readonly<Partial<Record<VmOperation, OperationEffect>>>;

/** Facts for show only, by the adapter's label for each; null: unknown. */
export type VmFacts = Readonly<Record<string, string | number | null>>;

/** Facts that only some providers send; absent: this one does not. */
export interface VmProvided {
  /** Null: there is none now. */
  readonly login?: VmLogin | null;
  /** The user wants the VM to run, so that asking for that again changes nothing. */
  readonly isRunIntended?: boolean;
  /** The start is made from an uptime in whole minutes, so that it moves a little. */
  readonly isStartRounded?: boolean;
  /** Another run has other SSH host keys. */
  readonly hasRunKeys?: boolean;
  readonly gpuPercents?: readonly number[];
  readonly operations?: readonly VmOperation[];
  /** The provider's reasons why operations are not possible now. */
  readonly refusals?: Readonly<Partial<Record<VmOperation, string>>>;
  /** The state in the provider's terms, where the phase does not say it: `frozen · GPU billed`; null: it does. */
  readonly note?: string | null;
  /** `endsAt`: ISO date-time; `effect`: the provider's consequence, without a period. Null: its end is unknown. */
  readonly contract?: { readonly endsAt: string; readonly effect: string } | null;
  /** Went with GPU Tray's order, `[a-z0-9]{8}`; null: none is on the record. */
  readonly mark?: string | null;
  readonly order?: { readonly node?: string; readonly rental?: string };
}

/** What keeps a VM from being used or stopped, at some providers; absent: nothing does. */
export interface VmHindrance {
  /** The cluster that it is a member of; null: none. */
  readonly cluster?: string | null;
  /** The provider refuses to stop it. */
  readonly isLocked?: boolean;
  /** The VM holds its GPU, and nothing on it runs. */
  readonly isFrozen?: boolean;
}

/** A VM record. Null: omitted, null or of another type; unknown, so never shown or counted as zero. */
export interface Vm extends VmMachine, VmTimes, VmProvided, VmHindrance {
  /** Safe in paths. */
  readonly id: string;
  /** Its name without a label, such as `vm-4107`; null: the start of its id. */
  readonly defaultName: string | null;
  readonly label: string | null;
  /** As received; `vmAddresses` validates it. */
  readonly ipAddress: string | null;
  readonly phase: VmPhase;
  /** The provider's word, for show only: nothing is decided by it. */
  readonly status: string;
  /** State before the phase became `unconfirmed`; absent in other phases. */
  readonly lastSeen?: Pick<Vm, 'phase' | 'status' | 'billed' | 'note'>;
  readonly autoRestart: boolean | null;
  readonly rates: VmRates;
  readonly billed: BilledRate;
  readonly effects: VmEffects;
  readonly facts: VmFacts;
}

export const KNOWN_PHASES = [
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

export const VM_PHASES = [...KNOWN_PHASES, 'unknown', 'unconfirmed'] as const;

/** `unknown`: an undocumented word. `unconfirmed`, which no adapter says: missing in the last complete list, and in no count and no sum. */
export type VmPhase = (typeof VM_PHASES)[number];

/** Whether a VM is about to have another phase. */
export const isChanging = (phase: VmPhase): phase is 'creating' | 'starting' | 'stopping' =>
  phase === 'creating' || phase === 'starting' || phase === 'stopping';

/** The last record of a VM whose existence is unknown. */
export function asUnconfirmed(vm: Vm): Vm {
  const { phase, status, billed, note = null } = vm;
  if (phase === 'unconfirmed') return vm;
  return {
    ...vm,
    phase: 'unconfirmed',
    status: 'unconfirmed',
    note: null,
    lastSeen: { phase, status, billed, note },
  };
}

/** The last record of a VM, as it was received. */
export function asLastSeen(seen: Vm): Vm {
  // Without a copy of each of thousands of VMs.
  if (seen.lastSeen === undefined) return seen;
  const { lastSeen, ...vm } = seen;
  return { ...vm, ...lastSeen };
}

/** The phase of a VM, of an unconfirmed one the last that was received. */
export const lastPhase = ({ phase, lastSeen }: Pick<Vm, 'phase' | 'lastSeen'>): VmPhase =>
  lastSeen?.phase ?? phase;

/** The host to log in to, as received; null: none yet. */
export function loginHost({ login, ipAddress }: Pick<Vm, 'login' | 'ipAddress'>): string | null {
  return login === undefined ? ipAddress : (login?.host ?? null);
}

const MAY_ANSWER: readonly VmPhase[] = ['running', 'unknown', 'unconfirmed'];

/** Whether a login may succeed: also with an undocumented status, and while only the provider's health check fails. */
export const mayAnswerLogin = ({ phase, login }: Pick<Vm, 'phase' | 'login'>): boolean =>
  MAY_ANSWER.includes(phase) || (phase === 'offline' && login != null);

/** Its note as a sentence; null: none. */
export const noteSentence = ({ note = null }: Pick<Vm, 'note'>): string | null =>
  note === null ? null : `${capitalized(printable(note))}.`;

/** Why the VM does not run yet although its start was accepted, such as for want of a free GPU; null: the VM does not wait. */
export function waitNote(vm: Pick<Vm, 'phase' | 'note'>): string | null {
  return isChanging(vm.phase) || vm.phase === 'interrupted' ? noteSentence(vm) : null;
}

type Named = Pick<Vm, 'id' | 'defaultName' | 'label'> & Partial<Pick<Vm, 'gpuCount' | 'gpuType'>>;

/** The displayed name: the label, else the default name, else GPUs and end of the id: `1 × 5090 · 91uv`. Printable, on one line. */
export function vmName({ id, defaultName, label, gpuCount = null, gpuType = null }: Named): string {
  const own = (label === null ? '' : printable(label)) || defaultName;
  if (own !== null) return own;
  const gpus = gpuLabel({ gpuCount, gpuType });
  return gpus === '' ? `vm-${printable(id).slice(0, 8)}` : `${gpus} · ${printable(id).slice(-4)}`;
}

/** 4107 of `vm-4107`; null: it is called otherwise. */
export function vmNumber(defaultName: string | null): number | null {
  const digits = /^vm-(\d+)$/.exec(defaultName ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

export const shortName = (vm: Parameters<typeof vmName>[0]) => clipped(vmName(vm), 60);

/** A GPU type without its maker and line: `4090`, `A100 80GB`, `RTX PRO 6000 S` for the server edition. */
const gpuName = (type: string): string =>
  printable(type)
    .replace(/^(NVIDIA|AMD) |GeForce |Tesla |Blackwell | Generation| HBM\de?/gi, '')
    .replace(/ Server Edition/i, ' S')
    .replace(/ Workstation Edition/i, ' WS')
    .replace(/^RTX (?=[2-9]0[5-9]0\b)/i, '');

/** `2 × 4090`, `4090` or `2 GPUs` where a part is unknown, and `8 CPU cores` of a VM without a GPU; empty: unknown. */
export function gpuLabel({
  gpuCount,
  gpuType,
  cpuCores = null,
}: Pick<Vm, 'gpuCount' | 'gpuType'> & Partial<Pick<Vm, 'cpuCores'>>): string {
  const type = gpuType === null ? '' : gpuName(gpuType);
  if (gpuCount === null) return type;
  if (type !== '') return `${gpuCount} × ${type}`;
  const isWithout = gpuCount === 0 && gpuType === null && cpuCores !== null;
  return isWithout ? counted(cpuCores, 'CPU core') : counted(gpuCount, 'GPU');
}

/** ms since the epoch; null: not running, or unknown. */
export const runningSince = ({ phase, startedAt }: Pick<Vm, 'phase' | 'startedAt'>) =>
  phase === 'running' ? parseDateTime(startedAt) : null;

const MAY_RUN: readonly VmPhase[] = ['running', 'stopping', 'offline', 'unknown'];

/** Whether its run may go on: it is not seen as not running. */
export const mayRun = ({ phase }: Pick<Vm, 'phase'>) => MAY_RUN.includes(phase);

/** A rounded start moves by less, ms. */
export const ROUNDED_MS = 2 * MINUTE_MS;

/** Whether a VM is in the run with a known start, since another one begins later. @param known null: the start is unknown */
export function isSameRun(
  known: string | null,
  { startedAt, isStartRounded }: Pick<Vm, 'startedAt' | 'isStartRounded'>,
): boolean {
  if (known === null || startedAt === null || known === startedAt) return true;
  const later = (parseDateTime(startedAt) ?? Number.NaN) - (parseDateTime(known) ?? Number.NaN);
  return later < (isStartRounded ? ROUNDED_MS : 1);
}
