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
import type { TimerProblem } from '../../../shared/auto-stop/vm-timer-view.ts';
import { isSameRun } from '../../../shared/domain/vm.ts';
import { MINUTE_MS, parseDateTime } from '../../../shared/format/index.ts';
import type { GpuLoadProblem } from '../../../shared/gpu-load/gpu-load.ts';
import { SSH_PROBLEMS } from '../../../shared/ssh/shell-only.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import type { ArmedAnswer, ArmedStop } from '../../ssh/index.ts';
import { recordIn, type VmLook } from '../kernel/look-at-vm.ts';
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

/** A VM's end that differs by more is another one: the way to the VM takes time, ms. */
const SAME_MS = 2 * MINUTE_MS;

/** Between two calls to a VM that another computer may have armed, ms. */
const OTHERS_MS = 5 * MINUTE_MS;

/** How long before a changed end that the VM may still keep a notification comes, ms. */
const UNSENT_MS = 15 * MINUTE_MS;

/** It could not be called yet. */
const WAITING = { text: 'Not reachable over SSH yet.', isRefused: false } as const;

const FAILED: Readonly<Partial<Record<GpuLoadProblem, string>>> = SSH_PROBLEMS;

/** Sentences about parts that are missing on a VM; any other part is a program of that name. */
const LACKS: ReadonlyMap<string, string> = new Map([
  ['curl', 'No program for the stop call. Install curl on the VM.'],
  ['key', 'This login can’t read the VM’s own key.'],
  ['nvidia-smi', 'No nvidia-smi on the VM to detect idle GPUs.'],
  ['cpu', 'Its CPU load can’t be read.'],
  ['proc', 'Its /proc can’t be read.'],
  ['folder', 'Failed to create a private folder in its /tmp.'],
  ['login', 'Its login only gives a shell.'],
]);

/** A sentence about the problem in an answer of a VM; null: none. */
function problemText(answer: ArmedAnswer, provider: string): string | null {
  if (answer.kind === 'lacks')
    return LACKS.get(answer.what) ?? `No ${answer.what} program on the VM.`;
  if (answer.kind === 'failed') return FAILED[answer.problem] ?? 'The script failed on the VM.';
  // The provider refused a call with the VM's own key.
  const status = answer.kind === 'armed' ? answer.armed.refused : null;
  const refused = answer.kind === 'refused' ? answer.status : status;
  if (refused === null) return null;
  if (refused === 0) return `${provider} can’t be reached from the VM.`;
  return refused === 401 || refused === 403
    ? `${provider} rejected the key stored on the VM (HTTP ${refused}).`
    : `${provider} returned an error to the VM (HTTP ${refused}).`;
}

/** The problem in an answer of a VM; null: none. @param provider the subject of a sentence */
function problemOf(answer: ArmedAnswer, provider: string): TimerProblem | null {
  const text = problemText(answer, provider);
  return text === null ? null : { text, isRefused: ['armed', 'refused'].includes(answer.kind) };
}

/** The VM does not run, and only its user starts it again. */
export const isOff = (look: VmLook) =>
  look === 'gone' || ['stopped', 'destroyed'].includes(recordIn(look)?.phase ?? '');

/** Whether the VM confirmed to stop itself at the end of its auto-stop. */
export function isArmed({ autoStop: state, timer }: Job): boolean {
  const limit = onVmLimit(state?.autoStop);
  return limit !== null && isArmedFor(timer.timer, limit);
}

/** The listed stop, where the VM's own timer caused it about then; null: it did not. Seen hours later, the VM may have been stopped in another way. */
export function selfStopOf({ timer }: Job, { listed, now }: Facts): AutoStopOutcome | null {
  const { selfAt, onAt } = timer;
  const vm = recordIn(listed);
  if (selfAt === null || vm?.phase !== 'stopped') return null;
  const stoppedAt = parseDateTime(vm.stoppedAt);
  const [from, to] = stoppedAt === null ? [onAt ?? 0, now] : [stoppedAt, stoppedAt];
  if (to < selfAt - MINUTE_MS || from > selfAt + SELF_STOP_MS) return null;
  const isSeen = from >= selfAt - SELF_STOP_MS && to <= selfAt + SELF_STOP_MS;
  return { kind: isSeen ? 'selfStopped' : 'stoppedUnseen', at: selfAt };
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
function afterArmed(job: Job, armed: ArmedStop, write: VmLimit | undefined, facts: Facts) {
  const { now, listed } = facts;
  const { timer, selfAt: selfBefore } = job.timer;
  const { number, computer, limit: seen, isProved } = armed;
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
  return { timer: next, selfAt };
}

function afterAnswer(job: Job, { write, answer }: CallAnswer, facts: Facts): TimerState {
  const before = { ...job.timer, problem: problemOf(answer, facts.service) };
  switch (answer.kind) {
    case 'armed':
      return { ...before, ...afterArmed(job, answer.armed, write ?? undefined, facts) };
    case 'none':
    case 'cleared':
    case 'late': {
      // After its end, the stop may have been sent: for a late timer, by the VM's own clock.
      const end = answer.kind === 'late' ? facts.now : Number.POSITIVE_INFINITY;
      const at = Math.min(before.selfAt ?? end, end);
      return { ...before, timer: undefined, selfAt: at <= facts.now + MINUTE_MS ? at : null };
    }
    case 'lacks':
    case 'refused':
    case 'failed':
      return before;
  }
}

/** A timer does not outlive the run of its VM. Once an auto-stop is over, what the VM has is left to it, and read. */
function afterList(job: Job, { listed, listedAt }: Facts): TimerState {
  const { timer } = job.timer;
  const isLeft = timer?.sent != null && heldStop(job) === undefined;
  const state = isLeft ? { ...job.timer, timer: withoutWrite(timer) } : job.timer;
  if (isOff(listed)) return { ...state, timer: undefined, problem: null };
  const vm = recordIn(listed);
  if (vm?.phase !== 'running') return state;
  const isAnother = timer !== undefined && !isSameRun(timer.run, vm);
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
  const { write } = answer;
  const { kind } = answer.answer;
  const { sent } = before.timer.timer ?? {};
  const isOthers = timer?.by !== undefined && timer.sent === undefined;
  const job = (kind === 'cleared' ? sent == null : isOthers) ? withoutOnVm(before) : before;
  // A reading is followed by the write that it makes necessary, and what the user asked meanwhile.
  const autoStop = heldStop(job);
  const isChanged = write === undefined || !isDeepStrictEqual(sent, write);
  const isDone = problem === null || kind === 'armed';
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
  const wanted = isOff(listed) ? null : onVmLimit(heldStop(job));
  if (wanted !== null && (said?.kind === 'lacks' || said?.kind === 'refused'))
    return event('notArmed', wanted, { kind: 'notArmed', at: now, reason });
  if (held === null || sent === undefined || problem === null) return null;
  const isUnwanted = sent === null || (earlierOf(sent, held) === held && !isNear(sent, held, now));
  const isSoon = earliestEnd(held) - now <= UNSENT_MS && (held.kind === 'idle' || held.at > now);
  return isUnwanted && isSoon ? event('unsent', held, { kind: 'unsent', at: now }) : null;
}

export function stepTimer(before: Job, facts: Facts): Step {
  const { now, monotonic } = facts;
  const answered = stepAnswer({ ...before, timer: afterList(before, facts) }, facts);
  const [key, event] = eventOf(answered, facts) ?? [];
  const { notified } = answered.timer;
  const isNew = key !== undefined && !notified.includes(key);
  const timer = isNew ? { ...answered.timer, notified: [...notified, key] } : answered.timer;
  const effects = isNew && event ? [event] : [];
  const job = { ...answered, timer };
  if (!isTimerNeeded(job, facts)) return { job, effects };
  const write = nextWrite(timer.timer, heldStop(job), now);
  if (facts.vm === 'unreachable' && timer.problem === null && write !== undefined)
    return { job: { ...job, timer: { ...timer, problem: WAITING } }, effects };
  if (facts.vm !== 'ready' || monotonic < timer.nextAt) return { job, effects };
  // It may hold from now on, beside the one before.
  const isNewWrite = write !== undefined && !isDeepStrictEqual(timer.timer?.sent, write);
  const sent = isNewWrite ? withWrite(timer.timer, job.vm, write) : timer.timer;
  return {
    job: { ...job, timer: { ...timer, timer: sent } },
    effects: [...effects, { kind: 'call', write }],
  };
}
