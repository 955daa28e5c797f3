import type { AutoStop, VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { earliestEnd, type VmTimer } from '../../../shared/auto-stop/vm-timer.ts';
import type { TimerProblem } from '../../../shared/auto-stop/vm-timer-view.ts';
import type { PendingOperation } from '../../../shared/operations/pending.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import type { Clock } from '../../clock.ts';
import type { AutoStopOutcome, LateStop } from '../../events/index.ts';
import type { History } from '../../history/index.ts';
import type { OperationOutcome } from '../../providers/index.ts';
import type { SettingsFile } from '../../settings/index.ts';
import type { ArmedAnswer, CallVm } from '../../ssh/index.ts';
import { recordIn, type VmLook } from '../kernel/look-at-vm.ts';
import type { PartPorts, WatchOptions } from '../kernel/ports.ts';
import type { OperationsPart } from '../operations/index.ts';

export interface AutoStopPorts
  extends Pick<PartPorts, 'store' | 'clock' | 'log' | 'deliver' | 'loaded'>,
    Pick<WatchOptions, 'idleStopMs'> {
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
  /** Null: none is open. */
  readonly history: () => Pick<History, 'spans'> | null;
  readonly operations: Pick<OperationsPart, 'operate' | 'read' | 'noteShown'>;
  /** Calls the VM for its timer; null: no login, no script of the provider, or the account is gone. */
  readonly callerOf: (vm: VmRef) => CallVm | null;
}

/** How long before its end an auto-stop is announced, ms. */
export const WARNING_MS = 10 * 60_000;

/** Wall and monotonic time that part by more than that: the clock was changed, ms. */
export const JUMP_MS = 2 * 60_000;

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
  /** A stop was accepted, or its answer was lost. */
  readonly isSent: boolean;
  /** Null: in time, or not known after a restart. */
  readonly late: LateStop | null;
}

type Stage =
  /** Before its end. `unknownSince`: when figures began to be missing, monotonic, infinite once notified; null: figures are known. */
  | { readonly kind: 'set'; readonly unknownSince: number | null }
  | Due
  /** Its removal from the settings may have failed: it must not run again. */
  | { readonly kind: 'ended' };

/** One auto-stop. Monotonic times are in ms. */
export interface AutoStopState {
  readonly autoStop: AutoStop;
  /** The run to stop, as listed; null: not seen running. An auto-stop of a stopped VM is for the VM's next run. */
  readonly run: { readonly startedAt: string | null } | null;
  /** When a duration is over by elapsed time, monotonic; infinite: the auto-stop is not a duration. */
  readonly elapsesAt: number;
  /** The clock was changed: it does not end before that, monotonic. */
  readonly notBefore: number;
  readonly stage: Stage;
}

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

/** The auto-stop of a VM, and the timer on it. */
export interface Job {
  readonly vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name'>;
  /** Null: none. */
  readonly autoStop: AutoStopState | null;
  readonly timer: TimerState;
}

/** A call to the VM. `write`: its new limit; null: none; undefined: the timer is read. */
export interface TimerCall {
  readonly kind: 'call';
  readonly write: VmLimit | null | undefined;
}

export interface EventEffect {
  readonly kind: 'event';
  readonly autoStop: Omit<AutoStop, 'from' | 'onVm' | 'progress'>;
  readonly outcome: AutoStopOutcome;
}

/** `stop` reads the VM's own record first; `read` does nothing else. */
export type Effect = { readonly kind: 'stop' | 'read' } | EventEffect | TimerCall;

/** The next job, which is to be saved, and then the effects in order (docs/auto-stop.md). */
export interface Step {
  readonly job: Job;
  readonly effects: readonly Effect[];
}

/** `answer`: in sentences; of a refusal, null: an internal error. */
export type Attempt = { readonly answer: string | null } & (
  | OperationOutcome
  | { readonly kind: 'refused'; readonly isForbidden: boolean }
);

export type CallAnswer = TimerCall & { readonly answer: ArmedAnswer };

/** Answers to requests about the VM, and of the VM. */
export type Answer =
  | { readonly kind: 'stop'; readonly attempt: Attempt }
  | { readonly kind: 'read'; readonly look: VmLook }
  | CallAnswer;

export interface Facts {
  /** ms since the epoch. */
  readonly now: number;
  readonly monotonic: number;
  /**
   * When the auto-stop is expected to end, ms since the epoch; due from then on. Null: not counting down, since the VM is busy, stopped
   * or free. `unknown`: figures are missing, which never end an auto-stop.
   */
  readonly end: number | null | 'unknown';
  readonly access: 'stops' | 'reminds' | 'signedOut';
  readonly listed: VmLook;
  /** When its account was read; null: not known. */
  readonly listedAt: number | null;
  readonly pending: PendingOperation | undefined;
  /** Name of its provider, the subject of a sentence. */
  readonly service: string;
  /** Whether the VM can be called. `busy`: a call is underway, or none may be made. */
  readonly vm: 'ready' | 'busy' | 'unreachable';
  /** Also where nothing is known of its timer: another computer may have set it. */
  readonly isWatched: boolean;
  /** Null: none came. */
  readonly answer: Answer | null;
}

/** A time that has come. */
export const NEVER = Number.NEGATIVE_INFINITY;

export const SET = { kind: 'set', unknownSince: null } as const satisfies Stage;

/** A stop is sent again when the VM still runs after this time: a gateway may have answered in the provider's place, ms. */
export const REPEAT_MS = 90_000;

export function newDue(at: number, monotonic: number, { progress }: AutoStop): Due {
  const isSent = progress?.kind === 'sent';
  return {
    kind: 'due',
    at,
    since: monotonic,
    nextAt: isSent ? monotonic + REPEAT_MS : monotonic,
    isReported: false,
    isRead: false,
    isAnnounced: progress?.kind === 'announced',
    isSent,
    late: null,
  };
}

export function runOf(look: VmLook): AutoStopState['run'] {
  const vm = recordIn(look);
  return vm?.phase === 'running' ? { startedAt: vm.startedAt } : null;
}

/**
 * The state of an auto-stop that is read for the first time, or set again.
 * @param isStopSent by an earlier run, which may have been killed before it could say so: the VM ran then
 */
export function newAutoStop(
  own: AutoStop,
  listed: VmLook,
  isStopSent: boolean,
  clock: Clock,
): AutoStopState {
  const maybeSent = { kind: 'maybeSent', at: clock.now() } as const;
  const autoStop = isStopSent ? { progress: maybeSent, ...own } : own;
  const { limit, progress } = autoStop;
  const monotonic = clock.monotonic();
  const hasRun = isStopSent || progress?.kind === 'maybeSent';
  return {
    autoStop,
    run: runOf(listed) ?? (hasRun ? { startedAt: null } : null),
    elapsesAt:
      limit.kind === 'time' && limit.ms !== undefined
        ? monotonic + Math.min(limit.at - clock.now(), limit.ms)
        : Number.POSITIVE_INFINITY,
    notBefore: NEVER,
    // Each its own, by which an answer for the auto-stop before is known.
    stage: progress?.kind === 'sent' ? newDue(progress.at, monotonic, autoStop) : { ...SET },
  };
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

/** Its auto-stop, unless it is over. */
export const heldStop = ({ autoStop: state }: Pick<Job, 'autoStop'>): AutoStop | undefined =>
  state === null || state.stage.kind === 'ended' ? undefined : state.autoStop;

/** Corrects a limit that was set under a clock which was ahead. */
export function withClock(state: AutoStopState, clock: Clock): AutoStopState {
  const { autoStop, elapsesAt } = state;
  const { limit } = autoStop;
  const now = clock.now();
  const at = now + elapsesAt - clock.monotonic();
  const isAhead = limit.kind === 'time' ? limit.at - at > JUMP_MS : limit.since - now > JUMP_MS;
  if (!isAhead) return state;
  const corrected = limit.kind === 'time' ? { ...limit, at } : { ...limit, since: now };
  return { ...state, autoStop: { ...autoStop, limit: corrected } };
}

/** After a change of the clock: an auto-stop that is not due yet is announced again, in time to extend it. Once only: clocks may jump on. */
export function afterJump(state: AutoStopState, clock: Clock): AutoStopState {
  const { autoStop, stage, notBefore } = state;
  const monotonic = clock.monotonic();
  const isAgain = autoStop.progress?.kind === 'announced' && notBefore >= monotonic;
  if (stage.kind !== 'set' || isAgain) return state;
  const { progress: _, ...unannounced } = autoStop;
  return { ...state, autoStop: unannounced, notBefore: monotonic + WARNING_MS };
}
