import {
  type AccountState,
  type Spend,
  UNKNOWN_STATE,
  type Vm,
  type VmList,
  vmPhase,
} from '../../shared/domain/index.ts';
import { CredentialError } from '../accounts/index.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';
import { applyReadings, type PollReadings, type Reading } from './snapshot.ts';

/** The requests of a poll. */
export type PolledClient = Pick<ServiceClient, 'listVms' | 'getVm' | 'currentSpend'>;

/** The input of one poll. */
export interface PollRequest {
  readonly client: PolledClient;
  /** The account after the previous poll: VMs that the list lacks now are looked up by id. */
  readonly state: AccountState;
  /** False: the service refused the VMs to this credential. */
  readonly asksVms: boolean;
  /** Number of earlier polls of this account. */
  readonly turn: number;
  readonly signal: AbortSignal;
}

/** Lookups of single VMs in one poll. The remaining VMs are kept and looked up in later polls. */
const MAX_LOOKUPS = 20;

/**
 * Looks up one VM that a list lacks. `gone`: destroyed or not found; `unknown`: no usable answer.
 * @throws the signal's reason when it aborts
 */
export async function confirmVm(
  client: Pick<ServiceClient, 'getVm'>,
  vmId: string,
  signal?: AbortSignal,
): Promise<Vm | 'gone' | 'unknown'> {
  try {
    const found = await client.getVm(vmId, signal);
    return vmPhase(found.status) === 'destroyed' ? 'gone' : found;
  } catch (error) {
    signal?.throwIfAborted();
    const isGone = error instanceof ServiceError && error.problem.kind === 'notFound';
    return isGone ? 'gone' : 'unknown';
  }
}

/** Rotates with each poll, so that VMs without an answer do not keep the others from being looked up. */
function lookupsOf(missing: readonly Vm[], turn: number): ReadonlySet<Vm> {
  const start = missing.length === 0 ? 0 : (turn * MAX_LOOKUPS) % missing.length;
  const rotated = [...missing.slice(start), ...missing.slice(0, start)];
  return new Set(rotated.slice(0, MAX_LOOKUPS));
}

/**
 * The VMs of `known` that `listed` lacks and that may still exist, in their order. A list that shifts while its pages are read
 * can lose an item, so a VM is gone only when the service confirms it by id.
 */
export async function unlistedVms(
  known: readonly Vm[],
  listed: readonly Vm[],
  { client, signal, turn }: Pick<PollRequest, 'client' | 'signal' | 'turn'>,
): Promise<readonly Vm[]> {
  const seen = new Set(listed.map((vm) => vm.id));
  const missing = known.filter((vm) => !seen.has(vm.id));
  const lookups = lookupsOf(missing, turn);
  const answers = await Promise.all(
    missing.map(async (vm) => {
      const answer = lookups.has(vm) ? await confirmVm(client, vm.id, signal) : 'unknown';
      return answer === 'unknown' ? vm : answer;
    }),
  );
  return answers.filter((answer) => answer !== 'gone');
}

/** @throws the signal's reason when it aborts, and defects */
async function reading<T>(request: Promise<Reading<T>>, signal: AbortSignal): Promise<Reading<T>> {
  try {
    return await request;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError || error instanceof CredentialError)
      return { kind: 'problem', problem: error.problem };
    throw error;
  }
}

async function readVms(request: PollRequest): Promise<Reading<VmList>> {
  const { items, skipped, isComplete } = await request.client.listVms(request.signal);
  // An incomplete list says nothing about the VMs that it lacks.
  const known = isComplete ? (request.state.vms.value?.vms ?? []) : [];
  const kept = await unlistedVms(known, items, request);
  return { kind: 'value', value: { vms: [...items, ...kept], skipped, isComplete } };
}

async function readSpend({ client, signal }: PollRequest): Promise<Reading<Spend>> {
  return { kind: 'value', value: await client.currentSpend(signal) };
}

/**
 * Requests VMs and spend of an account; each can fail without the other.
 * @throws the signal's reason when it aborts; failures of the service are readings
 */
export async function pollAccount(request: PollRequest): Promise<PollReadings> {
  const { signal } = request;
  const [vms, spend] = await Promise.all([
    request.asksVms ? reading(readVms(request), signal) : ({ kind: 'notAsked' } as const),
    reading(readSpend(request), signal),
  ]);
  return { vms, spend };
}

/** A single poll, for commands that end after it. @throws the signal's reason when it aborts */
export async function readAccount(
  client: PolledClient,
  signal: AbortSignal,
): Promise<AccountState> {
  const request = { client, state: UNKNOWN_STATE, asksVms: true, turn: 0, signal };
  return applyReadings(UNKNOWN_STATE, await pollAccount(request));
}
