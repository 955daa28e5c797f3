import { enter, settle } from './lifecycle.ts';
import { fraction, pick } from './seeded.ts';
import { currentPhase, type Phase, type Vm, type VmOrder, type VmStatus } from './vm.ts';

/** The first dozen covers every situation, whatever the seed; later VMs are mostly running. */
const FIRST_FATES = [
  'running',
  'spot',
  'stopped',
  'running',
  'interrupted',
  'creating',
  'reserved',
  'destroyed',
  'offline',
  'failed',
  'running',
  'spot',
] as const;
const LATER_FATES = [
  'running',
  'running',
  'running',
  'running',
  'spot',
  'spot',
  'stopped',
  'stopped',
  'reserved',
  'interrupted',
  'destroyed',
  'destroyed',
  'starting',
  'stopping',
  'failed',
  'offline',
] as const;

/** A VM's situation when the simulator starts. */
export type Fate = (typeof FIRST_FATES)[number] | (typeof LATER_FATES)[number];

/** @param index the VM's number within its account, from 0 */
export function fateOf(seed: number, index: number): Fate {
  return FIRST_FATES[index] ?? pick<Fate>(LATER_FATES, seed, index, 21);
}

/** Only an interruptible VM is interrupted, and only `autoRestart` restarts it. */
export function rentalOf(fate: Fate): Pick<VmOrder, 'rentalType' | 'autoRestart'> {
  if (fate === 'spot' || fate === 'interrupted')
    return { rentalType: 'interruptible', autoRestart: fate === 'spot' };
  return { rentalType: fate === 'reserved' ? 'reserved' : 'on_demand', autoRestart: null };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Creation time, ms of simulated time: up to 45 days before the start. */
function createdAt(fate: Fate, seed: number, start: number): number {
  if (fate === 'creating') return start - 4 * SECOND;
  const age = 2 * HOUR + fraction(seed, 22) * 45 * DAY;
  return start - Math.floor(age / SECOND) * SECOND;
}

export function pastOf(fate: Fate, seed: number, start: number): [Phase, ...Phase[]] {
  const born = createdAt(fate, seed, start);
  const turn = born + Math.floor((fraction(seed, 23) * (start - born - HOUR)) / SECOND) * SECOND;
  const turning = Math.max(turn, born + 15 * SECOND + MINUTE);
  const phase = (from: number, status: VmStatus): Phase => ({ from, status });
  const running = phase(born + 15 * SECOND, 'running');
  const afterCreation: Readonly<Record<Fate, readonly Phase[]>> = {
    creating: [],
    failed: [phase(born + 42 * SECOND, 'failed')],
    running: [running],
    spot: [running],
    reserved: [running],
    stopped: [running, phase(turning, 'stopped')],
    destroyed: [running, phase(turning, 'destroyed')],
    offline: [running, phase(start - 20 * MINUTE, 'offline')],
    interrupted: [running, phase(start - 14 * MINUTE, 'interrupted')],
    stopping: [running, phase(start - 3 * SECOND, 'stopping')],
    starting: [running, phase(turning, 'stopped'), phase(start - 5 * SECOND, 'starting')],
  };
  return [phase(born, 'creating'), ...afterCreation[fate]];
}

/** An interruptible VM has had its interruptions by `start` and is running. */
export function bringUp(vm: Vm, start: number): void {
  settle(vm, start - HOUR);
  if (currentPhase(vm).status !== 'running') enter(vm, 'running', start - 30 * MINUTE);
  settle(vm, start);
}
