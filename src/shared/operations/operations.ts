import type { AppAccount } from '../accounts/accounts-slice.ts';
import { VM_OPERATIONS, type VmOperation } from '../domain/service-profile.ts';
import { VM_PHASES, type Vm, type VmPhase, waitNote } from '../domain/vm.ts';
import { lackOf } from '../providers/providers.ts';
import { vmKey } from '../ssh/ssh-state.ts';
import type { PendingOperation } from './pending.ts';

/** The phases in which an operation can make a difference; a VM with an undocumented status may be in either. */
const USEFUL: Readonly<Record<VmOperation, readonly VmPhase[]>> = {
  start: ['stopped', 'interrupted', 'failed', 'unknown'],
  stop: ['creating', 'starting', 'running', 'stopping', 'offline', 'unknown'],
  destroy: VM_PHASES.filter((phase) => phase !== 'destroyed' && phase !== 'unconfirmed'),
};

/** Whether another operation is to be confirmed before. A stop cancels a start that waits. */
export function isBlocked(
  pending: PendingOperation | undefined,
  operation: VmOperation,
  vm: Pick<Vm, 'phase' | 'note'> | undefined,
): boolean {
  if (pending === undefined || pending.isOverdue) return false;
  const isCancelled = operation === 'stop' && pending.operation === 'start';
  return !(isCancelled && vm !== undefined && waitNote(vm) !== null);
}

/** The provider's operations that fit the VM's state, without operations that wait for another operation. */
export function vmOperations(
  { operations }: Pick<OperationsSlice, 'operations'>,
  { id, can }: Pick<AppAccount, 'id' | 'can'>,
  vm: Pick<Vm, 'id' | 'phase' | 'operations' | 'note'>,
): readonly VmOperation[] {
  const pending = operations[vmKey(id, vm.id)];
  const isUseful = (operation: VmOperation) =>
    vm.operations === undefined
      ? USEFUL[operation].includes(vm.phase)
      : vm.operations.includes(operation);
  return VM_OPERATIONS.filter(
    (operation) =>
      can.includes(operation) && isUseful(operation) && !isBlocked(pending, operation, vm),
  );
}

/** Whether the VM can be stopped from here, as far as is known. */
export function canStop(
  app: OperationsSlice,
  account: Pick<AppAccount, 'id' | 'can'>,
  vm: Pick<Vm, 'id' | 'phase' | 'operations' | 'note'>,
): boolean {
  const isRefused = app.refusedWrites[account.id] !== undefined;
  return !isRefused && vmOperations(app, account, vm).includes('stop');
}

const LABELS: Readonly<Record<VmOperation, string>> = {
  start: 'Start',
  stop: 'Stop',
  destroy: 'Destroy',
};

export const operationLabel = (operation: VmOperation, { effects }: Pick<Vm, 'effects'>) =>
  effects[operation]?.label ?? LABELS[operation];

/** The operation that ends the cost of the GPU, with the name on its button: a stop, where the provider has stops. */
export const endLabel = (account: Parameters<typeof lackOf>[0], vm: Pick<Vm, 'effects'>) =>
  operationLabel(lackOf(account, 'stop') === null ? 'stop' : 'destroy', vm);

/** A stop leaves nothing of the VM's data: it is confirmed as a destroy is. */
export const erasesAll = ({ effects }: Pick<Vm, 'effects'>) => effects.stop?.keeps.length === 0;

export interface OperationsSlice {
  /** By `vmKey`: operations that the service has not confirmed. */
  readonly operations: Readonly<Record<string, PendingOperation>>;
  /** Reasons of 403 to write calls by account id, until that may be otherwise. */
  readonly refusedWrites: Readonly<Record<string, string>>;
}
