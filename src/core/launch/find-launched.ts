import type { VmList } from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { parseDateTime } from '../../shared/format/index.ts';
import type { ProviderClient, Renting } from '../providers/index.ts';
import type { LaunchNote } from './launch-notes.ts';

/** How far this computer's clock may be ahead of the service's, ms. */
const MAX_SKEW_MS = 600_000;

const isWhole = ({ isComplete, skipped }: VmList) => isComplete && skipped === 0;

/**
 * The facts to recognize a VM without a mark later. @param launches whose VMs the list may lack yet @param now ms since the epoch
 * @throws ServiceError
 */
export async function listedBefore(
  { listVms, renting }: Pick<ProviderClient, 'listVms'> & { readonly renting: Renting },
  launches: readonly LaunchNote[],
  now: number,
  signal?: AbortSignal,
): Promise<LaunchNote['before']> {
  if (renting.isAsOrdered === undefined) return null;
  const list = await listVms(signal);
  const times = list.vms.flatMap(({ createdAt }) => parseDateTime(createdAt) ?? []);
  const launched = launches.flatMap(({ phase, vmId }) => (phase !== 'sent' && vmId) || []);
  return {
    ids: [...list.vms.map(({ id }) => id), ...launched],
    // The newest VM's creation is a time of the service's clock; one in the future is none.
    createdUntil: times.length === 0 ? null : Math.min(Math.max(...times), now - MAX_SKEW_MS),
    hasGaps: !isWhole(list),
  };
}

/** The outcome of a launch without an answer, by a list of VMs. */
export interface Finding {
  readonly vms: readonly Vm[];
  /** They are of the launch: more than one is an alarm. False: they are new, and may be. */
  readonly isSure: boolean;
  /** Why the list may lack the VM; null: it does not. */
  readonly problem: Problem | null;
}

const INCOMPLETE: Problem = { kind: 'incompleteList' };

function findMarked({ mark, vmId }: LaunchNote, list: VmList): Finding {
  const marked = list.vms.filter((each) => each.id === vmId || each.mark === mark);
  const alive = marked.filter(({ phase }) => phase !== 'destroyed');
  const vms = alive.length > 0 ? alive : marked.slice(0, 1);
  return { vms, isSure: vms.length > 0, problem: isWhole(list) ? null : INCOMPLETE };
}

/** A single new VM that is as ordered is the launched VM. Only a complete list shows that no VM is new. */
function findNew(
  order: LaunchNote['order'],
  { ids, createdUntil, hasGaps }: NonNullable<LaunchNote['before']>,
  list: VmList,
  isAsOrdered: NonNullable<Renting['isAsOrdered']>,
): Finding {
  const known = new Set(ids);
  const isOlder = (vm: Vm) => {
    const createdAt = parseDateTime(vm.createdAt);
    return createdAt !== null && createdUntil !== null && createdAt <= createdUntil;
  };
  const added = list.vms.filter((vm) => !known.has(vm.id) && !isOlder(vm));
  const matching = added.filter((vm) => isAsOrdered(vm, order));
  const isNone = added.length === 0 && isWhole(list);
  return {
    vms: matching.length > 0 ? matching : added,
    isSure: matching.length === 1 && !hasGaps,
    problem: isNone ? null : INCOMPLETE,
  };
}

/** By the mark, or without marks by the difference of the lists. */
export function findLaunched(
  note: LaunchNote,
  list: VmList,
  { isAsOrdered }: Pick<Renting, 'isAsOrdered'>,
): Finding {
  return isAsOrdered === undefined || note.before === null || note.vmId !== null
    ? findMarked(note, list)
    : findNew(note.order, note.before, list, isAsOrdered);
}
