import type { VmList } from '../../shared/domain/account-state.ts';
import { lastPhase, mayRun, ROUNDED_MS, type Vm } from '../../shared/domain/vm.ts';
import type { Clock } from '../clock.ts';
import { byId } from './snapshot.ts';

/** The start of a run, which the record before may know better. @param isSame whether a rounded start is of the run that began at `known` */
function startOf(before: Vm | undefined, vm: Vm, now: number, isSame: (known: string) => boolean) {
  const { phase, startedAt, isStartRounded } = vm;
  if (before === undefined || !mayRun(vm)) return startedAt;
  if (!mayRun({ phase: lastPhase(before) }))
    return phase === 'running' ? (startedAt ?? new Date(now).toISOString()) : startedAt;
  const known = before.startedAt;
  if (startedAt === null || known === null || !isStartRounded) return startedAt ?? known;
  return isSame(known) ? known : startedAt;
}

/** Follows the runs of an account's VMs: the lists with their starts as known so far, which everything else only compares. */
export function createRuns(clock: Pick<Clock, 'now' | 'monotonic'>) {
  /** By VM and known start, its start as made last, which moves with the computer's clock. The list may not have been applied. */
  let made = new Map<string, number>();
  let ahead = clock.now() - clock.monotonic();
  return function withRuns(previous: VmList | null, next: VmList): VmList {
    const now = clock.now();
    const jumpMs = now - clock.monotonic() - ahead;
    ahead += jumpMs;
    const last = made;
    made = new Map();
    const known = previous && byId(previous);
    const vms = next.vms.map((vm) => {
      const at = vm.isStartRounded ? Date.parse(vm.startedAt ?? '') : Number.NaN;
      const startedAt = startOf(known?.get(vm.id), vm, now, (start) => {
        const later = at - (last.get(`${vm.id} ${start}`) ?? Date.parse(start));
        return Math.min(Math.abs(later), Math.abs(later - jumpMs)) < ROUNDED_MS;
      });
      if (!Number.isNaN(at)) made.set(`${vm.id} ${startedAt}`, at);
      return startedAt === vm.startedAt ? vm : { ...vm, startedAt };
    });
    return previous === null ? next : { ...next, vms };
  };
}
