import { mayRun, ROUNDED_MS, type Vm, type VmList } from '../../shared/domain/index.ts';
import type { Clock } from '../clock.ts';
import { recordsOf } from './snapshot.ts';

/** The start of a run, which the record before may know better. @param isSame whether a rounded start is of the run that began at `known` */
function startOf(before: Vm, vm: Vm, now: number, isSame: (known: string) => boolean) {
  const { phase, startedAt, isStartRounded } = vm;
  if (!mayRun(vm)) return startedAt;
  if (!mayRun(before))
    return phase === 'running' ? (startedAt ?? new Date(now).toISOString()) : startedAt;
  const known = before.startedAt;
  if (startedAt === null || known === null || !isStartRounded) return startedAt ?? known;
  return isSame(known) ? known : startedAt;
}

/** Follows the runs of an account's VMs: the lists with their starts as known so far, which everything else only compares. */
export function createRuns(clock: Pick<Clock, 'now' | 'monotonic'>) {
  /** Rounded starts as made last, which move with the computer's clock. */
  let made = new Map<string, number>();
  let ahead = clock.now() - clock.monotonic();
  return function withRuns(previous: VmList | null, next: VmList): VmList {
    const now = clock.now();
    const jumpMs = now - clock.monotonic() - ahead;
    ahead += jumpMs;
    const last = made;
    made = new Map();
    const known = previous && recordsOf(previous);
    const vms = next.vms.map((vm, place) => {
      const at = vm.isStartRounded ? Date.parse(vm.startedAt ?? '') : Number.NaN;
      if (vm.isStartRounded) made.set(vm.id, at);
      const before = known?.(vm.id, place);
      if (before === undefined) return vm;
      const startedAt = startOf(before, vm, now, (start) => {
        const later = at - (last.get(vm.id) || Date.parse(start));
        return Math.min(Math.abs(later), Math.abs(later - jumpMs)) < ROUNDED_MS;
      });
      return startedAt === vm.startedAt ? vm : { ...vm, startedAt };
    });
    return previous === null ? next : { ...next, vms };
  };
}
