import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import { type Attempt, decideAttempt } from './auto-stop-attempt.ts';
import {
  type AutoStopFacts,
  type AutoStopState,
  type Decision,
  decideAutoStop,
  decideRead,
} from './auto-stop-state.ts';
import {
  stepTimer,
  type TimerCall,
  type TimerNews,
  type TimerState,
  type TimerStepFacts,
} from './timer-state.ts';

/** The auto-stop of a VM, and the timer on it. */
export interface Job {
  readonly vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name'>;
  /** Null: none. */
  readonly autoStop: AutoStopState | null;
  readonly timer: TimerState;
}

/** Answers to requests about the VM. `vm`: undefined: the reading failed. */
export type Answer =
  | { readonly kind: 'stop'; readonly attempt: Attempt }
  | { readonly kind: 'read'; readonly vm: Vm | null | undefined };

export interface Facts {
  /** Null: there is no auto-stop, or it waits for an answer. */
  readonly autoStop: (AutoStopFacts & { readonly answer: Answer | null }) | null;
  readonly timer: TimerStepFacts;
}

export type Effect =
  | { readonly kind: 'stop' | 'read' }
  | { readonly kind: 'call'; readonly call: TimerCall }
  | { readonly kind: 'event'; readonly autoStop: AutoStop; readonly outcome: AutoStopOutcome }
  | { readonly kind: 'timerEvent'; readonly news: TimerNews };

function decide(state: AutoStopState, facts: NonNullable<Facts['autoStop']>): Decision {
  const { answer } = facts;
  if (answer === null) return decideAutoStop(state, facts);
  return answer.kind === 'stop'
    ? decideAttempt(state, answer.attempt, facts)
    : decideRead(state, answer.vm, facts);
}

/** The next job, which is to be saved, and then the effects in order (docs/auto-stop.md). */
export function step(
  job: Job,
  facts: Facts,
): { readonly job: Job; readonly effects: readonly Effect[] } {
  const effects: Effect[] = [];
  let { autoStop } = job;
  if (autoStop !== null && facts.autoStop !== null) {
    const { state, step: next } = decide(autoStop, facts.autoStop);
    autoStop = next.kind === 'end' ? { ...state, stage: { kind: 'ended' } } : state;
    if ('news' in next && next.news !== null)
      effects.push({ kind: 'event', autoStop: state.autoStop, outcome: next.news });
    if (next.kind === 'stop' || next.kind === 'read') effects.push({ kind: next.kind });
  }
  // An auto-stop that is over sets no timer, least of all in another run.
  const isOver = autoStop?.stage.kind === 'ended';
  const known = isOver ? { ...facts.timer, autoStop: undefined } : facts.timer;
  const timer = stepTimer(job.timer, known);
  if (timer.isLost && autoStop !== null)
    autoStop = { ...autoStop, autoStop: { ...autoStop.autoStop, onVm: false } };
  if (timer.news !== null) effects.push({ kind: 'timerEvent', news: timer.news });
  if (timer.call !== null) effects.push({ kind: 'call', call: timer.call });
  return { job: { ...job, autoStop, timer: timer.state }, effects };
}
