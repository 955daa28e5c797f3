import { isSameRun, type Vm } from '../../../shared/domain/vm.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import { recordIn, type VmLook } from '../kernel/look-at-vm.ts';
import {
  type Attempt,
  type AutoStopState,
  type Due,
  type Effect,
  type Facts,
  heldStop,
  type Job,
  NEVER,
  newDue,
  REPEAT_MS,
  runOf,
  SET,
  type Step,
  WARNING_MS,
} from './job.ts';
import { isArmed, isTimerNeeded, selfStopOf, stepTimer, withoutUnsent } from './step-timer.ts';

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

/** The VM does not run, and only its user starts it again. */
const isOff = (look: VmLook) =>
  look === 'gone' || ['stopped', 'destroyed'].includes(recordIn(look)?.phase ?? '');

const isInterrupted = (look: VmLook | null) =>
  look !== null && recordIn(look)?.phase === 'interrupted';

/** The record of what may run. */
function onIn(look: VmLook): Vm | null {
  const vm = recordIn(look);
  return vm === null || isOff(vm) || isInterrupted(vm) ? null : vm;
}

/** Whether the VM was started after the auto-stop's end. Not the run that was interrupted then and goes on later. */
export function isAnotherRun({ autoStop, run, stage }: AutoStopState, vm: Vm): boolean {
  if (stage.kind !== 'due' || autoStop.progress?.kind === 'interrupted') return false;
  const started = vm.phase === 'running' ? parseDateTime(vm.startedAt) : null;
  // A rounded start may seem later than it was.
  const isKnown = run !== null && run.startedAt !== null && isSameRun(run.startedAt, vm);
  return started !== null && started >= stage.at - WHOLE_MS && !isKnown;
}

/** Notes that the run goes on after the interruption. */
function interrupted(state: AutoStopState, due: Due): AutoStopState {
  const { autoStop } = state;
  if (autoStop.progress?.kind === 'interrupted') return { ...state, stage: due };
  const progress = { kind: 'interrupted', at: due.at } as const;
  return { ...state, stage: due, autoStop: { ...autoStop, progress } };
}

/** When it ends, ms since the epoch; null: not foreseen. */
function endsAt({ elapsesAt, notBefore }: AutoStopState, { now, monotonic, end: due }: Facts) {
  if (typeof due !== 'number') return null;
  const elapsed = elapsesAt === null ? Number.POSITIVE_INFINITY : now + elapsesAt - monotonic;
  return Math.max(Math.min(due, elapsed), now + notBefore - monotonic);
}

/** Whether the announcement still holds. One whose end moved away is repeated. @param soonAt null: it does not end soon */
function isAnnounced(
  { autoStop: { limit, progress }, stage, notBefore }: AutoStopState,
  { end: due }: Facts,
  soonAt: number | null,
): boolean {
  if (progress?.kind !== 'announced' || stage.kind !== 'set') return false;
  // The expected end of an amount moves to and fro.
  const isFar = due === null || (soonAt === null && limit.kind === 'time');
  // The VM was busy again while the app was not running. A change of the clock moves it too.
  return !isFar && !(soonAt !== null && soonAt - progress.at > WARNING_MS && notBefore === NEVER);
}

/** Its stage before the end. `isLong`: its figures have been missing for long, which is notified once. */
function stageBefore({ stage }: AutoStopState, { end: due, isArmed: isKept, monotonic }: JobFacts) {
  if (due !== 'unknown' || isKept) return { stage: SET, isLong: false };
  // An auto-stop that was due and whose VM is busy again starts over.
  const { unknownSince } = stage.kind === 'set' ? stage : SET;
  const since = unknownSince ?? monotonic;
  const isLong = monotonic - since >= UNKNOWN_MS;
  return { stage: { ...SET, unknownSince: isLong ? Number.POSITIVE_INFINITY : since }, isLong };
}

function decideEarly(before: AutoStopState, facts: JobFacts, at: number | null): Decision {
  const { now, monotonic, listed } = facts;
  const run = runOf(listed) ?? before.run;
  if (listed === 'gone' || (run !== null && isOff(listed))) return [before, { kind: 'read' }];
  const { stage, isLong } = stageBefore(before, facts);
  const soonAt = at !== null && at - now <= WARNING_MS ? at : null;
  const { progress, ...unannounced } = before.autoStop;
  const hasWarned = isAnnounced(before, facts, soonAt);
  const autoStop = progress === undefined || hasWarned ? before.autoStop : unannounced;
  const state = { ...before, autoStop, run, stage };
  if (isLong) return notify(state, { kind: 'unknown', at: now });
  // A default that only reminds does so once, at its end.
  const isReminder = autoStop.from === 'default' && facts.access === 'reminds';
  const isQuiet = hasWarned || isReminder || isOff(listed) || isInterrupted(listed);
  if (soonAt === null || isQuiet) return [state];
  const announced = { kind: 'announced', at: soonAt } as const;
  const hasClockJumped = state.notBefore > monotonic;
  const next = { ...state, autoStop: { ...autoStop, progress: announced } };
  return notify(next, { kind: 'soon', at: soonAt, hasClockJumped });
}

/** How its VM came to be off. What was announced and is in time is not notified. */
function offOutcome(
  { run }: AutoStopState,
  { at, late, sentAt, isAnnounced: hasWarned }: Due,
  { selfStop }: JobFacts,
): AutoStopOutcome | null {
  if (sentAt !== null) return hasWarned && late === null ? null : { kind: 'stopped', at, late };
  if (selfStop !== null) return selfStop;
  // The VM ran when last seen. A process that was killed before its notification may have stopped the VM.
  return hasWarned || run === null ? null : { kind: 'stoppedUnseen', at };
}

/** Until the VM's own record is read, and the VM stopped if it runs, ms. */
function waitBefore({ at, nextAt, isRead, sentAt }: Due, facts: JobFacts): number {
  const { now, monotonic, pending, selfStop } = facts;
  // Only its own record ends the auto-stop.
  if (selfStop !== null && !isRead) return 0;
  // Sent by the user, or before a restart.
  if (pending?.operation === 'stop' && !pending.isOverdue && sentAt === null) return EARLY_RETRY_MS;
  return Math.max(nextAt - monotonic, facts.isArmed ? at + ARMED_MS - now : 0);
}

function decideDue(before: AutoStopState, due: Due, facts: JobFacts): Decision {
  const { monotonic, listed, access } = facts;
  const { at, sentAt, isRead } = due;
  const state = { ...before, stage: due };
  if (access === 'signedOut') return end(state, { kind: 'signedOut', at });
  if (isOff(listed) && isRead) return end(state, offOutcome(before, due, facts));
  if (isOff(listed) && sentAt !== null) return [state, { kind: 'read' }];
  // The two minutes begin when it runs again.
  if (isInterrupted(listed))
    return [interrupted(state, { ...due, since: monotonic, nextAt: monotonic })];
  if (typeof listed !== 'string' && isAnotherRun(state, listed))
    return end(state, { kind: 'anotherRun', at });
  const waitMs = waitBefore(due, facts);
  if (access === 'reminds' && onIn(listed) !== null && (sentAt === null || waitMs <= 0))
    return end(state, { kind: 'reminder', at });
  if (waitMs > 0) return [{ ...state, stage: { ...due, nextAt: monotonic + waitMs } }];
  const run = runOf(listed) ?? state.run;
  return [{ ...state, run }, { kind: access === 'reminds' ? 'read' : 'stop' }];
}

function decide(state: AutoStopState, facts: JobFacts): Decision {
  const { stage } = state;
  if (stage.kind === 'ended') return [state];
  const at = endsAt(state, facts);
  // Idle time and amounts end with the run.
  const isOffNow = at === null && isOff(facts.listed);
  if (stage.kind === 'due' && (stage.sentAt !== null || isOffNow))
    return decideDue(state, stage, facts);
  if (at === null || at > facts.now) return decideEarly(state, facts, at);
  const due = stage.kind === 'due' ? stage : newDue(at, facts.monotonic, state.autoStop);
  return decideDue(state, due, facts);
}

type Failure = Extract<Attempt, { kind: 'needless' | 'failed' | 'refused' }>;

const CONTRADICTED =
  'It is listed as not stopped, but by its own record it doesn’t run. Check it in the console.';

/** Why a stop stopped nothing. */
function reasonOf(attempt: Failure): string {
  if (attempt.kind === 'needless') return CONTRADICTED;
  if (attempt.kind === 'failed') return attempt.answer ?? '';
  const { refusal } = attempt;
  return refusal === null ? '' : `${refusal.message} ${refusal.action}`;
}

/** After an attempt that stopped nothing. */
function retry(state: AutoStopState, due: Due, attempt: Failure, facts: Facts): Decision {
  const { listed, monotonic } = facts;
  const isForbidden = attempt.kind === 'refused' && attempt.refusal?.kind === 'forbidden';
  // The provider's own answer, which another attempt hardly changes.
  const isAnswer = attempt.kind === 'failed' || isForbidden;
  const isFailure = attempt.kind !== 'needless' || (due.isRead && onIn(listed) !== null);
  const isLong = isFailure && monotonic - due.since >= REPORT_MS;
  const isReported = due.isReported || isAnswer || isLong;
  const nextAt = monotonic + (isReported ? RETRY_MS : EARLY_RETRY_MS);
  const stage = { ...due, isReported, nextAt };
  const outcome = { kind: 'failed', at: due.at, reason: reasonOf(attempt) } as const;
  return notify({ ...state, stage }, isReported && !due.isReported ? outcome : null);
}

/** Why its VM is left running, by its own record. */
const unstoppedOutcome = (state: AutoStopState, { at }: Due, vm: Vm | null): AutoStopOutcome => ({
  kind: vm && isAnotherRun(state, vm) ? 'anotherRun' : 'reminder',
  at,
});

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
      const late = isLate ? { ms, perHour } : null;
      const times = { sentAt: monotonic, since: monotonic, nextAt: monotonic + REPEAT_MS };
      const progress = { kind: 'sent', at } as const;
      const stage = { ...due, ...times, late };
      return [{ ...state, autoStop: { ...autoStop, progress }, stage }];
    }
    case 'unwanted':
      return end(state, unstoppedOutcome(state, was, attempt.vm));
    case 'needless': {
      const isRead = attempt.progress === 'done';
      // The two minutes of a stop that was sent begin once it is done.
      const read = { ...due, isRead, ...(isRead && !was.isRead && { since: monotonic }) };
      return retry(
        isInterrupted(attempt.vm) ? interrupted(state, read) : state,
        read,
        attempt,
        facts,
      );
    }
    case 'failed':
    case 'refused':
      return retry(state, due, attempt, facts);
  }
}

/** After the VM's own record was read, without a list that shows the VM running. */
function afterRead(state: AutoStopState, look: VmLook, facts: JobFacts): Decision {
  const { stage } = state;
  if (stage.kind !== 'due') {
    return isOff(look) ? end(state, facts.selfStop) : [state];
  }
  if (isOff(look)) return end(state, offOutcome(state, stage, facts));
  const { nextAt } = stage;
  if (stage.sentAt !== null) {
    const nextReadAt = Math.max(nextAt, facts.monotonic + EARLY_RETRY_MS);
    return [{ ...state, stage: { ...stage, nextAt: nextReadAt } }];
  }
  const vm = recordIn(look);
  if (isInterrupted(look)) return [interrupted(state, { ...stage, nextAt: nextAt + RETRY_MS })];
  return end(state, unstoppedOutcome(state, stage, vm));
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
  const timer = heldStop({ autoStop }) ? before.timer : withoutUnsent(before.timer);
  const { job, effects } = stepTimer({ ...before, autoStop, timer }, facts);
  return { job, effects: effect === undefined ? effects : [effect, ...effects] };
}

/** When the auto-stop is to be decided again, ms from now; infinite: after the next poll. */
function waitOf(state: AutoStopState, facts: Facts): number {
  const { now, monotonic, listed } = facts;
  const { stage } = state;
  if (stage.kind === 'ended') return Number.POSITIVE_INFINITY;
  if (stage.kind === 'due') return isInterrupted(listed) ? RETRY_MS : stage.nextAt - monotonic;
  if (facts.end === 'unknown') return RETRY_MS;
  const wait = (endsAt(state, facts) ?? Number.POSITIVE_INFINITY) - now;
  return wait > WARNING_MS ? wait - WARNING_MS : wait;
}

/** Until something of a job is due, ms; infinite: after the next poll. */
export function waitFor(job: Job, facts: Facts): number {
  const isCalled = facts.vm === 'ready' && isTimerNeeded(job, facts);
  const waits = [
    ...(job.autoStop ? [waitOf(job.autoStop, facts)] : []),
    ...(isCalled ? [job.timer.nextAt - facts.monotonic] : []),
  ];
  return Math.max(0, Math.min(...waits));
}
