import type { AccountState, Problem, Spend, VmList } from '../../shared/domain/index.ts';
import { CredentialError } from '../accounts/index.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';
import { missingButThere } from './confirm-missing.ts';
import type { PollReadings, Reading } from './snapshot.ts';

/** What a poll needs of the client. */
export type PolledClient = Pick<ServiceClient, 'listVms' | 'getVm' | 'currentSpend'>;

/** What one poll goes by. `state` is what was known before: a VM that the list lacks now is looked for by its id. */
export interface PollRequest {
  readonly client: PolledClient;
  readonly state: AccountState;
  /** False once the service has refused the VMs to this credential. */
  readonly asksVms: boolean;
  /** Polls of this account before this one. */
  readonly turn: number;
  readonly signal: AbortSignal;
}

function problemOf(error: unknown): Problem {
  if (error instanceof ServiceError || error instanceof CredentialError) return error.problem;
  throw error;
}

async function reading<T>(request: Promise<Reading<T>>, signal: AbortSignal): Promise<Reading<T>> {
  try {
    return await request;
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'problem', problem: problemOf(error) };
  }
}

/** Some VMs may be missing in a list that could not be read to its end; that is said, and what there is is shown. */
const ENDLESS: Problem = {
  kind: 'incompatible',
  endpoint: 'GET /vms',
  found: 'a list that could not be read to its end, so VMs may be missing',
};

async function readVms(request: PollRequest): Promise<Reading<VmList>> {
  const { client, state, signal, turn } = request;
  const listing = await client.listVms(signal);
  const known = state.vms.value?.vms ?? [];
  const kept = await missingButThere(client, known, listing.items, signal, turn);
  const value = { vms: [...listing.items, ...kept], skipped: listing.skipped };
  return listing.isComplete
    ? { kind: 'value', value }
    : { kind: 'incomplete', value, problem: ENDLESS };
}

async function readSpend({ client, signal }: PollRequest): Promise<Reading<Spend>> {
  return { kind: 'value', value: await client.currentSpend(signal) };
}

/**
 * Asks for an account's VMs and spend, each on its own.
 * @throws the signal's reason when it aborts; every failure of the service is a reading
 */
export async function pollAccount(request: PollRequest): Promise<PollReadings> {
  const { signal } = request;
  const [vms, spend] = await Promise.all([
    request.asksVms ? reading(readVms(request), signal) : ({ kind: 'notAsked' } as const),
    reading(readSpend(request), signal),
  ]);
  return { vms, spend };
}
