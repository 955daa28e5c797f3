import {
  type AccountState,
  accountProblem,
  accountStatus,
  type Received,
  type VmList,
} from '../../shared/domain/account-state.ts';
import { type Spend, withBilled } from '../../shared/domain/billing.ts';
import { isSame } from '../../shared/domain/is-same.ts';
import { asLastSeen, isChanging, type Vm, waitNote } from '../../shared/domain/vm.ts';

export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | {
      readonly kind: 'problem';
      readonly problem: NonNullable<Received<T>['problem']>;
      /** A 403 that was repeated for long enough to be believed. */
      readonly isConfirmed?: boolean;
    }
  | { readonly kind: 'notAsked' };

export interface PollReadings {
  readonly vms: Reading<VmList>;
  readonly spend: Reading<Spend>;
}

/** A change of a VM between two snapshots. */
export interface VmEvent {
  /** `statusChanged`: another phase, or another undocumented word. `gone`: not found by id, or missing for long enough. */
  readonly kind: 'appeared' | 'statusChanged' | 'gone';
  /** After the change; its last known record where it is gone. */
  readonly vm: Vm;
}

/** Also where it was not requested, after such an answer. */
const isForbidden = (reading: Reading<unknown>) =>
  reading.kind === 'notAsked' ||
  (reading.kind === 'problem' && reading.problem.kind === 'forbidden');

/** Ignores the time of `lastUpdated`, which changes with every answer, but not its day. */
function keepEqualSpend(previous: Spend | null, next: Spend): Spend {
  const isSameDay = previous?.lastUpdated?.slice(0, 10) === next.lastUpdated?.slice(0, 10);
  return previous !== null && isSameDay && isSame(previous, next, 'lastUpdated') ? previous : next;
}

/** Finds VMs of a list by id. A VM at the given place is found without an index: most polls have the same order. */
export function lookupIn(vms: readonly Vm[]) {
  let index: ReadonlyMap<string, Vm> | null = null;
  return (id: string, place = 0): Vm | undefined => {
    const there = vms[place];
    if (there?.id === id) return there;
    index ??= new Map(vms.map((vm) => [vm.id, vm]));
    return index.get(id);
  };
}

/** Keeps the object of each unchanged VM, so that only changed rows render. @param settle completes a record by the one before */
export function keepEqualVms(
  previous: VmList | null,
  next: VmList,
  settle: (vm: Vm, before: Vm | undefined) => Vm,
): VmList {
  const before = previous?.vms ?? [];
  const known = lookupIn(before);
  const vms = next.vms.map((listed, place) => {
    const same = known(listed.id, place);
    const vm = settle(listed, same);
    // Its bill is set later, by `applyReadings`.
    return same !== undefined && isSame(same, vm, 'billed') ? same : vm;
  });
  if (vms.length !== before.length || vms.some((vm, place) => vm !== before[place]))
    return { ...next, vms };
  const list = { ...next, vms: before };
  return previous !== null && isSame(previous, list) ? previous : list;
}

/** The part after a reading; the same object when nothing changed. @param read the part that a value makes */
function applied<T>(
  part: Received<T>,
  reading: Reading<T>,
  read: (value: T) => Received<T>,
): Received<T> {
  if (reading.kind === 'notAsked') return part;
  // A credential that lost access must not show old VMs.
  const next =
    reading.kind === 'value'
      ? read(reading.value)
      : { value: reading.isConfirmed ? null : part.value, problem: reading.problem };
  return next.value === part.value && isSame(next.problem, part.problem) ? part : next;
}

/** An unfinished list never replaces a finished one. */
const applyVms = (part: Received<VmList>, reading: Reading<VmList>) =>
  applied(part, reading, (list) => ({
    value: part.value?.isComplete && !list.isComplete ? part.value : list,
    problem: list.isComplete ? null : { kind: 'incompleteList' },
  }));

/** Amounts that the service has not updated for long are as old as those of a failed request. */
const applySpend = (part: Received<Spend>, reading: Reading<Spend>) =>
  applied(part, reading, (spend) => ({
    value: keepEqualSpend(part.value, spend),
    problem: spend.outdatedAt === null ? null : { kind: 'oldSpend', at: spend.outdatedAt },
  }));

function withBilledVms(part: Received<VmList>, spend: Spend | null): Received<VmList> {
  if (part.value === null) return part;
  const vms = withBilled(part.value.vms, spend);
  return vms === part.value.vms ? part : { ...part, value: { ...part.value, vms } };
}

/** The account after a poll; the same object when nothing changed. A part that failed keeps its value beside the problem. */
export function applyReadings(state: AccountState, readings: PollReadings): AccountState {
  const spend = applySpend(state.spend, readings.spend);
  const list = applyVms(state.vms, readings.vms);
  const isUnchanged = list === state.vms && spend.value === state.spend.value;
  const vms = isUnchanged ? list : withBilledVms(list, spend.value);
  return vms === state.vms && spend === state.spend ? state : { vms, spend };
}

function isOtherState(before: Vm, { phase, status }: Vm): boolean {
  const seen = before.lastSeen ?? before;
  return seen.phase !== phase || (phase === 'unknown' && seen.status !== status);
}

/** In the order of the list, gone VMs last. VMs appear and are gone between complete lists only: others hold other VMs each time. */
export function diffVms(before: VmList | null, after: VmList | null): readonly VmEvent[] {
  if (before === null || after === null || before === after) return [];
  const known = lookupIn(before.vms);
  const listed = lookupIn(after.vms);
  const events: VmEvent[] = [];
  for (const [place, vm] of after.vms.entries()) {
    const was = known(vm.id, place);
    if (vm.phase === 'unconfirmed') continue;
    if (was === undefined) events.push({ kind: 'appeared', vm });
    else if (isOtherState(was, vm)) events.push({ kind: 'statusChanged', vm });
  }
  for (const [place, vm] of before.vms.entries())
    if (listed(vm.id, place) === undefined) events.push({ kind: 'gone', vm: asLastSeen(vm) });
  return before.isComplete && after.isComplete
    ? events
    : events.filter(({ kind }) => kind === 'statusChanged');
}

function pausedBy(state: AccountState): 'signIn' | 'keychain' | null {
  const kind = accountProblem(state)?.kind;
  if (kind === 'noCredential') return 'signIn';
  return kind === 'keychainLocked' || kind === 'keychainUnavailable' ? 'keychain' : null;
}

/** The schedule's input from a poll and the snapshot after it. */
export function outcomeOf(state: AccountState, { vms, spend }: PollReadings) {
  const asked = [vms, spend].filter((reading) => reading.kind !== 'notAsked');
  const listed = vms.kind === 'value' ? vms.value.vms : [];
  return {
    /** The poll returned the VMs, or the spend where the credential has no access to VMs. */
    isFull: vms.kind === 'value' || (isForbidden(vms) && spend.kind === 'value'),
    isChanging: listed.some((vm) => isChanging(vm.phase) && waitNote(vm) === null),
    hasFailed: asked.every((reading) => reading.kind === 'problem'),
    isRefused: ['refused', 'signedOut'].includes(accountStatus(state)),
    isForbidden: isForbidden(vms) && isForbidden(spend),
    pausedBy: pausedBy(state),
    isLimited: [state.vms, state.spend].some(
      ({ problem }) =>
        problem?.kind === 'rateLimited' || (problem?.kind === 'server' && problem.retryAt !== null),
    ),
  };
}
