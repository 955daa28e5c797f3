import { type AutoStop, autoStopLabel } from '../../../shared/auto-stop/index.ts';
import { runningSince, type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';
import { currentLoad, type VmLoad } from '../../../shared/gpu-load/index.ts';
import { type PendingOperation, pendingLabel } from '../../../shared/operations/index.ts';
import type { VmLogin } from '../../../shared/ssh/index.ts';
import { loginObstacle, troubleSince, type VmActivity } from '../../../shared/vms/index.ts';
import { ago, coarseDuration } from '../../ui/time.ts';
import { gpuLabel, idleLabel, messages, stoppedLabel } from './messages.ts';

/** ms of a low load before a row says idle: between two jobs it is low too. */
const IDLE_MS = 10 * 60_000;
export type LoadName = 'gpu' | 'vram' | 'cpu' | 'ram';

/** The second line of a row. */
export interface SecondLine {
  /** GPUs and time: `2 × 4090 · 12 h`. */
  readonly what: string;
  /** 0–100. GPU and VRAM if known, else CPU and RAM; empty: not running or idle. */
  readonly load: readonly { readonly name: LoadName; readonly percent: number }[];
  readonly state: string;
  readonly tone: 'quiet' | 'amber' | 'red';
  /** ms since the epoch. The service reports no such time for starting and stopping. */
  readonly creatingSince: number | null;
}

export interface RowFacts {
  readonly vm: Vm;
  /** $/h billed now; null: unknown. */
  readonly billed: number | null;
  readonly login: VmLogin | undefined;
  /** Undefined: neither idle nor in trouble. */
  readonly times: VmActivity | undefined;
  /** Undefined: not requested. */
  readonly load: VmLoad | undefined;
  /** ms since the epoch; null: busy, or its load is unknown. */
  readonly idleSince: number | null;
  readonly operation?: PendingOperation | undefined;
  readonly autoStop?: Pick<AutoStop, 'limit'> | undefined;
  /** Null: amounts are hidden. */
  readonly currency: string | null;
}

function timeLabel(vm: Vm, now: number): string {
  const running = runningSince(vm);
  if (running !== null) return coarseDuration(now - running);
  const stopped = vmPhase(vm.status) === 'stopped' ? parseDateTime(vm.stoppedAt) : null;
  return stopped === null ? '' : stoppedLabel(ago(stopped, now));
}

/** ms without load, of the GPUs if it is known; null: busy, or idle only for a moment. @param gpu null: unknown */
function idleFor({ idleSince }: RowFacts, now: number): number | null {
  const ms = now - (idleSince ?? now);
  return ms >= IDLE_MS ? ms : null;
}

/** Idle time, else the login state. GPU figures came over SSH, so then the login works. */
function runningLabel(facts: RowFacts, now: number): string {
  const { vm, login, load } = facts;
  const obstacle = loginObstacle(vm, login);
  if (obstacle !== null) return obstacle.toLowerCase();
  if (login?.reach === 'waiting') return messages.waitingForSsh;
  const gpu = currentLoad(load, now);
  const idle = idleFor(facts, now);
  if (idle !== null) return idleLabel(coarseDuration(idle));
  if (load?.problem) return messages.noGpuLoad;
  return login?.reach === 'ready' && gpu === null ? messages.ready : '';
}

function loadOf(facts: RowFacts, now: number): SecondLine['load'] {
  const { vm, load } = facts;
  if (vmPhase(vm.status) !== 'running') return [];
  const gpu = currentLoad(load, now);
  const known = (name: LoadName, percent: number | null) =>
    percent === null ? [] : [{ name, percent }];
  if (gpu !== null) return [...known('gpu', gpu.load), ...known('vram', gpu.memory)];
  if (idleFor(facts, now) !== null) return [];
  return [...known('cpu', vm.cpuPercent), ...known('ram', vm.ramPercent)];
}

function stateOf(facts: RowFacts, now: number): Pick<SecondLine, 'state' | 'tone'> {
  const { vm, billed, login, times, operation } = facts;
  const phase = vmPhase(vm.status);
  if (operation)
    return { state: pendingLabel(operation), tone: operation.isOverdue ? 'red' : 'quiet' };
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
  const { vm, autoStop, currency } = facts;
  return {
    what: [
      gpuLabel(vm),
      autoStop && autoStopLabel(autoStop.limit, now, currency),
      timeLabel(vm, now),
    ]
      .filter((text) => text)
      .join(' · '),
    load: loadOf(facts, now),
    creatingSince: vm.status === 'creating' ? parseDateTime(vm.createdAt) : null,
    ...stateOf(facts, now),
  };
}
