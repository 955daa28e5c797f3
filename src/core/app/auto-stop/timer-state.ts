import { isDeepStrictEqual } from 'node:util';
import type { ArmedStop } from '../../../shared/auto-stop/armed-stop.ts';
import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import {
  earliestEnd,
  nextWrite,
  onVmLimit,
  SELF_STOP_MS,
  type VmLimit,
  type VmTimer,
  withWrite,
} from '../../../shared/auto-stop/vm-timer.ts';
import type { TimerProblem } from '../../../shared/auto-stop/vm-timer-view.ts';
import { isFormerRun, isSameRun } from '../../../shared/domain/index.ts';
import { MINUTE_MS } from '../../../shared/format/index.ts';
import type { ArmedAnswer } from '../../ssh/index.ts';
import type { Listed } from './auto-stop-state.ts';

/** A VM's end that differs by more is another one: the way to the VM takes time, ms. */
const SAME_MS = 2 * MINUTE_MS;

/** Between two calls to a VM that another computer may have armed, ms. */
const OTHERS_MS = 5 * MINUTE_MS;

const NEVER = Number.NEGATIVE_INFINITY;
const WAITING: TimerProblem = { kind: 'waiting' };

/** The timer of a VM as this computer knows it. Times are ms since the epoch. */
export interface TimerState {
  /** As stored; undefined: none is known. */
  readonly timer: VmTimer | undefined;
  /** Null: none, or nothing was asked since the last change. */
  readonly problem: TimerProblem | null;
  /** When the VM stops itself at the earliest, as it said last; null: not known to. */
  readonly selfAt: number | null;
  /** When it was listed last as running. */
  readonly onAt: number | null;
  /** Time of the next call to the VM, monotonic ms. */
  readonly nextAt: number;
  /** The last notification, which is given once; null: none since the last change. */
  readonly notified: string | null;
}

export function newTimer(timer: VmTimer | undefined): TimerState {
  const selfAt = timer?.held ? earliestEnd(timer.held) : null;
  return { timer, problem: null, onAt: null, selfAt, nextAt: NEVER, notified: null };
}

/** A change is sent at once. */
export const renewed = (state: TimerState): TimerState => ({
  ...state,
  problem: null,
  nextAt: NEVER,
  notified: state.notified === 'notArmed' ? null : state.notified,
});

function limitOf({ limit }: ArmedStop, now: number): VmLimit {
  return limit.kind === 'time'
    ? { kind: 'time', at: now + limit.remainingMs }
    : { kind: 'idle', ms: limit.ms, since: now - limit.idleMs };
}

function isNear(one: VmLimit, seen: VmLimit, now: number): boolean {
  if (one.kind === 'idle') return seen.kind === 'idle' && one.ms === seen.ms;
  if (seen.kind !== 'time') return false;
  // After its end, the VM no longer says when that was.
  const areOver = Math.max(one.at, seen.at) <= now;
  return areOver || Math.abs(one.at - seen.at) < SAME_MS;
}

interface TimerFacts {
  readonly now: number;
  readonly autoStop: AutoStop | undefined;
  readonly vm: Pick<VmTimer, 'accountId' | 'vmId' | 'name' | 'run'>;
}

/** `isLost`: another computer wrote last, so the auto-stop is no longer kept by the VM. */
interface AfterAnswer {
  readonly state: TimerState;
  readonly isLost?: boolean;
}

/** After a VM named its timer. @param write the limit that was just written; undefined: a reading */
function afterArmed(
  state: TimerState,
  armed: ArmedStop,
  write: VmLimit | undefined,
  { now, vm }: TimerFacts,
): AfterAnswer {
  const { timer } = state;
  const { number, computer } = armed;
  const seen = limitOf(armed, now);
  const isKnown = write === undefined && number === timer?.number;
  const known = write ?? (isKnown ? timer.held : null);
  const held = known !== null && isNear(known, seen, now) ? known : seen;
  const by = isKnown ? timer.by : write === undefined ? computer : undefined;
  // Idleness may have begun again.
  const end = earliestEnd(seen.kind === 'time' ? held : seen);
  const selfAt = end <= now ? Math.min(end, state.selfAt ?? end) : end;
  // It was not written yet, or the user set another one meanwhile.
  const isUnsent = timer?.sent !== undefined && !isDeepStrictEqual(timer.sent, write);
  const next: VmTimer = {
    ...vm,
    number,
    held,
    ...(by !== undefined && { by }),
    ...(isUnsent && { sent: timer.sent }),
  };
  const isLost = by !== undefined && !isUnsent;
  return { state: { ...state, timer: next, problem: null, selfAt }, isLost };
}

/** After a VM said that it has none. */
function afterNone(state: TimerState, isCleared: boolean, facts: TimerFacts): AfterAnswer {
  const { now, autoStop, vm } = facts;
  const { timer, selfAt } = state;
  const limit = onVmLimit(autoStop);
  const isWrite = timer?.sent !== undefined && timer.sent !== null;
  const isLost = isCleared && !isWrite;
  const isAgain = limit !== null && !isLost && (limit.kind === 'idle' || limit.at > now);
  const next = isAgain ? { ...vm, number: timer?.number ?? 0, held: null, sent: limit } : undefined;
  // After its end, the stop may have been sent.
  const isOver = selfAt !== null && selfAt <= now + MINUTE_MS;
  const none = { ...state, timer: next, problem: null, selfAt: isOver ? selfAt : null };
  return { state: none, isLost };
}

/** After a call to the VM. @param write the limit that was written; null: removed; undefined: the timer was read */
function afterAnswer(
  state: TimerState,
  write: VmLimit | null | undefined,
  answer: ArmedAnswer,
  facts: TimerFacts,
): AfterAnswer {
  switch (answer.kind) {
    case 'armed':
      return afterArmed(state, answer.armed, write ?? undefined, facts);
    case 'none':
    case 'cleared':
      return afterNone(state, answer.kind === 'cleared', facts);
    case 'late': {
      const { state: none } = afterNone(state, false, facts);
      return { state: { ...none, selfAt: state.selfAt, problem: answer } };
    }
    case 'lacks':
    case 'refused':
    case 'failed':
      return { state: { ...state, problem: answer } };
  }
}

/** After each poll: a timer does not outlive the run of its VM. */
function afterList(state: TimerState, listed: Listed, listedAt: number | null): TimerState {
  const { timer } = state;
  if (listed === 'unknown') return state;
  if (listed === 'gone' || listed.phase === 'stopped' || listed.phase === 'destroyed')
    return { ...state, timer: undefined, problem: null };
  if (listed.phase !== 'running') return state;
  const isAnother =
    timer !== undefined && !isSameRun(timer.run, listed) && !isFormerRun(timer.run, listed);
  return { ...(isAnother ? newTimer(undefined) : state), onAt: listedAt ?? state.onAt };
}

/**
 * Whether the VM's own timer caused its stop. `isSeen`: surely; false: perhaps; null: no.
 * @param stoppedAt by the provider; null: not known
 */
export function selfStopOf(
  { selfAt, onAt }: Pick<TimerState, 'selfAt' | 'onAt'>,
  stoppedAt: number | null,
  now: number,
): { readonly at: number; readonly isSeen: boolean } | null {
  if (selfAt === null) return null;
  const [from, to] = stoppedAt === null ? [onAt ?? 0, now] : [stoppedAt, stoppedAt];
  if (to < selfAt - MINUTE_MS || from > selfAt + SELF_STOP_MS) return null;
  return { at: selfAt, isSeen: from >= selfAt - SELF_STOP_MS && to <= selfAt + SELF_STOP_MS };
}

/** The write that is due; undefined: the timer is read. An end that has passed is never written. */
function writeNow({ timer }: TimerState, { autoStop, now }: TimerFacts) {
  const write = nextWrite(timer, autoStop, now);
  return write?.kind === 'time' && write.at <= now ? undefined : write;
}

export type TimerNews =
  /** The VM cannot stop itself at its end: HTTP status of its provider; 0: no answer. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'notArmed'; readonly problem: TimerProblem };

/** The notification of an answer to a call; null: none. @param isWanted its auto-stop is to be kept by the VM */
function newsOf(answer: ArmedAnswer, isWanted: boolean): TimerNews | null {
  if (answer.kind === 'armed' && answer.armed.refused !== null)
    return { kind: 'refused', status: answer.armed.refused };
  const isNotArmed = isWanted && (answer.kind === 'lacks' || answer.kind === 'refused');
  return isNotArmed ? { kind: 'notArmed', problem: answer } : null;
}

/** A call to the VM. `write`: its new limit; null: none; undefined: the timer is read. */
export interface TimerCall {
  readonly write: VmLimit | null | undefined;
}

export interface TimerStepFacts extends TimerFacts {
  readonly monotonic: number;
  readonly listed: Listed;
  /** When its account was read; null: not known. */
  readonly listedAt: number | null;
  /** It can be called now. */
  readonly isReachable: boolean;
  /** Also where nothing is known of it: another computer may have armed it. */
  readonly isWatched: boolean;
  /** A call is underway, or none may be made. */
  readonly isBusy: boolean;
  /** Answer to the last call; null: none. */
  readonly answer: (TimerCall & { readonly answer: ArmedAnswer }) | null;
}

/** Whether something is known or wanted of the timer, or it is watched. */
export const isTimerNeeded = (
  { timer }: TimerState,
  { autoStop, isWatched }: Pick<TimerStepFacts, 'autoStop' | 'isWatched'>,
): boolean => timer !== undefined || autoStop?.onVm === true || isWatched;

function stepAnswer(state: TimerState, facts: TimerStepFacts) {
  const { answer: answered, autoStop, monotonic } = facts;
  if (answered === null) return { state, isLost: false, news: null };
  const { write, answer } = answered;
  const { state: next, isLost = false } = afterAnswer(state, write, answer, facts);
  const found = newsOf(answer, onVmLimit(autoStop) !== null);
  const key = found?.kind === 'refused' ? `refused ${next.timer?.number}` : found?.kind;
  const isNew = key !== undefined && key !== state.notified;
  // A reading is followed by the write that it makes necessary, and what the user asked meanwhile.
  const isChanged = write === undefined || !isDeepStrictEqual(state.timer?.sent, write);
  const isNext = next.problem === null && isChanged && writeNow(next, facts) !== undefined;
  const isKnown = next.timer !== undefined || autoStop?.onVm === true;
  const nextAt = monotonic + (isNext ? 0 : isKnown ? MINUTE_MS : OTHERS_MS);
  const notified = isNew ? key : next.notified;
  return { state: { ...next, nextAt, notified }, isLost, news: isNew ? found : null };
}

/** The next step of a timer. `call`: null: none now. */
export function stepTimer(before: TimerState, facts: TimerStepFacts) {
  const { monotonic, listed, listedAt, isReachable, isBusy } = facts;
  const { state, isLost, news } = stepAnswer(afterList(before, listed, listedAt), facts);
  const none = { state, isLost, news, call: null };
  if (isBusy || isLost || !isTimerNeeded(state, facts)) return none;
  const write = writeNow(state, facts);
  if (!isReachable) {
    const isWaiting = state.problem === null && write !== undefined;
    return isWaiting ? { ...none, state: { ...state, problem: WAITING } } : none;
  }
  if (monotonic < state.nextAt) return none;
  const call: TimerCall = { write };
  if (write === undefined || isDeepStrictEqual(state.timer?.sent, write)) return { ...none, call };
  // It may hold from now on, beside the one before.
  return { ...none, state: { ...state, timer: withWrite(state.timer, facts.vm, write) }, call };
}
