import { isDeepStrictEqual } from 'node:util';
import type { ArmedStop } from '../../../shared/auto-stop/armed-stop.ts';
import type { AutoStop, VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import {
  earlierOf,
  earliestEnd,
  nextWrite,
  onVmLimit,
  SELF_STOP_MS,
  type VmTimer,
  withoutWrite,
  withWrite,
} from '../../../shared/auto-stop/vm-timer.ts';
import type { TimerProblem } from '../../../shared/auto-stop/vm-timer-view.ts';
import { isSameRun } from '../../../shared/domain/vm.ts';
import { MINUTE_MS } from '../../../shared/format/index.ts';
import type { ArmedAnswer } from '../../ssh/index.ts';
import type { VmLook } from '../kernel/look-at-vm.ts';
import type { SelfStop } from './auto-stop-state.ts';

/** A VM's end that differs by more is another one: the way to the VM takes time, ms. */
const SAME_MS = 2 * MINUTE_MS;

/** Between two calls to a VM that another computer may have armed, ms. */
const OTHERS_MS = 5 * MINUTE_MS;

/** How long before a changed end that the VM may still keep a notification comes, ms. */
const UNSENT_MS = 15 * MINUTE_MS;

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
  /** The notifications since the last change, each of which is given once. */
  readonly notified: readonly string[];
}

export function newTimer(timer: VmTimer | undefined): TimerState {
  const selfAt = timer?.held ? earliestEnd(timer.held) : null;
  return { timer, problem: null, onAt: null, selfAt, nextAt: NEVER, notified: [] };
}

/** A change is sent at once. */
export const renewed = (state: TimerState): TimerState => ({
  ...state,
  problem: null,
  nextAt: NEVER,
  notified: state.notified.filter((key) => key.startsWith('refused')),
});

/** After its auto-stop is over by itself: what the VM has is left to it, and read. */
export function withoutAutoStop(state: TimerState): TimerState {
  const { timer } = state;
  return timer?.sent == null ? state : { ...state, timer: withoutWrite(timer) };
}

export type TimerEvent =
  /** The VM can’t stop itself at its end: HTTP status of its provider; 0: no answer. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'notArmed'; readonly problem: TimerProblem }
  /** It may stop itself then, which is not wanted any more. */
  | { readonly kind: 'unsent'; readonly limit: VmLimit };

/** A call to the VM. `write`: its new limit; null: none; undefined: the timer is read. */
export interface TimerCall {
  readonly write: VmLimit | null | undefined;
}

export interface TimerStepFacts {
  readonly now: number;
  readonly monotonic: number;
  readonly autoStop: AutoStop | undefined;
  readonly vm: Pick<VmTimer, 'accountId' | 'vmId' | 'name' | 'run'>;
  readonly listed: VmLook;
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

/** After a VM named its timer. @param write the limit that was just written; undefined: a reading */
function afterArmed(
  state: TimerState,
  armed: ArmedStop,
  write: VmLimit | undefined,
  { now, vm }: TimerStepFacts,
): TimerState {
  const { timer } = state;
  const { number, computer, isProved } = armed;
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
    ...(isProved && { isProved }),
    ...(isUnsent && { sent: timer.sent }),
  };
  return { ...state, timer: next, problem: null, selfAt };
}

/** After a VM answered that it has no timer. @param isWanted the timer is to be written again */
function afterNone(state: TimerState, isWanted: boolean, facts: TimerStepFacts): TimerState {
  const { now, autoStop, vm } = facts;
  const { timer, selfAt } = state;
  const limit = isWanted ? nextWrite(undefined, autoStop, now) : undefined;
  const sent = limit && { ...vm, number: timer?.number ?? 0, held: null, sent: limit };
  // After its end, the stop may have been sent.
  const isOver = selfAt !== null && selfAt <= now + MINUTE_MS;
  return { ...state, timer: sent ?? undefined, problem: null, selfAt: isOver ? selfAt : null };
}

/** After a call to the VM. `isLost`: another computer wrote last, so that the auto-stop is no longer kept by the VM. */
function afterAnswer(
  state: TimerState,
  { write, answer }: NonNullable<TimerStepFacts['answer']>,
  facts: TimerStepFacts,
): { readonly state: TimerState; readonly isLost: boolean } {
  switch (answer.kind) {
    case 'armed': {
      const next = afterArmed(state, answer.armed, write ?? undefined, facts);
      return { state: next, isLost: next.timer?.by !== undefined && next.timer.sent === undefined };
    }
    case 'none':
    case 'cleared': {
      const isLost = answer.kind === 'cleared' && state.timer?.sent == null;
      return { state: afterNone(state, !isLost, facts), isLost };
    }
    case 'late': {
      const none = afterNone(state, true, facts);
      return { state: { ...none, selfAt: state.selfAt, problem: answer }, isLost: false };
    }
    case 'lacks':
    case 'refused':
    case 'failed':
      return { state: { ...state, problem: answer }, isLost: false };
  }
}

/** After each poll: a timer does not outlive the run of its VM. */
function afterList(state: TimerState, { listed, listedAt }: TimerStepFacts): TimerState {
  const { timer } = state;
  if (listed === 'unknown') return state;
  if (listed === 'gone' || listed.phase === 'stopped' || listed.phase === 'destroyed')
    return { ...state, timer: undefined, problem: null };
  if (listed.phase !== 'running') return state;
  const isAnother = timer !== undefined && !isSameRun(timer.run, listed);
  return { ...(isAnother ? newTimer(undefined) : state), onAt: listedAt ?? state.onAt };
}

/** The VM's own timer as the cause of its stop; null: it was not. @param stoppedAt by the provider; null: not known */
export function selfStopOf(
  { selfAt, onAt }: Pick<TimerState, 'selfAt' | 'onAt'>,
  stoppedAt: number | null,
  now: number,
): SelfStop | null {
  if (selfAt === null) return null;
  const [from, to] = stoppedAt === null ? [onAt ?? 0, now] : [stoppedAt, stoppedAt];
  if (to < selfAt - MINUTE_MS || from > selfAt + SELF_STOP_MS) return null;
  return { at: selfAt, isSeen: from >= selfAt - SELF_STOP_MS && to <= selfAt + SELF_STOP_MS };
}

/** Whether something is known or wanted of the timer, or it is watched. */
export const isTimerNeeded = (
  { timer }: TimerState,
  { autoStop, isWatched }: Pick<TimerStepFacts, 'autoStop' | 'isWatched'>,
): boolean => timer !== undefined || autoStop?.onVm === true || isWatched;

function stepAnswer(before: TimerState, facts: TimerStepFacts) {
  const { answer, autoStop, monotonic, now } = facts;
  if (answer === null) return { state: before, isLost: false };
  const { state, isLost } = afterAnswer(before, answer, facts);
  // A reading is followed by the write that it makes necessary, and what the user asked meanwhile.
  const { write } = answer;
  const isChanged = write === undefined || !isDeepStrictEqual(before.timer?.sent, write);
  const { timer, problem } = state;
  const isNext = problem === null && isChanged && nextWrite(timer, autoStop, now) !== undefined;
  const isKnown = timer !== undefined || autoStop?.onVm === true;
  const nextAt = monotonic + (isNext ? 0 : isKnown ? MINUTE_MS : OTHERS_MS);
  return { state: { ...state, nextAt }, isLost };
}

/** The notification that is due, with a key by which it is given once; null: none. */
function eventOf(
  { timer, problem }: TimerState,
  { answer: answered, autoStop, now }: TimerStepFacts,
): readonly [string, TimerEvent] | null {
  const answer = answered?.answer;
  if (answer?.kind === 'armed' && answer.armed.refused !== null)
    return [`refused ${timer?.number}`, { kind: 'refused', status: answer.armed.refused }];
  const isWanted = onVmLimit(autoStop) !== null;
  if (isWanted && (answer?.kind === 'lacks' || answer?.kind === 'refused'))
    return ['notArmed', { kind: 'notArmed', problem: answer }];
  const { held = null, sent } = timer ?? {};
  if (held === null || sent === undefined || problem === null) return null;
  const isUnwanted = sent === null || (earlierOf(sent, held) === held && !isNear(sent, held, now));
  const isSoon = earliestEnd(held) - now <= UNSENT_MS && (held.kind === 'idle' || held.at > now);
  return isUnwanted && isSoon ? ['unsent', { kind: 'unsent', limit: held }] : null;
}

interface TimerStep {
  readonly timer: TimerState;
  readonly isLost: boolean;
  /** Null: none. */
  readonly event: TimerEvent | null;
  /** Null: none now. */
  readonly call: TimerCall | null;
}

/** The next step of a timer. */
export function stepTimer(before: TimerState, facts: TimerStepFacts): TimerStep {
  const { autoStop, now, monotonic, isReachable, isBusy } = facts;
  const { state: answered, isLost } = stepAnswer(afterList(before, facts), facts);
  const [key, event] = eventOf(answered, facts) ?? [null, null];
  const isNew = key !== null && !answered.notified.includes(key);
  const timer = isNew ? { ...answered, notified: [...answered.notified, key] } : answered;
  const none = { timer, isLost, event: isNew ? event : null, call: null };
  if (isBusy || isLost || !isTimerNeeded(timer, facts)) return none;
  const write = nextWrite(timer.timer, autoStop, now);
  if (!isReachable) {
    const isWaiting = timer.problem === null && write !== undefined;
    return isWaiting ? { ...none, timer: { ...timer, problem: WAITING } } : none;
  }
  if (monotonic < timer.nextAt) return none;
  const call: TimerCall = { write };
  if (write === undefined || isDeepStrictEqual(timer.timer?.sent, write)) return { ...none, call };
  // It may hold from now on, beside the one before.
  return { ...none, timer: { ...timer, timer: withWrite(timer.timer, facts.vm, write) }, call };
}
