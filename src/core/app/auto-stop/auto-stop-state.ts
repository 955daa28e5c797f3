import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { isSameRun, type Vm, type VmPhase } from '../../../shared/domain/index.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import type { PendingOperation } from '../../../shared/operations/index.ts';
import type { AutoStopOutcome, LateStop } from '../../events/index.ts';
import { announced, announcementNow, WARNING_MS } from './announcement.ts';
import type { AutoStopEnd } from './auto-stop-end.ts';

/** Wall and monotonic time that part by more than that: the clock was changed, ms. */
export const JUMP_MS = 2 * 60_000;

/** Between two attempts of a due auto-stop, ms: more often while a network that wakes up may explain the failure. */
export const EARLY_RETRY_MS = 10_000;
export const RETRY_MS = 60_000;
/** How long attempts may fail before a notification, ms. Also between two stops that the service answers with an error. */
export const REPORT_MS = 110_000;

/** A stop is sent again when its VM still runs after that long: something in front of the provider may have answered it, ms. */
const REPEAT_MS = 90_000;

/** A provider may tell the time of a start without its fraction, ms. */
const WHOLE_MS = 1_000;

/** How long an end is left to the VM that confirmed it, ms. */
const ARMED_MS = 2 * 60_000;

/** How long an auto-stop's figures may be missing before a notification, ms. */
const UNKNOWN_MS = 30 * 60_000;

/** Times are monotonic ms, but for `at`. */
type Stage =
  /** Before its end. `unknownSince`: its figures are missing; null: they are known. */
  | { readonly kind: 'set'; readonly unknownSince: number | null; readonly isReported: boolean }
  /** After its end, until a stop was sent. */
  | {
      readonly kind: 'due';
      /** When it ended, ms since the epoch. */
      readonly at: number;
      readonly since: number;
      readonly nextAt: number;
      readonly isReported: boolean;
      /** The VM's own record, as read last, said that it does not run. */
      readonly isRead: boolean;
      /** A stop was sent and confirmed, and the VM is listed as running all the same. */
      readonly isSent: boolean;
      /** A stop was sent and is not confirmed. */
      readonly isRepeat: boolean;
    }
  /** The operations confirm the stop. `since`: of the first attempt after one that was confirmed; null: none was. */
  | {
      readonly kind: 'sent';
      readonly at: number;
      /** Or the start of this program, since when nothing confirmed it. */
      readonly sentAt: number;
      readonly since: number | null;
      readonly isReported: boolean;
      /** Null: in time, or not known after a restart. */
      readonly late: LateStop | null;
    }
  /** Its removal from the settings may have failed: it must not run again. */
  | { readonly kind: 'ended' };

/** One auto-stop. Monotonic times are in ms. */
export interface AutoStopState {
  readonly autoStop: AutoStop;
  /** As in the settings, which a change of `auto-stop` may not have reached. */
  readonly stored: AutoStop;
  /** Its end was notified before. */
  readonly isAnnounced: boolean;
  /** The run of its VM that it stops, as listed; null: not seen running. An auto-stop of a stopped VM is for its next run. */
  readonly run: { readonly startedAt: string | null } | null;
  /** When a duration is over by elapsed time, monotonic; null: the auto-stop is not a duration. */
  readonly elapsesAt: number | null;
  /** The clock was changed: it does not end before that, monotonic. */
  readonly notBefore: number;
  readonly stage: Stage;
}

/** The VM as listed; `gone` from a complete list; `unknown` without an up-to-date list. */
export type Listed = Vm | 'gone' | 'unknown';

export interface AutoStopFacts {
  /** ms since the epoch. */
  readonly now: number;
  readonly monotonic: number;
  readonly end: AutoStopEnd;
  readonly listed: Listed;
  readonly access: 'stops' | 'reminds' | 'signedOut';
  /** As in `Provider`: a 403 then is final. */
  readonly reportsScope: boolean;
  /** On a server: what nobody reads ends no auto-stop, and is tried each minute. */
  readonly isUnattended: boolean;
  readonly pending: PendingOperation | undefined;
  /** The VM confirmed that it stops itself at this end. */
  readonly isArmed: boolean;
  /** How it came to the stop that is listed; null: not by itself. */
  readonly selfStop: SelfStop | null;
}

/** A VM stopped itself at about that time, ms since the epoch. `isSeen`: otherwise it may have been stopped in another way. */
export interface SelfStop {
  readonly at: number;
  readonly isSeen: boolean;
}

/** The next step of an auto-stop. `read`: its VM's own record. */
export interface Decision {
  readonly state: AutoStopState;
  readonly step:
    | { readonly kind: 'none' | 'read' | 'stop' }
    | { readonly kind: 'notify'; readonly news: AutoStopOutcome }
    | { readonly kind: 'end'; readonly news: AutoStopOutcome | null };
}

export type Due = Extract<Stage, { kind: 'due' }>;

const NEVER = Number.NEGATIVE_INFINITY;

const SET = { kind: 'set', unknownSince: null, isReported: false } as const satisfies Stage;

export const none = (state: AutoStopState): Decision => ({ state, step: { kind: 'none' } });
export const notify = (state: AutoStopState, news: AutoStopOutcome): Decision => ({
  state,
  step: { kind: 'notify', news },
});
export const end = (state: AutoStopState, news: AutoStopOutcome | null = null): Decision => ({
  state,
  step: { kind: 'end', news },
});

const phaseOf = (listed: Listed): VmPhase | 'gone' =>
  typeof listed === 'string' ? listed : listed.phase;

const runOf = (listed: Listed) =>
  typeof listed !== 'string' && listed.phase === 'running' ? { startedAt: listed.startedAt } : null;

export const isInterrupted = ({ phase }: Vm) => phase === 'interrupted';

/** It does not run, and nothing but its user starts it again. */
const isOff = (phase: VmPhase | 'gone') => ['gone', 'stopped', 'destroyed'].includes(phase);

/** In the list, as what may run. */
const isListedOn = (listed: Listed): listed is Vm =>
  typeof listed !== 'string' && !isOff(listed.phase) && !isInterrupted(listed);

/** The state of an auto-stop that is read for the first time, or set again. */
export function newAutoStop(
  autoStop: AutoStop,
  listed: Listed,
  { now, monotonic }: Pick<AutoStopFacts, 'now' | 'monotonic'>,
): AutoStopState {
  const { limit, progress } = autoStop;
  const isSent = progress?.kind === 'sent';
  const ms = limit.kind === 'time' ? limit.ms : undefined;
  return {
    autoStop,
    stored: autoStop,
    isAnnounced: progress?.kind === 'announced',
    run: runOf(listed),
    elapsesAt:
      limit.kind === 'time' && ms !== undefined ? monotonic + Math.min(limit.at - now, ms) : null,
    notBefore: NEVER,
    stage: isSent
      ? {
          kind: 'sent',
          at: progress.at,
          sentAt: monotonic,
          since: null,
          isReported: false,
          late: null,
        }
      : SET,
  };
}

/** Corrects a limit that was set under a clock which was ahead. */
export function withClock(state: AutoStopState, now: number, monotonic: number): AutoStopState {
  const { autoStop, elapsesAt } = state;
  const { limit } = autoStop;
  if (limit.kind === 'time') {
    if (elapsesAt === null) return state;
    const at = now + elapsesAt - monotonic;
    return limit.at - at > JUMP_MS
      ? { ...state, autoStop: { ...autoStop, limit: { ...limit, at } } }
      : state;
  }
  if (limit.since - now <= JUMP_MS) return state;
  return { ...state, autoStop: { ...autoStop, limit: { ...limit, since: now } } };
}

/** After a change of the clock: one that is not due yet is announced again, in time to extend it. Not again in that time: clocks may jump on. */
export function afterJump(state: AutoStopState, monotonic: number): AutoStopState {
  const { stage, isAnnounced, notBefore } = state;
  if (stage.kind !== 'set' || (isAnnounced && notBefore >= monotonic)) return state;
  return { ...state, isAnnounced: false, notBefore: monotonic + WARNING_MS };
}

/** Time asleep does not count as time without figures. */
export function afterSleep(state: AutoStopState): AutoStopState {
  const { stage } = state;
  return stage.kind === 'set' ? { ...state, stage: { ...stage, unknownSince: null } } : state;
}

export function atOnce(state: AutoStopState, monotonic: number): AutoStopState {
  const { stage } = state;
  return stage.kind === 'due' ? { ...state, stage: { ...stage, nextAt: monotonic } } : state;
}

/** When it ends, ms since the epoch; null: not foreseen. */
function endsAt({ elapsesAt, notBefore }: AutoStopState, facts: AutoStopFacts): number | null {
  const { now, monotonic } = facts;
  if (facts.end.kind !== 'at') return null;
  const elapsed = elapsesAt === null ? Number.POSITIVE_INFINITY : now + elapsesAt - monotonic;
  return Math.max(Math.min(facts.end.at, elapsed), now + notBefore - monotonic);
}

/** Until it is to be decided again, ms; null: after the next poll. */
export function waitOf(state: AutoStopState, facts: AutoStopFacts): number | null {
  const { now, monotonic } = facts;
  const { stage } = state;
  switch (stage.kind) {
    case 'due':
      return phaseOf(facts.listed) === 'interrupted'
        ? RETRY_MS
        : Math.max(0, stage.nextAt - monotonic);
    case 'set': {
      if (facts.end.kind === 'unknown') return RETRY_MS;
      const at = endsAt(state, facts);
      if (at === null) return null;
      const toWarning = at - WARNING_MS - now;
      return Math.max(0, toWarning > 0 ? toWarning : at - now);
    }
    case 'sent':
      return stage.sentAt > monotonic - REPEAT_MS
        ? Math.min(RETRY_MS, stage.sentAt + REPEAT_MS - monotonic)
        : RETRY_MS;
    case 'ended':
      return null;
  }
}

/** Whether the VM was started after the auto-stop's end. Not the run that was interrupted then and goes on later. */
export function isAnotherRun({ autoStop, run, stage }: AutoStopState, vm: Vm): boolean {
  if (stage.kind !== 'due' || autoStop.progress?.kind === 'interrupted') return false;
  const { phase, startedAt } = vm;
  const started = phase === 'running' ? parseDateTime(startedAt) : null;
  // A rounded start may seem later than it was.
  const isKnown = run !== null && run.startedAt !== null && isSameRun(run.startedAt, vm);
  return started !== null && started >= stage.at - WHOLE_MS && !isKnown;
}

/** Notes that the run goes on after the interruption. */
export function interrupted(state: AutoStopState): AutoStopState {
  const { autoStop, stage } = state;
  if (stage.kind !== 'due' || autoStop.progress?.kind === 'interrupted') return state;
  return { ...state, autoStop: { ...autoStop, progress: { kind: 'interrupted', at: stage.at } } };
}

function decideEarly(state: AutoStopState, facts: AutoStopFacts, at: number | null): Decision {
  const { now, monotonic, listed } = facts;
  const phase = phaseOf(listed);
  const run = runOf(listed) ?? state.run;
  if (run !== null && (phase === 'stopped' || phase === 'destroyed'))
    return { state, step: { kind: 'read' } };
  // An auto-stop that was due and whose VM is busy again starts over.
  const { unknownSince, isReported } = state.stage.kind === 'set' ? state.stage : SET;
  const isUnknown = facts.end.kind === 'unknown' && !facts.isArmed;
  const since = isUnknown ? (unknownSince ?? monotonic) : null;
  const stage = { kind: 'set', unknownSince: since, isReported: isUnknown && isReported } as const;
  const soonAt = at !== null && at - now <= WARNING_MS ? at : null;
  const { autoStop, isAnnounced } = announcementNow(state, facts.end, soonAt);
  const next = { ...state, autoStop, run, isAnnounced, stage };
  if (since !== null && !isReported && monotonic - since >= UNKNOWN_MS)
    return notify({ ...next, stage: { ...stage, isReported: true } }, { kind: 'unknown', at: now });
  // A default that only reminds does so once, at its end.
  const isReminder = autoStop.from === 'default' && facts.access === 'reminds';
  const isQuiet = isAnnounced || isReminder || isOff(phase) || phase === 'interrupted';
  if (soonAt === null || isQuiet) return none(next);
  const hasClockJumped = state.notBefore > monotonic;
  const told = { ...next, autoStop: announced(autoStop, soonAt), isAnnounced: true };
  return notify(told, { kind: 'soon', at: soonAt, hasClockJumped });
}

/** Its VM has been listed as what may run for two minutes, against its own record. */
export function contradictionOf(
  { at, since, isReported }: Due,
  facts: AutoStopFacts,
): AutoStopOutcome | null {
  const { listed, monotonic } = facts;
  if (isReported || monotonic - since < REPORT_MS || !isListedOn(listed)) return null;
  return { kind: 'contradicted', at, listed: listed.status };
}

/** Its end was announced: then its stop in time is no news. */
const stoppedNews = (
  { isAnnounced }: AutoStopState,
  at: number,
  late: LateStop | null,
): AutoStopOutcome | null => (isAnnounced && late === null ? null : { kind: 'stopped', at, late });

const selfNews = ({ selfStop }: Pick<AutoStopFacts, 'selfStop'>): AutoStopOutcome | null =>
  selfStop && { kind: 'selfStopped', ...selfStop };

/** It ran when it was seen last. Its stop may be that of a process that was killed before it could tell. */
const unseenNews = (
  { isAnnounced, run }: AutoStopState,
  at: number,
  facts: Pick<AutoStopFacts, 'selfStop'>,
): AutoStopOutcome | null =>
  selfNews(facts) ?? (isAnnounced || run === null ? null : { kind: 'stoppedUnseen', at });

/** Until a stop is sent, ms. */
function waitBefore({ at, nextAt, isRead, isRepeat }: Due, facts: AutoStopFacts): number {
  const { now, monotonic, pending, isArmed, selfStop } = facts;
  // Only its own record ends the auto-stop.
  if (selfStop !== null && !isRead) return 0;
  // Sent by the user, or before a restart.
  if (pending?.operation === 'stop' && !pending.isOverdue && !isRepeat) return EARLY_RETRY_MS;
  return Math.max(nextAt - monotonic, isArmed ? at + ARMED_MS - now : 0);
}

function decideDue(before: AutoStopState, due: Due, facts: AutoStopFacts): Decision {
  const { monotonic, listed, access } = facts;
  const { at } = due;
  const state = { ...before, stage: due };
  if (access === 'signedOut') return end(state, { kind: 'signedOut', at });
  if (isOff(phaseOf(listed)) && due.isRead)
    return end(state, due.isSent ? stoppedNews(state, at, null) : unseenNews(state, at, facts));
  // The two minutes begin when it runs again.
  if (phaseOf(listed) === 'interrupted')
    return none(interrupted({ ...state, stage: { ...due, since: monotonic, nextAt: monotonic } }));
  if (typeof listed !== 'string' && isAnotherRun(state, listed))
    return end(state, { kind: 'anotherRun', at });
  if (access === 'reminds' && isListedOn(listed)) return end(state, { kind: 'reminder', at });
  const contradiction = due.isSent ? contradictionOf(due, facts) : null;
  if (contradiction !== null)
    return notify({ ...state, stage: { ...due, isReported: true } }, contradiction);
  const waitMs = waitBefore(due, facts);
  if (waitMs > 0) return none({ ...state, stage: { ...due, nextAt: monotonic + waitMs } });
  const run = runOf(listed) ?? state.run;
  return { state: { ...state, run }, step: { kind: access === 'reminds' ? 'read' : 'stop' } };
}

function decideSent(
  state: AutoStopState,
  sent: Extract<Stage, { kind: 'sent' }>,
  facts: AutoStopFacts,
): Decision {
  const { at, since, sentAt, isReported, late } = sent;
  const { listed, pending, access, monotonic } = facts;
  if (access === 'signedOut') return end(state, { kind: 'signedOut', at });
  const phase = phaseOf(listed);
  if (pending?.operation === 'stop') {
    const isOn = listed === 'unknown' || (isListedOn(listed) && phase !== 'stopping');
    if (!isOn || monotonic - sentAt < REPEAT_MS) return none(state);
    const due = { kind: 'due', at, since: sentAt, nextAt: monotonic, isReported } as const;
    return decideDue(state, { ...due, isRead: false, isSent: false, isRepeat: true }, facts);
  }
  if (listed === 'unknown' || pending !== undefined) return none(state);
  if (isOff(phase)) return end(state, stoppedNews(state, at, late));
  // Confirmed, and yet it is listed as not stopped.
  const first = since ?? monotonic;
  const due = { kind: 'due', at, since: first, nextAt: monotonic, isReported } as const;
  return decideDue(state, { ...due, isRead: true, isSent: true, isRepeat: false }, facts);
}

/** The next step now. Called again before a VM is stopped, it decides the same. */
export function decideAutoStop(state: AutoStopState, facts: AutoStopFacts): Decision {
  const { stage } = state;
  if (stage.kind === 'ended') return none(state);
  if (stage.kind === 'sent') return decideSent(state, stage, facts);
  const at = endsAt(state, facts);
  // Its VM's own record has to say the same as the list.
  if (at === null && stage.kind === 'due' && isOff(phaseOf(facts.listed)))
    return decideDue(state, stage, facts);
  if (facts.end.kind === 'gone') return { state, step: { kind: 'read' } };
  if (at === null || at > facts.now) return decideEarly(state, facts, at);
  if (stage.kind === 'due') return decideDue(state, stage, facts);
  const { monotonic: now } = facts;
  const due = { kind: 'due', at, since: now, nextAt: now, isReported: false } as const;
  return decideDue(state, { ...due, isRead: false, isSent: false, isRepeat: false }, facts);
}

/** After its VM's own record was read, without a list that says that it runs. @param vm undefined: the reading failed */
export function decideRead(
  state: AutoStopState,
  vm: Vm | null | undefined,
  facts: Pick<AutoStopFacts, 'selfStop'>,
): Decision {
  const { stage } = state;
  if (vm === null || (vm !== undefined && isOff(vm.phase))) return end(state, selfNews(facts));
  if (stage.kind !== 'due') return none(state);
  const { at, nextAt } = stage;
  if (vm === undefined) return end(state, { kind: 'reminder', at });
  if (isInterrupted(vm))
    return none(interrupted({ ...state, stage: { ...stage, nextAt: nextAt + RETRY_MS } }));
  return end(state, { kind: isAnotherRun(state, vm) ? 'anotherRun' : 'reminder', at });
}
