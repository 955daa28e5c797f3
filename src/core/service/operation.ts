import {
  type ProfileOperation,
  type Vm,
  type VmOperation,
  type VmPhase,
  vmPhase,
} from '../../shared/domain/index.ts';
import { type Clock, sleep } from '../clock.ts';
import type { ServiceClient } from './client.ts';
import { ServiceError } from './service-error.ts';

/** The phases in which an operation is done. An interrupted VM does not run either. */
const DONE: Readonly<Record<VmOperation, readonly VmPhase[]>> = {
  start: ['running'],
  stop: ['stopped', 'interrupted', 'destroyed'],
  destroy: ['destroyed'],
};

/** The statuses in which the service is carrying it out already. */
const UNDERWAY: Readonly<Record<VmOperation, readonly string[]>> = {
  start: ['creating', 'starting'],
  stop: ['stopping'],
  destroy: [],
};

type Client = Pick<ServiceClient, 'getVm' | 'operate'>;

/** The VM an operation is about, and how the account's profile requests it. */
interface OperationTarget {
  readonly operation: VmOperation;
  readonly request: ProfileOperation;
  readonly vmId: string;
}

/** Null: the service no longer knows it. */
async function readVm(
  client: Pick<ServiceClient, 'getVm'>,
  vmId: string,
  signal?: AbortSignal,
): Promise<Vm | null> {
  try {
    return await client.getVm(vmId, signal);
  } catch (error) {
    if (error instanceof ServiceError && error.problem.kind === 'notFound') return null;
    throw error;
  }
}

function isDone(operation: VmOperation, vm: Vm | null): boolean {
  return vm === null ? operation !== 'start' : DONE[operation].includes(vmPhase(vm.status));
}

/** What the VM shows of an operation; null: nothing yet. */
function progressOf(operation: VmOperation, vm: Vm | null): 'done' | 'underway' | null {
  if (isDone(operation, vm)) return 'done';
  return vm !== null && UNDERWAY[operation].includes(vm.status) ? 'underway' : null;
}

/** The service may have acted although no usable response arrived. */
function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { kind } = error.problem;
  return kind === 'network' || kind === 'timeout' || kind === 'server';
}

/**
 * Sends an operation once, unless it is done or underway, and never again: after a lost answer, only reading the VM shows its result.
 * @returns whether it is done; otherwise `confirmOperation` waits for that
 * @throws ServiceError when the service refused it, or the VM could not be read and so nothing was sent
 */
export async function sendOperation(
  client: Client,
  { operation, request, vmId }: OperationTarget,
  signal?: AbortSignal,
): Promise<boolean> {
  const before = progressOf(operation, await readVm(client, vmId, signal));
  if (before !== null) return before === 'done';
  try {
    await client.operate(request, vmId, signal);
    return false;
  } catch (error) {
    if (isAnswerLost(error)) return false;
    // Another computer may have been faster.
    const after = progressOf(operation, await readVm(client, vmId, signal));
    if (after === null) throw error;
    return after === 'done';
  }
}

const READ_MS = 5_000;
const LATE_READ_MS = 30_000;

/** How long an operation may take until it counts as not carried out, ms. */
const CONFIRM_MS = 120_000;

export interface Confirmation {
  readonly client: Pick<ServiceClient, 'getVm'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once when the operation is not confirmed after two minutes. */
  onOverdue(): void;
}

/**
 * Resolves once the service reports the VM in the state that the operation leads to, however long that takes. A reading that
 * fails is repeated.
 * @throws the signal's reason
 */
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
