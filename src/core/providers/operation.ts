import type { ServiceProblem } from '../../shared/domain/problem.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import type { Vm, VmPhase } from '../../shared/domain/vm.ts';
import { type Clock, sleep } from '../clock.ts';
import { ServiceError } from './http/service-error.ts';
import type { ProviderClient } from './provider.ts';

/** The phases in which an operation is done. An interrupted VM does not run either. */
const DONE: Readonly<Record<VmOperation, readonly VmPhase[]>> = {
  start: ['running'],
  stop: ['stopped', 'interrupted', 'destroyed'],
  destroy: ['destroyed'],
};

const UNDERWAY: Readonly<Record<VmOperation, readonly VmPhase[]>> = {
  start: ['creating', 'starting'],
  stop: ['stopping'],
  destroy: [],
};

/** Underway in this phase once the record no longer offers it: an outbid VM starts by itself, a terminating VM is being destroyed. */
const UNDERWAY_UNOFFERED: Readonly<Partial<Record<VmPhase, VmOperation>>> = {
  interrupted: 'start',
  stopping: 'destroy',
};

interface OperationTarget {
  readonly operation: VmOperation;
  readonly send: NonNullable<ProviderClient['operations'][VmOperation]>;
  readonly vmId: string;
  /** Whether the VM, as read before, is still to be operated; default: yes. */
  readonly isWanted?: ((vm: Vm) => boolean) | undefined;
}

/** `vm`: as read last, before a request that was accepted; null: the service does not know it. */
export type OperationOutcome = { readonly vm: Vm | null } & (
  | /** `isAccepted`: by its answer; else the answer was lost. */
  { readonly kind: 'sent'; readonly isAccepted: boolean }
  /** The service answered with an error of its own, and may have acted all the same. */
  | { readonly kind: 'failed'; readonly problem: Extract<ServiceProblem, { kind: 'server' }> }
  /** The VM's record says that it is done or underway without this request. */
  | { readonly kind: 'needless'; readonly progress: 'done' | 'underway' }
  /** Not sent: `isWanted` declined. */
  | { readonly kind: 'unwanted' }
);

export async function readVm(
  client: Pick<ProviderClient, 'getVm' | 'listVms'>,
  vmId: string,
  signal?: AbortSignal,
): Promise<Vm | null> {
  try {
    return await client.getVm(vmId, signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.problem.kind !== 'notFound') throw error;
    // An interface that is gone answers this for every VM, and a single record may be wrong: the list counts.
    const { vms } = await client.listVms(signal);
    return vms.find(({ id }) => id === vmId) ?? null;
  }
}

/** A still offered operation is not done: the stop of an interrupted VM keeps it from starting. A destroyed VM needs none. */
function isDone(operation: VmOperation, vm: Vm | null): boolean {
  if (vm === null) return operation !== 'start';
  const isOffered = vm.operations?.includes(operation) === true;
  return DONE[operation].includes(vm.phase) && (vm.phase === 'destroyed' || !isOffered);
}

/** Progress of an operation by the VM's record; null: none yet. */
function progressOf(operation: VmOperation, vm: Vm | null): 'done' | 'underway' | null {
  if (isDone(operation, vm)) return 'done';
  if (vm === null) return null;
  const isUnoffered = vm.operations?.includes(operation) === false;
  const isUnderway =
    UNDERWAY[operation].includes(vm.phase) ||
    (isUnoffered && UNDERWAY_UNOFFERED[vm.phase] === operation);
  return isUnderway ? 'underway' : null;
}

/** The provider's reason why an operation that is neither done nor underway is not possible now; null: none is known. */
export const reasonAgainst = (operation: VmOperation, vm: Vm | null): string | null =>
  progressOf(operation, vm) === null ? (vm?.refusals?.[operation] ?? null) : null;

const CONFLICT = 409;

/** Whether the list shows it done: a record that changes may say so too early. */
async function isListedDone(
  client: Pick<ProviderClient, 'listVms'>,
  operation: VmOperation,
  vmId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { vms, isComplete, skipped } = await client.listVms(signal);
  const listed = vms.find(({ id }) => id === vmId);
  const isSure = listed !== undefined || (isComplete && skipped === 0);
  return isSure && isDone(operation, listed ?? null);
}

/** After a refusal: another computer may have been faster. @throws ServiceError the refusal, if none was */
async function readRefused(
  client: Pick<ProviderClient, 'getVm' | 'listVms'>,
  { operation, vmId }: OperationTarget,
  error: ServiceError,
  signal?: AbortSignal,
): Promise<OperationOutcome> {
  const vm = await readVm(client, vmId, signal);
  const progress = progressOf(operation, vm);
  const { problem, status } = error;
  const mayNow = vm?.operations;
  const isConflict =
    status === CONFLICT && problem.kind !== 'notTheService' && mayNow !== undefined;
  const isUnsure = isConflict && progress === 'done';
  if (progress !== null && !(isUnsure && !(await isListedDone(client, operation, vmId, signal))))
    return { kind: 'needless', progress, vm };
  if (!isConflict) throw error;
  const detail = problem.kind === 'invalid' ? problem.detail : undefined;
  throw new ServiceError({ kind: 'notNow', detail, mayNow }, status);
}

/**
 * Sends an operation once, unless it is done or underway, and never again: after a lost answer, only reading the VM shows its result.
 * `confirmOperation` waits for what is not done.
 * @throws ServiceError when the service refused it, or the VM could not be read and so nothing was sent
 */
export async function sendOperation(
  client: Pick<ProviderClient, 'getVm' | 'listVms'>,
  target: OperationTarget,
  signal?: AbortSignal,
): Promise<OperationOutcome> {
  const { operation, send, vmId, isWanted } = target;
  const before = await readVm(client, vmId, signal);
  const progress = progressOf(operation, before);
  if (progress !== null) return { kind: 'needless', progress, vm: before };
  if (before !== null && isWanted?.(before) === false) return { kind: 'unwanted', vm: before };
  const detail = reasonAgainst(operation, before);
  if (detail !== null)
    throw new ServiceError({ kind: 'notNow', detail, mayNow: before?.operations ?? [] });
  try {
    await send(vmId, signal);
    return { kind: 'sent', isAccepted: true, vm: before };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { problem } = error;
    // The service may have acted although no response arrived.
    if (problem.kind === 'network' || problem.kind === 'timeout')
      return { kind: 'sent', isAccepted: false, vm: before };
    if (problem.kind === 'server') {
      // Without a reading, the one before counts.
      const vm = await readVm(client, vmId, signal).catch(() => before);
      signal?.throwIfAborted();
      if (isDone(operation, vm)) return { kind: 'needless', progress: 'done', vm };
      return { kind: 'failed', problem, vm };
    }
    return readRefused(client, target, error, signal);
  }
}

const READ_MS = 5_000;
const LATE_READ_MS = 30_000;

const CONFIRM_MS = 120_000;

export interface Confirmation {
  readonly client: Pick<ProviderClient, 'getVm' | 'listVms'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  onOverdue(): void;
}

/** Resolves once the service reports the VM as wanted, however long that takes. @throws the signal's reason */
export async function confirmOperation(
  { client, clock, signal, onOverdue }: Confirmation,
  operation: VmOperation,
  vmId: string,
): Promise<void> {
  let readMs = READ_MS;
  const cancel = clock.after(CONFIRM_MS, () => {
    readMs = LATE_READ_MS;
    onOverdue();
  });
  const isConfirmed = async () => {
    try {
      return isDone(operation, await readVm(client, vmId, signal));
    } catch {
      signal.throwIfAborted();
      return false;
    }
  };
  try {
    while (!(await isConfirmed())) await sleep(clock, readMs, signal);
  } finally {
    cancel();
  }
}
