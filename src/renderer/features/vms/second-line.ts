import { autoStopLabel, type ShownAutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { isChanging, runningSince, type Vm } from '../../../shared/domain/vm.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';
import { currentLoad, type VmLoad } from '../../../shared/gpu-load/gpu-load.ts';
import { type PendingOperation, pendingLabel } from '../../../shared/operations/pending.ts';
import type { VmLogin } from '../../../shared/ssh/ssh-state.ts';
import { loginObstacle } from '../../../shared/vms/login-obstacle.ts';
import { troubleSince, type VmActivity } from '../../../shared/vms/vm-activity.ts';
import { loadsOf, type RowLoad, type VmRow } from '../../../shared/vms/vm-row.ts';
import { coarseDuration, runTime } from '../../ui/time.ts';
import { clusterLabel, messages } from './messages.ts';

/** The second line of a row; the end of a row of one line. */
export interface SecondLine {
  /** GPUs and running time: `2 × 4090 · 12 h`; empty in one line. */
  readonly what: string;
  /** Empty also without room. */
  readonly load: readonly RowLoad[];
  readonly hasMeter: boolean;
  readonly state: string;
  /** Who stops the VM, or its state in full; undefined: the state itself. */
  readonly hover: string | undefined;
  readonly tone: 'quiet' | 'amber';
  /** ms since the epoch. The service reports no such time for starting and stopping. */
  readonly creatingSince: number | null;
}

export interface RowFacts extends VmRow {
  readonly vm: Vm;
  readonly login: VmLogin | undefined;
  /** Undefined: neither idle nor in trouble. */
  readonly times: VmActivity | undefined;
  /** Undefined: unknown, or its start is known. ms since the epoch. */
  readonly firstSeen?: number | undefined;
  /** Undefined: not requested over SSH. */
  readonly load: VmLoad | undefined;
  readonly operation?: PendingOperation | undefined;
  readonly autoStop?: Pick<ShownAutoStop, 'armed' | 'kind' | 'limit'> | undefined;
  readonly hideAmounts: boolean;
}

/** The login state. GPU figures came over SSH, so then the login works. */
function runningState(facts: RowFacts, now: number): Pick<SecondLine, 'state' | 'tone'> {
  const { vm, login, load, gpu, vram } = facts;
  const obstacle = loginObstacle(vm, login);
  if (obstacle !== null) return { state: obstacle.toLowerCase(), tone: 'quiet' };
  if (login?.reach === 'waiting') return { state: messages.waitingForSsh, tone: 'quiet' };
  if (load?.problem && gpu === null && vram === null)
    return { state: messages.noGpuLoad, tone: 'amber' };
  if (login?.reach === 'silent') return { state: messages.noSsh, tone: 'quiet' };
  const isReady = login?.reach === 'ready' && currentLoad(load, now) === null;
  return { state: isReady ? messages.ready : '', tone: 'quiet' };
}

/** `failed 2 h`; only `failed` where the time is unknown. */
function since(phase: string, at: number | null, now: number): string {
  return at === null ? phase : `${phase} ${coarseDuration(now - at)}`;
}

type State = Pick<SecondLine, 'state' | 'tone'> & Partial<Pick<SecondLine, 'hover'>>;

/** @param isOneLine the name is in the same line: of a note, only the first word is shown */
function stateOf(facts: RowFacts, now: number, isOneLine: boolean): State {
  const { vm, login, times, operation } = facts;
  const phase = vm.phase;
  if (operation)
    return { state: pendingLabel(operation), tone: operation.isOverdue ? 'amber' : 'quiet' };
  if (facts.waste !== null) return { state: facts.state, tone: 'amber' };
  if (vm.note) {
    const note = printable(vm.note);
    return isOneLine
      ? { state: note.replace(/ ?[;·].*/, ''), tone: 'amber', hover: note }
      : { state: note, tone: 'amber' };
  }
  switch (phase) {
    case 'interrupted':
    case 'failed':
    case 'offline':
      return { state: since(phase, troubleSince(vm, times), now), tone: 'amber' };
    case 'unknown':
    case 'unconfirmed':
      return { state: printable(vm.status) || messages.noStatus, tone: 'amber' };
    case 'destroyed':
      return { state: messages.gone, tone: 'quiet' };
    case 'running':
    case 'creating':
    case 'starting':
    case 'stopping':
    case 'stopped':
      if (login?.changedKey) return { state: messages.hostKeyChanged, tone: 'amber' };
  }
  if (phase === 'running') return runningState(facts, now);
  if (isChanging(phase)) return { state: `${vm.status}…`, tone: 'quiet' };
  return { state: since(phase, parseDateTime(vm.stoppedAt), now), tone: 'quiet' };
}

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ');

/** Characters of the meter of a load. */
const METER = 5;

function lengthOf({ what, load, hasMeter, state }: SecondLine): number {
  const figures = load.map(({ name, percent }) => `${Math.round(percent)}% ${name}`).join('  ');
  return joined([what, figures, state]).length + (hasMeter && load.length > 0 ? METER : 0);
}

/** Without room, the meter goes first, then memory, then the running time, then the load; state and auto-stop never. */
function fitted(line: SecondLine, gpus: string, room: number): SecondLine {
  const plain = { ...line, hasMeter: false };
  const without = { ...plain, load: line.load.slice(0, 1) };
  const short = { ...without, what: gpus };
  const all = [line, plain, without, short];
  return all.find((one) => lengthOf(one) <= room) ?? { ...short, load: [] };
}

/** @param now ms since the epoch @param room characters; null: in one line with the name */
export function secondLine(facts: RowFacts, now: number, room: number | null): SecondLine {
  const { vm, gpus, autoStop, hideAmounts, firstSeen = null } = facts;
  const { state, tone, hover } = stateOf(facts, now, room === null);
  const running = vm.phase === 'running' ? runTime(runningSince(vm), firstSeen, now) : null;
  const line: SecondLine = {
    what: joined([gpus, clusterLabel(vm), running ?? '']),
    load: loadsOf(facts),
    hasMeter: true,
    state: joined([
      autoStop && autoStopLabel(autoStop, now, hideAmounts) + (autoStop.armed?.mark ?? ''),
      state,
    ]),
    hover: autoStop?.armed?.hover ?? hover,
    tone,
    creatingSince: vm.phase === 'creating' ? parseDateTime(vm.createdAt) : null,
  };
  return room === null ? { ...line, what: '', load: [] } : fitted(line, gpus, room);
}
