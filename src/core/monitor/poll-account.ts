import {
  type AccountState,
  UNKNOWN_STATE,
  type VmList,
  vmsOf,
} from '../../shared/domain/account-state.ts';
import { type Spend, spendOf } from '../../shared/domain/billing.ts';
import { largestFirst } from '../../shared/domain/rank.ts';
import { asUnconfirmed, type Vm } from '../../shared/domain/vm.ts';
import { type ProviderClient, ServiceError } from '../providers/index.ts';
import { ProblemError } from '../user-error.ts';
import { type Absences, createAbsences } from './absences.ts';
import type { createRuns } from './runs.ts';
import { applyReadings, keepEqualVms, type PollReadings, type Reading } from './snapshot.ts';

export type PolledClient = Pick<
  ProviderClient,
  'listVms' | 'getVm' | 'currentSpend' | 'isRateAtLeast'
>;

interface PollRequest {
  readonly client: PolledClient;
  readonly state: AccountState;
  readonly absences: Absences;
  /** False: the service refused the VMs to this credential. */
  readonly asksVms: boolean;
  readonly signal: AbortSignal;
  readonly withRuns: ReturnType<typeof createRuns>;
  /** The ids in our files, such as those of an earlier run. */
  readonly savedIds?: readonly string[];
  /** Receives each VM that is gone. */
  readonly onGone?: (vmId: string) => void;
}

/** The ids of a hostile service may change in every response. */
const MAX_UNCONFIRMED = 10_000;

/** Looks up a VM that a list lacks. `gone`: destroyed or not found; `unknown`: no usable answer. @throws the signal's reason when it aborts */
export async function confirmVm(
  client: Pick<ProviderClient, 'getVm'>,
  vmId: string,
  signal: AbortSignal,
): Promise<Vm | 'gone' | 'unknown'> {
  try {
    const found = await client.getVm(vmId, signal);
    return found.phase === 'destroyed' ? 'gone' : found;
  } catch (error) {
    signal.throwIfAborted();
    const isGone = error instanceof ServiceError && error.problem.kind === 'notFound';
    return isGone ? 'gone' : 'unknown';
  }
}

/**
 * Looks up the VMs that a complete list lacks: a list that shifts between its pages can lose an item.
 * @param isProof as in `Absences`
 * @param saved the ids of others that only our files name
 * @returns the VMs that the service finds by id, then the listed ones that may still exist as `unconfirmed`
 */
export async function confirmMissing(
  missing: readonly Vm[],
  isProof: boolean,
  {
    client,
    absences,
    signal,
    onGone,
  }: Pick<PollRequest, 'client' | 'absences' | 'signal' | 'onGone'>,
  saved: readonly string[] = [],
): Promise<readonly Vm[]> {
  const sorted = missing.toSorted((a, b) => largestFirst(a.billed.perHour, b.billed.perHour));
  const ids = sorted.map(({ id }) => id);
  const { lookUps, gone } = absences.note([...ids, ...saved], isProof);
  const lookedUp = [...lookUps].map(
    async (id) => [id, await confirmVm(client, id, signal)] as const,
  );
  const answers = new Map(await Promise.all(lookedUp));
  const found: Vm[] = [];
  const unconfirmed: Vm[] = [];
  const listed = missing.map((vm) => [vm.id, vm] as const);
  for (const [id, vm] of [...listed, ...saved.map((savedId) => [savedId, null] as const)]) {
    const answer = answers.get(id) ?? (absences.wasFound(id) && vm !== null ? vm : 'unknown');
    if (answer === 'gone' || (answer === 'unknown' && gone.has(id))) onGone?.(id);
    else if (answer !== 'unknown') {
      absences.found(id);
      found.push(answer);
    } else if (vm !== null) unconfirmed.push(asUnconfirmed(vm));
  }
  return [...found, ...unconfirmed.slice(0, MAX_UNCONFIRMED)];
}

/** @throws the signal's reason when it aborts, and internal errors */
async function reading<T>(request: Promise<T>, signal: AbortSignal): Promise<Reading<T>> {
  try {
    return { kind: 'value', value: await request };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProblemError) return { kind: 'problem', problem: error.problem };
    throw error;
  }
}

async function readVms(request: PollRequest): Promise<VmList> {
  const { items, skipped, isComplete } = await request.client.listVms(request.signal);
  // In an incomplete list, missing VMs have no meaning.
  if (!isComplete) return { vms: items, skipped, isComplete };
  const ids = new Set(items.map(({ id }) => id));
  const before = request.state.vms.value?.isComplete ? vmsOf(request.state) : [];
  const missing = before.filter(({ id }) => !ids.has(id));
  for (const { id } of before) ids.add(id);
  const saved = (request.savedIds ?? []).filter((id) => !ids.has(id));
  const kept = await confirmMissing(missing, skipped === 0, request, saved);
  return { vms: [...items, ...kept], skipped, isComplete };
}

/** The spend of a provider without figures of its own: the sum of its VMs, or the spend before where no VM changed. */
function summed(list: VmList, { client, state: before }: PollRequest): Spend {
  if (list === before.vms.value && before.spend.value !== null) return before.spend.value;
  const { vms, skipped, isComplete } = list;
  const isWholeList = isComplete && skipped === 0;
  // A single list without a VM is no proof that the VM is gone.
  return spendOf(vms, isWholeList && client.isRateAtLeast !== true);
}

/**
 * Requests VMs and spend of an account; each can fail without the other.
 * @throws the signal's reason when it aborts; failures of the service are readings
 */
export async function pollAccount(request: PollRequest): Promise<PollReadings> {
  const { client, state, signal, withRuns } = request;
  const list = async () => withRuns(state.vms.value, await readVms(request));
  const [vms, own] = await Promise.all([
    request.asksVms ? reading(list(), signal) : ({ kind: 'notAsked' } as const),
    client.currentSpend && reading(client.currentSpend(signal), signal),
  ]);
  if (own !== undefined) return { vms, spend: own };
  if (vms.kind !== 'value') return { vms, spend: vms };
  // The sum of an unfinished list lacks VMs that are billed all the same.
  if (!vms.value.isComplete && state.vms.value?.isComplete)
    return { vms, spend: { kind: 'problem', problem: { kind: 'incompleteList' } } };
  const value = keepEqualVms(state.vms.value, vms.value);
  return { vms: { kind: 'value', value }, spend: { kind: 'value', value: summed(value, request) } };
}

/** A single poll, for commands that end after it. @throws the signal's reason on abort */
export async function readAccount(
  client: PolledClient,
  signal: AbortSignal,
): Promise<AccountState> {
  const absences = createAbsences({ monotonic: () => 0 });
  const withRuns = (_: VmList | null, list: VmList) => list;
  const request = { client, state: UNKNOWN_STATE, absences, asksVms: true, signal, withRuns };
  return applyReadings(UNKNOWN_STATE, await pollAccount(request));
}
