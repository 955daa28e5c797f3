import {
  loginObstacle,
  troubleSince,
  type VmLogin,
  type VmTimes,
} from '../../../shared/app/index.ts';
import { runningSince, type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';
import { ago, coarseDuration } from '../../ui/time.ts';
import { gpuLabel, idleLabel, messages, stoppedLabel } from './messages.ts';

/** ms of a low CPU load before it is called idle: between two jobs it is low too. */
const IDLE_MS = 10 * 60_000;

/** The second line of a row: what the VM is and how it is doing. */
export interface SecondLine {
  /** GPUs and time: `2 × 4090 · 12 h`. */
  readonly what: string;
  /** 0–100; null: unknown, or meaningless in this state. */
  readonly cpu: number | null;
  readonly ram: number | null;
  /** Empty: nothing to say. */
  readonly state: string;
  readonly tone: 'quiet' | 'amber' | 'red';
  /** ms since the epoch. The service reports no such time for starting and stopping. */
  readonly creatingSince: number | null;
}

/** What the second line is made from. */
export interface RowFacts {
  readonly vm: Vm;
  /** $/h billed now; null: unknown. */
  readonly billed: number | null;
  /** Undefined: not known yet. */
  readonly login: VmLogin | undefined;
  /** Undefined: neither idle nor in trouble. */
  readonly times: VmTimes | undefined;
}

function timeLabel(vm: Vm, now: number): string {
  const running = runningSince(vm);
  if (running !== null) return coarseDuration(now - running);
  const stopped = vmPhase(vm.status) === 'stopped' ? parseDateTime(vm.stoppedAt) : null;
  return stopped === null ? '' : stoppedLabel(ago(stopped, now));
}

/** The idle verdict, else the login state. */
function runningLabel({ vm, login, times }: RowFacts, now: number): string {
  const obstacle = loginObstacle(vm, login);
  if (obstacle !== null) return obstacle.toLowerCase();
  if (login?.reach === 'waiting') return messages.waitingForSsh;
  const idleFor = now - (times?.idleSince ?? now);
  if (idleFor >= IDLE_MS) return idleLabel(coarseDuration(idleFor));
  return login?.reach === 'ready' ? messages.ready : '';
}

function stateOf(facts: RowFacts, now: number): Pick<SecondLine, 'state' | 'tone'> {
  const { vm, billed, login, times } = facts;
  const phase = vmPhase(vm.status);
  switch (phase) {
    case 'interrupted':
    case 'failed':
    case 'offline': {
      const since = troubleSince(vm, times);
      const state = since === null ? phase : `${phase} ${ago(since, now)}`;
      return { state, tone: phase === 'failed' ? 'red' : 'amber' };
    }
    case 'unknown':
      return { state: printable(vm.status) || messages.noStatus, tone: 'amber' };
    case 'destroyed':
      return { state: messages.gone, tone: 'quiet' };
    case 'running':
    case 'changing':
    case 'stopped':
      if (login?.changedKey) return { state: messages.hostKeyChanged, tone: 'red' };
  }
  if (phase === 'running') return { state: runningLabel(facts, now), tone: 'quiet' };
  if (phase === 'changing') return { state: `${vm.status}…`, tone: 'quiet' };
  return { state: billed !== null && billed > 0 ? messages.diskBills : '', tone: 'quiet' };
}

/** @param now ms since the epoch */
export function secondLine(facts: RowFacts, now: number): SecondLine {
  const { vm, times } = facts;
  const isIdle = now - (times?.idleSince ?? now) >= IDLE_MS;
  const showsLoad = vmPhase(vm.status) === 'running' && !isIdle;
  return {
    what: [gpuLabel(vm), timeLabel(vm, now)].filter((text) => text !== '').join(' · '),
    cpu: showsLoad ? vm.cpuPercent : null,
    ram: showsLoad ? vm.ramPercent : null,
    creatingSince: vm.status === 'creating' ? parseDateTime(vm.createdAt) : null,
    ...stateOf(facts, now),
  };
}
