import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import type { PendingOperation } from '../../../shared/operations/pending.ts';
import type { AutoStopOutcome, LateStop } from '../../events/index.ts';
import { recordIn, type VmLook } from '../kernel/look-at-vm.ts';

/** How long before its end an auto-stop is announced, ms. */
export const WARNING_MS = 10 * 60_000;

/** Wall and monotonic time that part by more than that: the clock was changed, ms. */
export const JUMP_MS = 2 * 60_000;

/** Between two attempts of a due auto-stop, ms. */
export const RETRY_MS = 60_000;

/** A stop is sent again when the VM still runs after this time: a gateway may have answered in the provider's place, ms. */
export const REPEAT_MS = 90_000;

/** After its end, until its VM is confirmed as stopped. Times are monotonic ms, but for `at`. */
export interface Due {
  readonly kind: 'due';
  /** When it ended, ms since the epoch. */
  readonly at: number;
  /** The begin of what is notified after two minutes: of attempts that fail, or of records that contradict each other. */
  readonly since: number;
  readonly nextAt: number;
  readonly isReported: boolean;
  /** Its end was announced. */
  readonly isAnnounced: boolean;
  /** The VM's own record, as read last, said that it does not run. */
  readonly isRead: boolean;
  /** When a stop was accepted last, or its answer was lost; null: none was. */
  readonly sentAt: number | null;
  /** Null: in time, or not known after a restart. */
  readonly late: LateStop | null;
}

type Stage =
  /** Before its end. `unknownSince`: its figures are missing, monotonic; null: they are known. */
  | { readonly kind: 'set'; readonly unknownSince: number | null; readonly isReported: boolean }
  | Due
  /** Its removal from the settings may have failed: it must not run again. */
  | { readonly kind: 'ended' };

/** One auto-stop. Monotonic times are in ms. */
export interface AutoStopState {
  readonly autoStop: AutoStop;
  /** As in the settings, which a change of `auto-stop` may not have reached. */
  readonly stored: AutoStop;
  /** The run to stop, as listed; null: not seen running. An auto-stop of a stopped VM is for the VM's next run. */
  readonly run: { readonly startedAt: string | null } | null;
  /** When a duration is over by elapsed time, monotonic; null: the auto-stop is not a duration. */
  readonly elapsesAt: number | null;
  /** The clock was changed: it does not end before that, monotonic. */
  readonly notBefore: number;
  readonly stage: Stage;
}

export type AutoStopEnd =
  /** Expected then, ms since the epoch; due from then on. */
  | { readonly kind: 'at'; readonly at: number }
  /** Not counting down: the VM is busy, stopped or free. */
  | { readonly kind: 'open' }
  /** Figures are missing. They never end an auto-stop. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone' };

export interface AutoStopFacts {
  /** ms since the epoch. */
  readonly now: number;
  readonly monotonic: number;
  readonly end: AutoStopEnd;
  readonly listed: VmLook;
  readonly access: 'stops' | 'reminds' | 'signedOut';
  /** As in `Provider`: a 403 then is final. */
  readonly reportsScope: boolean;
  /** On a server: what nobody reads ends no auto-stop, and is tried each minute. */
  readonly isUnattended: boolean;
  readonly pending: PendingOperation | undefined;
  /** The VM confirmed that it stops itself at this end. */
  readonly isArmed: boolean;
  /** The listed stop, where the VM stopped itself; null: somebody else stopped the VM. */
  readonly selfStop: SelfStop | null;
}

/** A VM stopped itself at about that time, ms since the epoch. `isSeen`: otherwise it may have been stopped in another way. */
export interface SelfStop {
  readonly at: number;
  readonly isSeen: boolean;
}

/** `stop` reads the VM's own record first; `read` does nothing else. */
export type AutoStopEffect =
  | { readonly kind: 'stop' | 'read' }
  | { readonly kind: 'event'; readonly autoStop: AutoStop; readonly outcome: AutoStopOutcome };

const NEVER = Number.NEGATIVE_INFINITY;

export const SET = { kind: 'set', unknownSince: null, isReported: false } as const satisfies Stage;

export const newDue = (
  at: number,
  monotonic: number,
  { progress }: Pick<AutoStop, 'progress'>,
): Due => ({
  kind: 'due',
  at,
  since: monotonic,
  nextAt: monotonic,
  isReported: false,
  isRead: false,
  isAnnounced: progress?.kind === 'announced',
  sentAt: progress?.kind === 'sent' ? monotonic : null,
  late: null,
});

export function runOf(look: VmLook): AutoStopState['run'] {
  const vm = recordIn(look);
  return vm?.phase === 'running' ? { startedAt: vm.startedAt } : null;
}

/** The state of an auto-stop that is read for the first time, or set again. */
export function newAutoStop(
  autoStop: AutoStop,
  listed: VmLook,
  { now, monotonic }: Pick<AutoStopFacts, 'now' | 'monotonic'>,
): AutoStopState {
  const { limit, progress } = autoStop;
  const ms = limit.kind === 'time' ? limit.ms : undefined;
  return {
    autoStop,
    stored: autoStop,
    run: runOf(listed),
    elapsesAt:
      limit.kind === 'time' && ms !== undefined ? monotonic + Math.min(limit.at - now, ms) : null,
    notBefore: NEVER,
    stage: progress?.kind === 'sent' ? newDue(progress.at, monotonic, autoStop) : SET,
  };
}

/** Corrects a limit that was set under a clock which was ahead. */
export function withClock(state: AutoStopState, now: number, monotonic: number): AutoStopState {
  const { autoStop, elapsesAt } = state;
  const { limit } = autoStop;
  const at = elapsesAt === null ? Number.POSITIVE_INFINITY : now + elapsesAt - monotonic;
  const isAhead = limit.kind === 'time' ? limit.at - at > JUMP_MS : limit.since - now > JUMP_MS;
  if (!isAhead) return state;
  const corrected = limit.kind === 'time' ? { ...limit, at } : { ...limit, since: now };
  return { ...state, autoStop: { ...autoStop, limit: corrected } };
}

/** After a change of the clock: an auto-stop that is not due yet is announced again, in time to extend it. Not again in that time: clocks may jump on. */
export function afterJump(state: AutoStopState, monotonic: number): AutoStopState {
  const { autoStop, stage, notBefore } = state;
  const isAgain = autoStop.progress?.kind === 'announced' && notBefore >= monotonic;
  if (stage.kind !== 'set' || isAgain) return state;
  return {
    ...state,
    autoStop: withProgress(autoStop, undefined),
    notBefore: monotonic + WARNING_MS,
  };
}

/** The cause of a failure may be over, and time asleep is no time without figures. */
export function afresh(state: AutoStopState, monotonic: number, isWake: boolean): AutoStopState {
  const { stage } = state;
  if (stage.kind === 'set' && isWake) return { ...state, stage: { ...stage, unknownSince: null } };
  return stage.kind === 'due' ? { ...state, stage: { ...stage, nextAt: monotonic } } : state;
}

/** Returns its argument where nothing changes. */
export function withProgress(own: AutoStop, progress: AutoStop['progress']): AutoStop {
  if (own.progress === progress) return own;
  const { progress: _, ...others } = own;
  return progress === undefined ? others : { ...others, progress };
}

/** When it ends, ms since the epoch; null: not foreseen. */
export function endsAt({ elapsesAt, notBefore }: AutoStopState, facts: AutoStopFacts) {
  const { now, monotonic, end } = facts;
  if (end.kind !== 'at') return null;
  const elapsed = elapsesAt === null ? Number.POSITIVE_INFINITY : now + elapsesAt - monotonic;
  return Math.max(Math.min(end.at, elapsed), now + notBefore - monotonic);
}

/** Until it is to be decided again, ms; null: after the next poll. */
export function waitOf(state: AutoStopState, facts: AutoStopFacts): number | null {
  const { now, monotonic, listed, end, pending } = facts;
  const { stage } = state;
  switch (stage.kind) {
    case 'due': {
      if (recordIn(listed)?.phase === 'interrupted') return RETRY_MS;
      const { sentAt, nextAt } = stage;
      if (sentAt === null || (pending === undefined && listed !== 'unknown'))
        return Math.max(0, nextAt - monotonic);
      const ms = Math.max(nextAt, sentAt + REPEAT_MS) - monotonic;
      return ms > 0 ? Math.min(RETRY_MS, ms) : RETRY_MS;
    }
    case 'set': {
      if (end.kind === 'unknown') return RETRY_MS;
      const at = endsAt(state, facts);
      if (at === null) return null;
      const toWarning = at - WARNING_MS - now;
      return Math.max(0, toWarning > 0 ? toWarning : at - now);
    }
    case 'ended':
      return null;
  }
}
