import { isSameRun, runningSince } from '../../../shared/domain/vm.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import { recordIn, type VmLook } from '../kernel/look-at-vm.ts';
import {
  type Attempt,
  type AutoStopState,
  type Due,
  type Effect,
  type Facts,
  type Job,
  NEVER,
  newDue,
  REPEAT_MS,
  runOf,
  SET,
  type Step,
  WARNING_MS,
} from './job.ts';
import { isArmed, isOff, isTimerNeeded, selfStopOf, stepTimer } from './step-timer.ts';

/** Between two attempts while a network that wakes up may explain the failure, ms. */
const EARLY_RETRY_MS = 10_000;
/** Between two attempts of a due auto-stop, ms. */
const RETRY_MS = 60_000;
/** How long attempts may fail before a notification, ms. */
const REPORT_MS = 110_000;

/** A provider may tell the time of a start without its fraction, ms. */
const WHOLE_MS = 1_000;
/** How long an end is left to the VM that confirmed it, ms. */
const ARMED_MS = 2 * 60_000;
/** How long an auto-stop's figures may be missing before a notification, ms. */
const UNKNOWN_MS = 30 * 60_000;
/** A stop that is late by this much is notified, with the cost of the delay, ms. */
const LATE_MS = 5 * 60_000;

interface JobFacts extends Facts {
  /** The VM confirmed that it stops itself at this end. */
  readonly isArmed: boolean;
  /** The listed stop, where the VM stopped itself; null: somebody else stopped the VM. */
  readonly selfStop: AutoStopOutcome | null;
}

type Decision = readonly [AutoStopState, Effect?];

const notify = (state: AutoStopState, outcome: AutoStopOutcome | null): Decision =>
  outcome === null ? [state] : [state, { kind: 'event', autoStop: state.autoStop, outcome }];

const end = (state: AutoStopState, outcome: AutoStopOutcome | null): Decision =>
  notify({ ...state, stage: { kind: 'ended' } }, outcome);

const isInterrupted = (look: VmLook) => recordIn(look)?.phase === 'interrupted';

/** Whether a record says that the VM may run. */
const mayBeOn = (look: VmLook) => recordIn(look) !== null && !isOff(look) && !isInterrupted(look);

/** Whether the VM was started after the auto-stop's end. Not the run that was interrupted then and goes on later. */
export function isAnotherRun({ autoStop, run, stage }: AutoStopState, look: VmLook): boolean {
  const vm = recordIn(look);
  const started = vm && runningSince(vm);
  const goesOn = autoStop.progress?.kind === 'interrupted';
  if (vm === null || started === null || stage.kind !== 'due' || goesOn) return false;
  // A rounded start may seem later than it was.
  const isKnown = run !== null && run.startedAt !== null && isSameRun(run.startedAt, vm);
  return started >= stage.at - WHOLE_MS && !isKnown;
}

/** Notes that the run goes on after the interruption. */
function interrupted(state: AutoStopState, due: Due): AutoStopState {
  const progress = { kind: 'interrupted', at: due.at } as const;
  return { ...state, stage: due, autoStop: { ...state.autoStop, progress } };
}

/** Whether the announcement still holds. One whose end moved away is repeated. @param soonAt null: it does not end soon */
function isAnnounced(state: AutoStopState, at: Facts['end'], soonAt: number | null): boolean {
  const { limit, progress } = state.autoStop;
  if (progress?.kind !== 'announced' || state.stage.kind !== 'set') return false;
  // The expected end of an amount moves to and fro.
  const isFar = at === null || (soonAt === null && limit.kind === 'time');
  // The VM was busy again while the app was not running. A change of the clock moves it too.
  const hasMoved = soonAt !== null && soonAt - progress.at > WARNING_MS;
  return !isFar && !(hasMoved && state.notBefore === NEVER);
}

function decideEarly(before: AutoStopState, facts: JobFacts): Decision {
  const { now, monotonic, listed, end: at } = facts;
  const run = runOf(listed) ?? before.run;
  if (listed === 'gone' || (run !== null && isOff(listed))) return [before, { kind: 'read' }];
  // An auto-stop that was due and whose VM is busy again starts over.
  const { unknownSince } = before.stage.kind === 'set' ? before.stage : SET;
  const since = at === 'unknown' && !facts.isArmed ? (unknownSince ?? monotonic) : null;
  const isLong = since !== null && monotonic - since >= UNKNOWN_MS;
  const stage = { ...SET, unknownSince: isLong ? Number.POSITIVE_INFINITY : since };
  const soonAt = typeof at === 'number' && at - now <= WARNING_MS ? at : null;
  const { progress, ...unannounced } = before.autoStop;
  const hasWarned = isAnnounced(before, at, soonAt);
  const autoStop = hasWarned ? before.autoStop : unannounced;
  const state = { ...before, autoStop, run, stage };
  if (isLong) return notify(state, { kind: 'unknown', at: now });
  // A default that only reminds does so once, at its end.
  const isReminder = autoStop.from === 'default' && facts.access === 'reminds';
  const isQuiet = hasWarned || isReminder || isOff(listed) || isInterrupted(listed);
  if (soonAt === null || isQuiet) return [state];
  const announced = { ...autoStop, progress: { kind: 'announced', at: soonAt } } as const;
  const hasClockJumped = state.notBefore > monotonic;
  return notify({ ...state, autoStop: announced }, { kind: 'soon', at: soonAt, hasClockJumped });
}

/** Ends the auto-stop of a VM that is off. A stop in time that was announced is not notified. */
function endOff(state: AutoStopState, due: Due, { selfStop }: JobFacts): Decision {
  const { at, late, isSent, isAnnounced: hasWarned } = due;
  if (isSent) return end(state, hasWarned && late === null ? null : { kind: 'stopped', at, late });
  if (selfStop !== null) return end(state, selfStop);
  // The VM ran when last seen. A process that was killed before its notification may have stopped the VM.
  return end(state, hasWarned || state.run === null ? null : { kind: 'stoppedUnseen', at });
}

/** Until the VM's own record is read, and the VM stopped if it runs, ms. */
function waitBefore({ at, nextAt, isRead, isSent }: Due, facts: JobFacts): number {
  const { now, monotonic, pending, selfStop } = facts;
  // Only its own record ends the auto-stop.
  if (selfStop !== null && !isRead) return 0;
  // Sent by the user, or before a restart.
  if (pending?.operation === 'stop' && !pending.isOverdue && !isSent) return EARLY_RETRY_MS;
  return Math.max(nextAt - monotonic, facts.isArmed ? at + ARMED_MS - now : 0);
}

function decideDue(before: AutoStopState, due: Due, facts: JobFacts): Decision {
  const { monotonic, listed, access } = facts;
  const { at, isSent, isRead } = due;
  const state = { ...before, stage: due };
  if (access === 'signedOut') return end(state, { kind: 'signedOut', at });
  if (isOff(listed) && isRead) return endOff(state, due, facts);
  if (isOff(listed) && isSent) return [state, { kind: 'read' }];
  // The two minutes begin when it runs again.
  if (isInterrupted(listed))
    return [interrupted(state, { ...due, since: monotonic, nextAt: monotonic })];
  if (isAnotherRun(state, listed)) return end(state, { kind: 'anotherRun', at });
  const waitMs = waitBefore(due, facts);
  if (access === 'reminds' && mayBeOn(listed) && (!isSent || waitMs <= 0))
    return end(state, { kind: 'reminder', at });
  if (waitMs > 0) return [{ ...state, stage: { ...due, nextAt: monotonic + waitMs } }];
  const run = runOf(listed) ?? state.run;
  return [{ ...state, run }, { kind: access === 'reminds' ? 'read' : 'stop' }];
}

function decide(state: AutoStopState, facts: JobFacts): Decision {
  const { stage } = state;
  const { end: at, now, monotonic, listed } = facts;
  if (stage.kind === 'ended') return [state];
  const isFuture = typeof at !== 'number' || at > now;
  // Idle time and amounts end with the run.
  const isOver = typeof at !== 'number' && isOff(listed);
  if (stage.kind === 'due' && (!isFuture || isOver || stage.isSent))
    return decideDue(state, stage, facts);
  return isFuture
    ? decideEarly(state, facts)
    : decideDue(state, newDue(at, monotonic, state.autoStop), facts);
}

const CONTRADICTED =
  'It is listed as not stopped, but by its own record it doesn’t run. Check it in the console.';

/** After an attempt that stopped nothing. */
function retry(state: AutoStopState, due: Due, attempt: Attempt, facts: Facts): Decision {
  const { listed, monotonic } = facts;
  const isNeedless = attempt.kind === 'needless';
  // The provider's own answer, which another attempt hardly changes.
  const isAnswer = attempt.kind === 'failed' || (attempt.kind === 'refused' && attempt.isForbidden);
  const isFailure = !isNeedless || (due.isRead && mayBeOn(listed));
  const isLong = isFailure && monotonic - due.since >= REPORT_MS;
  const isReported = due.isReported || isAnswer || isLong;
  const nextAt = monotonic + (isReported ? RETRY_MS : EARLY_RETRY_MS);
  const reason = isNeedless ? CONTRADICTED : (attempt.answer ?? '');
  const outcome =
    isReported && !due.isReported && ({ kind: 'failed', at: due.at, reason } as const);
  return notify({ ...state, stage: { ...due, isReported, nextAt } }, outcome || null);
}

/** Ends the auto-stop and leaves the VM running. @param look at the VM's own record */
const unstopped = (state: AutoStopState, { at }: Due, look: VmLook): Decision =>
  end(state, { kind: isAnotherRun(state, look) ? 'anotherRun' : 'reminder', at });

function afterAttempt(state: AutoStopState, was: Due, attempt: Attempt, facts: Facts): Decision {
  const { autoStop } = state;
  const { now, monotonic } = facts;
  const { at } = was;
  const due = { ...was, isRead: false };
  switch (attempt.kind) {
    case 'sent': {
      const ms = now - at;
      // The time of an interruption costs nothing that a stop would have saved.
      const isLate = ms >= LATE_MS && autoStop.progress?.kind !== 'interrupted';
      const perHour = attempt.vm?.rates.running?.perHour ?? null;
      const times = { isSent: true, since: monotonic, nextAt: monotonic + REPEAT_MS };
      const stage = { ...due, ...times, late: isLate ? { ms, perHour } : null };
      return [{ ...state, autoStop: { ...autoStop, progress: { kind: 'sent', at } }, stage }];
    }
    case 'unwanted':
      return unstopped(state, was, attempt.vm ?? 'gone');
    case 'needless': {
      const isRead = attempt.progress === 'done';
      // The two minutes of a stop that was sent begin once it is done.
      const read = { ...due, isRead, ...(isRead && !was.isRead && { since: monotonic }) };
      const isWaiting = isInterrupted(attempt.vm ?? 'gone');
      return retry(isWaiting ? interrupted(state, read) : state, read, attempt, facts);
    }
    case 'failed':
    case 'refused':
      return retry(state, due, attempt, facts);
  }
}

/** After the VM's own record was read, without a list that shows the VM running. */
function afterRead(state: AutoStopState, look: VmLook, facts: JobFacts): Decision {
  const due = state.stage.kind === 'due' ? state.stage : null;
  if (isOff(look)) return due ? endOff(state, due, facts) : end(state, facts.selfStop);
  if (due === null) return [state];
  if (due.isSent) {
    const nextAt = Math.max(due.nextAt, facts.monotonic + EARLY_RETRY_MS);
    return [{ ...state, stage: { ...due, nextAt } }];
  }
  if (isInterrupted(look)) return [interrupted(state, { ...due, nextAt: due.nextAt + RETRY_MS })];
  return unstopped(state, due, look);
}

function stepAutoStop(state: AutoStopState, facts: JobFacts): Decision {
  const { answer } = facts;
  if (answer === null) return decide(state, facts);
  if (answer.kind === 'read') return afterRead(state, answer.look, facts);
  const isStop = answer.kind === 'stop' && state.stage.kind === 'due';
  return isStop ? afterAttempt(state, state.stage, answer.attempt, facts) : [state];
}

/** The next step of a job. An auto-stop that is over sets no timer, least of all in another run. */
export function step(before: Job, facts: Facts): Step {
  const jobFacts = { ...facts, isArmed: isArmed(before), selfStop: selfStopOf(before, facts) };
  const [autoStop = null, effect] = before.autoStop ? stepAutoStop(before.autoStop, jobFacts) : [];
  const { job, effects } = stepTimer({ ...before, autoStop }, facts);
  return { job, effects: effect === undefined ? effects : [effect, ...effects] };
}

/** When the auto-stop is to be decided again, ms from now; infinite: after the next poll. */
function waitOf({ stage }: AutoStopState, facts: Facts): number {
  const { now, monotonic, listed, end: at } = facts;
  if (stage.kind === 'ended') return Number.POSITIVE_INFINITY;
  if (stage.kind === 'due') return isInterrupted(listed) ? RETRY_MS : stage.nextAt - monotonic;
  if (at === 'unknown') return RETRY_MS;
  const wait = (at ?? Number.POSITIVE_INFINITY) - now;
  return wait > WARNING_MS ? wait - WARNING_MS : wait;
}

/** Until something of a job is due, ms; infinite: after the next poll. */
export function waitFor(job: Job, facts: Facts): number {
  const isCalled = facts.vm === 'ready' && isTimerNeeded(job, facts);
  const callWait = isCalled ? job.timer.nextAt - facts.monotonic : Number.POSITIVE_INFINITY;
  return Math.max(0, job.autoStop ? Math.min(waitOf(job.autoStop, facts), callWait) : callWait);
}
