import { between } from './seeded.ts';
import type { VmStatus } from './terms.ts';
import { currentPhase, type Phase, type Vm } from './vm.ts';

/** Transitions are not documented; these are the plausible ones, timed in seconds of simulated time. */

const HOUR = 3600;

type Destiny = Pick<Vm, 'seed' | 'rentalType' | 'autoRestart' | 'phases'>;

function step(vm: Destiny, min: number, max: number, status: VmStatus): Phase {
  const { from } = currentPhase(vm);
  return { from: from + between(min, max, vm.seed, vm.phases.length) * 1000, status };
}

/** What happens next to the VM if nobody interferes; null when it stays as it is. */
export function nextPhase(vm: Destiny): Phase | null {
  const { status } = currentPhase(vm);
  switch (status) {
    case 'creating':
      return step(vm, 8, 20, 'running');
    case 'starting':
      return step(vm, 10, 25, 'running');
    case 'stopping':
      return step(vm, 6, 14, 'stopped');
    case 'running':
      return vm.rentalType === 'interruptible'
        ? step(vm, 3 * HOUR, 40 * HOUR, 'interrupted')
        : null;
    case 'interrupted':
      return vm.autoRestart === true ? step(vm, 300, 90 * 60, 'starting') : null;
    case 'stopped':
    case 'destroyed':
    case 'failed':
    case 'offline':
      return null;
  }
}

/** Lets everything happen that was due by `now`. */
export function settle(vm: Vm, now: number): void {
  while (vm.next !== null && vm.next.from <= now) {
    vm.phases.push(vm.next);
    vm.next = nextPhase(vm);
  }
}

/** Puts the VM into `status` at `now`, from where it goes on by itself. */
export function enter(vm: Vm, status: VmStatus, now: number): void {
  settle(vm, now);
  const wholeSecond = Math.floor(now / 1000) * 1000;
  vm.phases.push({ from: Math.max(wholeSecond, currentPhase(vm).from), status });
  vm.next = nextPhase(vm);
}
