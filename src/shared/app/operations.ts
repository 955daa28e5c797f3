import {
  describeProblem,
  type Problem,
  type ProblemText,
  VM_OPERATIONS,
  type Vm,
  type VmOperation,
  type VmPhase,
  vmName,
  vmPhase,
} from '../domain/index.ts';
import { formatRate } from '../format/index.ts';
import type { AppAccount, AppState } from './app-state.ts';
import { vmKey } from './ssh-state.ts';

/** An operation that was sent and that the service has not confirmed by the VM's state. */
export interface PendingOperation {
  readonly operation: VmOperation;
  /** Not confirmed for two minutes. */
  readonly isOverdue: boolean;
}

/** The part of the state that decides which operations are offered. */
export type Operations = Pick<AppState, 'operations'>;

/** The phases in which an operation can make a difference; a VM with an undocumented status may be in either. */
const USEFUL: Readonly<Record<VmOperation, readonly VmPhase[]>> = {
  start: ['stopped', 'interrupted', 'failed', 'unknown'],
  stop: ['running', 'changing', 'offline', 'unknown'],
  destroy: ['running', 'changing', 'stopped', 'interrupted', 'failed', 'offline', 'unknown'],
};

/** The operations that the account's profile has and that fit the VM's state; none while one is not confirmed yet. */
export function vmOperations(
  { operations }: Operations,
  { id, profile }: Pick<AppAccount, 'id' | 'profile'>,
  vm: Pick<Vm, 'id' | 'status'>,
): readonly VmOperation[] {
  if (operations[vmKey(id, vm.id)]?.isOverdue === false) return [];
  return VM_OPERATIONS.filter(
    (operation) =>
      profile?.operations?.[operation] !== undefined &&
      USEFUL[operation].includes(vmPhase(vm.status)),
  );
}

/** Such as `Stop`. */
export const OPERATION_LABELS: Readonly<Record<VmOperation, string>> = {
  start: 'Start',
  stop: 'Stop',
  destroy: 'Destroy',
};

const PENDING_LABELS: Readonly<Record<VmOperation, string>> = {
  start: 'starting…',
  stop: 'stopping…',
  destroy: 'destroying…',
};

/** Shown in place of the status. */
export function pendingLabel({ operation, isOverdue }: PendingOperation): string {
  return isOverdue ? `${operation} not confirmed` : PENDING_LABELS[operation];
}

const UNDONE: Readonly<Record<VmOperation, string>> = {
  start: 'is not running',
  stop: 'has not stopped',
  destroy: 'is not destroyed',
};

/** @param name of the VM */
export const overdueTitle = (name: string, operation: VmOperation) =>
  `${name} ${UNDONE[operation]}`;

/** @param rate such as `$1.10/h`; null: unknown or hidden */
export function overdueDetail(operation: VmOperation, rate: string | null): string {
  const cost = rate === null ? '' : ` It is billed ${rate}.`;
  return `The service has not confirmed the ${operation} within 2 min.${cost} Check it in the console.`;
}

/** What is asked before an operation. */
export interface Confirmation {
  readonly title: string;
  /** What it costs and what is lost, one sentence each. */
  readonly effects: readonly string[];
}

function lossesOf(operation: VmOperation, vm: Vm, amount: (rate: number | null) => string | null) {
  switch (operation) {
    case 'start':
      return [];
    case 'stop': {
      const disk = amount(vm.storageHourlyRate);
      return [
        'Running programs end, and its IP address may change.',
        disk === null ? 'Its disk may still be billed.' : `Its disk is still billed ${disk}.`,
      ];
    }
    case 'destroy': {
      const size = vm.storageGb === null ? '' : ` of ${vm.storageGb} GB`;
      return [`Its disk${size} with all data and its IP address are lost for good.`];
    }
  }
}

/**
 * The confirmation of an operation: the VM, its rate and what is lost.
 * @param billed $/h now; null: unknown
 * @param currency null: amounts are hidden
 */
export function operationConfirmation(
  operation: VmOperation,
  vm: Vm,
  billed: number | null,
  currency: string | null,
): Confirmation {
  const amount = (rate: number | null) =>
    rate === null || currency === null ? null : formatRate(rate, currency);
  const rate = amount(operation === 'start' ? vm.hourlyRate : billed);
  const cost = operation === 'start' ? 'It costs' : 'It is billed';
  const when = operation === 'start' ? ' while it runs' : ' now';
  const isInterruptible = vm.rentalType === 'interruptible' && operation !== 'start';
  return {
    title: `${OPERATION_LABELS[operation]} ${vmName(vm)}?`,
    effects: [
      ...(rate === null ? [] : [`${cost} ${rate}${when}.`]),
      ...(rate === null && currency !== null ? ['Its rate is unknown.'] : []),
      ...lossesOf(operation, vm, amount),
      ...(isInterruptible ? ['It is interruptible: you may not get this GPU back.'] : []),
    ],
  };
}

/** The text for an operation that the service refused. */
export function describeOperationProblem(operation: VmOperation, problem: Problem): ProblemText {
  const { short, message, action } = describeProblem(problem);
  switch (problem.kind) {
    case 'forbidden':
      return {
        ...{ short, message },
        action: `To ${operation} VMs, create an API key with the scope read_write in the console and sign in with it.`,
      };
    case 'notFound':
    case 'incompatible':
      return { short, message, action: `Check the path of ${operation} in the service profile.` };
    default:
      return { short, message, action };
  }
}
