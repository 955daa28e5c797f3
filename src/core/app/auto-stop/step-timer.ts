import { isDeepStrictEqual } from 'node:util';
import type { VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import {
  earlierOf,
  earliestEnd,
  isArmedFor,
  nextWrite,
  onVmLimit,
  SELF_STOP_MS,
  type VmTimer,
  withoutWrite,
  withWrite,
} from '../../../shared/auto-stop/vm-timer.ts';
import { isSameRun } from '../../../shared/domain/vm.ts';
import { MINUTE_MS, parseDateTime } from '../../../shared/format/index.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import type { ArmedStop } from '../../ssh/index.ts';
import { recordIn } from '../kernel/look-at-vm.ts';
import {
  type CallAnswer,
  type EventEffect,
  type Facts,
  heldStop,
  type Job,
  newTimer,
  type Step,
  type TimerState,
} from './job.ts';
import { problemText, refusalText } from './timer-problem.ts';

/** A VM's end that differs by more is another one: the way to the VM takes time, ms. */
const SAME_MS = 2 * MINUTE_MS;

/** Between two calls to a VM that another computer may have armed, ms. */
const OTHERS_MS = 5 * MINUTE_MS;

/** How long before a changed end that the VM may still keep a notification comes, ms. */
const UNSENT_MS = 15 * MINUTE_MS;

/** It could not be called yet. */
const WAITING = { text: 'Not reachable over SSH yet.', isRefused: false } as const;

/** Whether the VM confirmed to stop itself at the end of its auto-stop. */
export function isArmed({ autoStop: state, timer }: Job): boolean {
  const limit = onVmLimit(state?.autoStop);
  return limit !== null && isArmedFor(timer.timer, limit);
}

/** The listed stop, where the VM's own timer caused it about then; null: it did not. Seen hours later, the VM may have been stopped in another way. */
export function selfStopOf(
  { timer: { selfAt, onAt } }: Pick<Job, 'timer'>,
  { listed, now }: Pick<Facts, 'listed' | 'now'>,
): AutoStopOutcome | null {
  const vm = recordIn(listed);
  if (selfAt === null || vm?.phase !== 'stopped') return null;
  const stoppedAt = parseDateTime(vm.stoppedAt);
  const [from, to] = stoppedAt === null ? [onAt ?? 0, now] : [stoppedAt, stoppedAt];
  if (to < selfAt - MINUTE_MS || from > selfAt + SELF_STOP_MS) return null;
  const isSeen = from >= selfAt - SELF_STOP_MS && to <= selfAt + SELF_STOP_MS;
  return { kind: isSeen ? 'selfStopped' : 'stoppedUnseen', at: selfAt };
}

/** After its auto-stop is over by itself: what the VM has is left to it, and read. */
export function withoutUnsent(state: TimerState): TimerState {
  const { timer } = state;
  return timer?.sent == null ? state : { ...state, timer: withoutWrite(timer) };
}

/** Whether something is known or wanted of the timer, or it is watched. */
export const isTimerNeeded = (job: Job, { isWatched }: Pick<Facts, 'isWatched'>): boolean =>
  job.timer.timer !== undefined || heldStop(job)?.onVm === true || isWatched;

function isNear(one: VmLimit, seen: VmLimit, now: number): boolean {
  if (one.kind === 'idle') return seen.kind === 'idle' && one.ms === seen.ms;
  if (seen.kind !== 'time') return false;
  // After its end, the VM no longer says when that was.
  const areOver = Math.max(one.at, seen.at) <= now;
  return areOver || Math.abs(one.at - seen.at) < SAME_MS;
}

/** After a VM named its timer. @param write the limit that was just written; undefined: a reading */
function afterArmed(
  job: Job,
  armed: ArmedStop,
  write: VmLimit | undefined,
  { now, listed, service }: Facts,
): TimerState {
  const { timer, selfAt: selfBefore } = job.timer;
  const { number, computer, limit: seen, isProved, refused } = armed;
  const isKnown = write === undefined && number === timer?.number;
  const known = write ?? (isKnown ? timer.held : null);
  const held = known !== null && isNear(known, seen, now) ? known : seen;
  const by = isKnown ? timer.by : write === undefined ? computer : undefined;
  // Idleness may have begun again.
  const end = earliestEnd(seen.kind === 'time' ? held : seen);
  const selfAt = end <= now ? Math.min(end, selfBefore ?? end) : end;
  // It was not written yet, or the user set another one meanwhile.
  const isUnsent = timer?.sent !== undefined && !isDeepStrictEqual(timer.sent, write);
  const next: VmTimer = {
    ...job.vm,
    run: recordIn(listed)?.startedAt ?? null,
    number,
    held,
    ...(by !== undefined && { by }),
    ...(isProved && { isProved }),
    ...(isUnsent && { sent: timer.sent }),
  };
  const problem =
    refused === null ? null : { text: refusalText(refused, service), isRefused: true };
  return { ...job.timer, timer: next, problem, selfAt };
}

function afterAnswer(job: Job, { write, answer }: CallAnswer, facts: Facts): TimerState {
  const { timer: before } = job;
  switch (answer.kind) {
    case 'armed':
      return afterArmed(job, answer.armed, write ?? undefined, facts);
    case 'none':
    case 'cleared':
    case 'late': {
      // After its end, the stop may have been sent: for a late timer, by the VM's own clock.
      const end = answer.kind === 'late' ? facts.now : Number.POSITIVE_INFINITY;
      const at = Math.min(before.selfAt ?? end, end);
      const selfAt = at <= facts.now + MINUTE_MS ? at : null;
      return { ...before, timer: undefined, problem: null, selfAt };
    }
    case 'lacks':
    case 'refused':
    case 'failed':
      return {
        ...before,
        problem: { text: problemText(answer, facts.service), isRefused: answer.kind === 'refused' },
      };
  }
}

/** After each poll: a timer does not outlive the run of its VM. */
function afterList(state: TimerState, { listed, listedAt }: Facts): TimerState {
  const { timer } = state;
  if (listed === 'unknown') return state;
  if (listed === 'gone' || listed.phase === 'stopped' || listed.phase === 'destroyed')
    return { ...state, timer: undefined, problem: null };
  if (listed.phase !== 'running') return state;
  const isAnother = timer !== undefined && !isSameRun(timer.run, listed);
  return { ...(isAnother ? newTimer(undefined) : state), onAt: listedAt ?? state.onAt };
}

/** The VM no longer keeps the auto-stop: the user cleared its timer, or another computer wrote or cleared it last. */
export function withoutOnVm({ autoStop: state, ...job }: Job): Job {
  return { ...job, autoStop: state && { ...state, autoStop: { ...state.autoStop, onVm: false } } };
}

function stepAnswer(before: Job, facts: Facts): Job {
  const { answer, monotonic, now } = facts;
  if (answer?.kind !== 'call') return before;
  const next = afterAnswer(before, answer, facts);
  const { timer, problem } = next;
  const { sent } = before.timer.timer ?? {};
  const isLost =
    answer.answer.kind === 'cleared'
      ? sent == null
      : timer?.by !== undefined && timer.sent === undefined;
  const job = isLost ? withoutOnVm(before) : before;
  // A reading is followed by the write that it makes necessary, and what the user asked meanwhile.
  const { write } = answer;
  const autoStop = heldStop(job);
  const isChanged = write === undefined || !isDeepStrictEqual(sent, write);
  const isDone = problem === null || answer.answer.kind === 'armed';
  const isNext = isDone && isChanged && nextWrite(timer, autoStop, now) !== undefined;
  const isKnown = timer !== undefined || autoStop?.onVm === true;
  const nextAt = monotonic + (isNext ? 0 : isKnown ? MINUTE_MS : OTHERS_MS);
  return { ...job, timer: { ...next, nextAt } };
}

/** The notification that is due, with a key by which it is given once; null: none. */
function eventOf(job: Job, { answer, listed, now }: Facts): readonly [string, EventEffect] | null {
  const { timer, problem } = job.timer;
  const { held = null, sent } = timer ?? {};
  const said = answer?.kind === 'call' ? answer.answer : null;
  const event = (key: string, limit: VmLimit, outcome: EventEffect['outcome']) =>
    [key, { kind: 'event', autoStop: { ...job.vm, limit }, outcome }] as const;
  const reason = problem?.text ?? '';
  if (held !== null && said?.kind === 'armed' && problem !== null)
    return event(`refused ${timer?.number}`, held, { kind: 'keyRefused', at: now, reason });
  // A VM that stopped itself meanwhile may have lost its login.
  const isOff = recordIn(listed)?.phase === 'stopped';
  const wanted = isOff ? null : onVmLimit(heldStop(job));
  if (wanted !== null && (said?.kind === 'lacks' || said?.kind === 'refused'))
    return event('notArmed', wanted, { kind: 'notArmed', at: now, reason });
  if (held === null || sent === undefined || problem === null) return null;
  const isUnwanted = sent === null || (earlierOf(sent, held) === held && !isNear(sent, held, now));
  const isSoon = earliestEnd(held) - now <= UNSENT_MS && (held.kind === 'idle' || held.at > now);
  return isUnwanted && isSoon ? event('unsent', held, { kind: 'unsent', at: now }) : null;
}

export function stepTimer(before: Job, facts: Facts): Step {
  const { now, monotonic } = facts;
  const answered = stepAnswer({ ...before, timer: afterList(before.timer, facts) }, facts);
  const [key, event] = eventOf(answered, facts) ?? [];
  const { notified } = answered.timer;
  const isNew = key !== undefined && !notified.includes(key);
  const timer = isNew ? { ...answered.timer, notified: [...notified, key] } : answered.timer;
  const effects = isNew && event ? [event] : [];
  const job = { ...answered, timer };
  if (facts.vm === 'busy' || !isTimerNeeded(job, facts)) return { job, effects };
  const write = nextWrite(timer.timer, heldStop(job), now);
  if (facts.vm === 'unreachable') {
    const isWaiting = timer.problem === null && write !== undefined;
    const waiting = { ...job, timer: { ...timer, problem: WAITING } };
    return { job: isWaiting ? waiting : job, effects };
  }
  if (monotonic < timer.nextAt) return { job, effects };
  // It may hold from now on, beside the one before.
  const isNewWrite = write !== undefined && !isDeepStrictEqual(timer.timer?.sent, write);
  const sent = isNewWrite ? withWrite(timer.timer, job.vm, write) : timer.timer;
  return {
    job: { ...job, timer: { ...timer, timer: sent } },
    effects: [...effects, { kind: 'call', write }],
  };
}
