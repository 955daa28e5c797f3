import { largestFirst } from '../../shared/domain/rank.ts';
import { asUnconfirmed, type Vm } from '../../shared/domain/vm.ts';
import type { Clock } from '../clock.ts';
import { type ProviderClient, ServiceError } from '../providers/index.ts';

/** A VM that cannot be looked up is gone after complete lists lacked it for this long: a service may answer with an empty list by mistake. */
const GONE_AFTER_MS = 5 * 60_000;

const MAX_LOOKUPS = 20;

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

/** Times are monotonic ms. */
interface Absence {
  /** Time of the first list without the VM since it was last found; null: the last list is no proof. */
  since: number | null;
  lookedUpAt: number;
  /** By the last lookup: the lists are wrong about it. */
  wasFound: boolean;
}

/** Notes a list, with the answer of a lookup. */
function isGone(
  absence: Absence,
  answer: Vm | 'gone' | 'unknown' | undefined,
  isProof: boolean,
  now: number,
): boolean {
  if (answer !== undefined) {
    absence.lookedUpAt = now;
    absence.wasFound = typeof answer === 'object';
  }
  absence.since = absence.wasFound || !isProof ? null : (absence.since ?? now);
  return answer === 'gone' || (absence.since !== null && now - absence.since >= GONE_AFTER_MS);
}

const firstAbsence = (): Absence => ({ since: null, lookedUpAt: -1, wasFound: false });

/** Follows the VMs that an account's complete lists lack, until a lookup or the next lists confirm that they are gone. */
export function createAbsences(
  client: Pick<ProviderClient, 'getVm'>,
  clock: Pick<Clock, 'monotonic'>,
) {
  let absences = new Map<string, Absence>();
  /**
   * Looks up the VMs that a list lacks, those first that were not looked up for the longest, then the most expensive.
   * @param missing the known VMs among them
   * @param saved the ids of others, which only our files name
   * @param isProof false: the list has unreadable records, which may be those VMs
   * @returns `vms`: those that the service finds by id, then the known ones that may still exist as `unconfirmed`
   */
  return async function confirmMissing(
    missing: readonly Vm[],
    saved: readonly string[],
    isProof: boolean,
    signal: AbortSignal,
  ) {
    const now = clock.monotonic();
    const lacked = [
      ...missing.map((vm) => ({ id: vm.id, vm })),
      ...saved.map((id) => ({ id, vm: null })),
    ].map((each) => ({ ...each, absence: absences.get(each.id) ?? firstAbsence() }));
    absences = new Map(lacked.map(({ id, absence }) => [id, absence]));
    const due = lacked
      .toSorted(
        (a, b) =>
          a.absence.lookedUpAt - b.absence.lookedUpAt ||
          largestFirst(a.vm?.billed.perHour ?? null, b.vm?.billed.perHour ?? null),
      )
      .slice(0, MAX_LOOKUPS)
      .map(async ({ id }) => [id, await confirmVm(client, id, signal)] as const);
    const answers = new Map(await Promise.all(due));
    const found: Vm[] = [];
    const unconfirmed: Vm[] = [];
    const goneIds: string[] = [];
    for (const { id, vm, absence } of lacked) {
      const answer = answers.get(id);
      const record = typeof answer === 'object' ? answer : vm;
      if (isGone(absence, answer, isProof, now)) goneIds.push(id);
      else if (record !== null && absence.wasFound) found.push(record);
      else if (record !== null) unconfirmed.push(asUnconfirmed(record));
    }
    return { vms: [...found, ...unconfirmed.slice(0, MAX_UNCONFIRMED)], goneIds };
  };
}
