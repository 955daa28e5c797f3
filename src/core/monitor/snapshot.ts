import { isDeepStrictEqual } from 'node:util';
import type { AccountState, Part, Spend, Vm, VmList } from '../../shared/domain/index.ts';

/** What a poll brought for one part: a value, a problem, or nothing because it was not asked. */
export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  /** What there is of it, and why it may not be all. */
  | {
      readonly kind: 'incomplete';
      readonly value: T;
      readonly problem: NonNullable<Part<T>['problem']>;
    }
  | { readonly kind: 'problem'; readonly problem: NonNullable<Part<T>['problem']> }
  | { readonly kind: 'notAsked' };

/** Whether there is something new to show in it. */
export function brings({ kind }: Reading<unknown>): boolean {
  return kind === 'value' || kind === 'incomplete';
}

/** What one poll brought; its two parts fail apart. */
export interface PollReadings {
  readonly vms: Reading<VmList>;
  readonly spend: Reading<Spend>;
}

/** `next`, or `previous` where both say the same, so that "nothing changed" is one comparison for everybody after. */
function keepEqual<T>(previous: T, next: T): T {
  return isDeepStrictEqual(previous, next) ? previous : next;
}

/**
 * A service stamps every answer with its own time. A spend in which only that moved says nothing new, and would wake the
 * panel and the tray at every poll.
 */
function keepEqualSpend(previous: Spend | null, next: Spend): Spend {
  if (previous === null) return next;
  const { lastUpdated } = previous;
  return isDeepStrictEqual(previous, { ...next, lastUpdated }) ? previous : next;
}

/** Keeps each unchanged VM as the object it was: a list with one change redraws one row. */
function keepEqualVms(previous: VmList | null, next: VmList): VmList {
  if (previous === null) return next;
  const known = new Map(previous.vms.map((vm) => [vm.id, vm]));
  const vms = next.vms.map((vm): Vm => {
    const before = known.get(vm.id);
    return before === undefined ? vm : keepEqual(before, vm);
  });
  const isSame =
    next.skipped === previous.skipped &&
    vms.length === previous.vms.length &&
    vms.every((vm, index) => vm === previous.vms[index]);
  return isSame ? previous : { vms, skipped: next.skipped };
}

function applyReading<T>(part: Part<T>, reading: Reading<T>, keep: (next: T) => T): Part<T> {
  switch (reading.kind) {
    case 'notAsked':
      return part;
    case 'problem': {
      // A credential that may not see the VMs may not keep showing old ones either.
      const value = reading.problem.kind === 'forbidden' ? null : part.value;
      const problem = keepEqual(part.problem, reading.problem);
      return value === part.value && problem === part.problem ? part : { value, problem };
    }
    case 'incomplete': {
      const value = keep(reading.value);
      const problem = keepEqual(part.problem, reading.problem);
      return value === part.value && problem === part.problem ? part : { value, problem };
    }
    case 'value': {
      const value = keep(reading.value);
      return value === part.value && part.problem === null ? part : { value, problem: null };
    }
  }
}

/** The account after a poll. Same object when nothing changed; a failed part keeps its last value beside the problem. */
export function applyReadings(state: AccountState, readings: PollReadings): AccountState {
  const vms = applyReading(state.vms, readings.vms, (next) => keepEqualVms(state.vms.value, next));
  const spend = applyReading(state.spend, readings.spend, (next) =>
    keepEqualSpend(state.spend.value, next),
  );
  return vms === state.vms && spend === state.spend ? state : { vms, spend };
}
