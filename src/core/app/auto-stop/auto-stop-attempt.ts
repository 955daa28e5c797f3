import type { Refusal } from '../../../shared/ipc/index.ts';
import type { AutoStopOutcome, LateStop } from '../../events/index.ts';
import type { OperationOutcome } from '../../providers/index.ts';
import {
  type AutoStopFacts,
  type AutoStopState,
  contradictionOf,
  type Decision,
  type Due,
  EARLY_RETRY_MS,
  end,
  interrupted,
  isInterrupted,
  none,
  notify,
  REPORT_MS,
  RETRY_MS,
} from './auto-stop-state.ts';

/** A stop that is later than its end by that is told, with what it cost, ms. */
const LATE_MS = 5 * 60_000;

/** Between two stops that are refused with a 403, ms. */
const FORBIDDEN_MS = 5 * 60_000;

/** `refusal`: null: an internal error. */
export type Attempt =
  | (OperationOutcome & {
      readonly answer: string | null;
      /** Rate of the VM as it was read before the stop, $/h; null: unknown. */
      readonly perHour: number | null;
    })
  | { readonly kind: 'refused'; readonly refusal: Refusal | null }
  /** Not sent: by the VM's own record, its default only reminds. */
  | { readonly kind: 'reminds' };

/** The decision after an attempt that stopped nothing. */
function retry(
  state: AutoStopState,
  due: Due,
  news: AutoStopOutcome | null,
  nextMs?: number,
): Decision {
  const { isReported, nextAt } = due;
  const stage = { ...due, isReported: isReported || news !== null };
  const wait = nextMs ?? (stage.isReported ? RETRY_MS : EARLY_RETRY_MS);
  const next = { ...state, stage: { ...stage, nextAt: nextAt + wait } };
  return news === null ? none(next) : notify(next, news);
}

function decideRefused(
  state: AutoStopState,
  due: Due,
  refusal: Refusal | null,
  { reportsScope, isUnattended }: AutoStopFacts,
): Decision {
  const { at, since, nextAt: now, isReported } = due;
  const reason = refusal === null ? '' : `${refusal.message} ${refusal.action}`;
  const isForbidden = refusal?.kind === 'forbidden';
  const news = { kind: 'failed', at, reason } as const;
  const isTold = !isReported && (isForbidden || now - since >= REPORT_MS);
  // Where the scope is told, that is in words that any gateway has.
  const isRare = isForbidden && !reportsScope && !isUnattended;
  return retry(state, due, isTold ? news : null, isRare ? FORBIDDEN_MS : undefined);
}

/** Null: in time. The time of an interruption costs nothing that a stop would have saved. */
function lateStop(
  { autoStop }: AutoStopState,
  at: number,
  perHour: number | null,
  { now }: AutoStopFacts,
): LateStop | null {
  const ms = now - at;
  const isLate = ms >= LATE_MS && autoStop.progress?.kind !== 'interrupted';
  return isLate ? { ms, perHour } : null;
}

export function decideAttempt(
  state: AutoStopState,
  attempt: Attempt,
  facts: AutoStopFacts,
): Decision {
  const { autoStop, stage } = state;
  if (stage.kind !== 'due') return none(state);
  const { at, isReported, since } = stage;
  const due = { ...stage, nextAt: facts.monotonic, isRead: false };
  switch (attempt.kind) {
    case 'sent': {
      const progress = { kind: 'sent', at } as const;
      const late = lateStop(state, at, attempt.perHour, facts);
      const sent = {
        ...({ kind: 'sent', at, late, isReported, sentAt: facts.monotonic } as const),
        since: stage.isSent ? since : null,
      };
      return none({ ...state, autoStop: { ...autoStop, progress }, stage: sent });
    }
    case 'unwanted':
      return end(state, { kind: 'anotherRun', at });
    case 'reminds':
      return end(state, { kind: 'reminder', at });
    case 'needless': {
      const news = attempt.progress === 'done' ? contradictionOf(due, facts) : null;
      const next = retry(state, { ...due, isRead: true }, news);
      if (attempt.vm === null || !isInterrupted(attempt.vm)) return next;
      return { ...next, state: interrupted(next.state) };
    }
    case 'failed': {
      const news = { kind: 'failed', at, reason: attempt.answer ?? '' } as const;
      const nextMs = facts.isUnattended ? RETRY_MS : REPORT_MS;
      return retry(state, due, isReported ? null : news, nextMs);
    }
    case 'refused':
      return decideRefused(state, due, attempt.refusal, facts);
  }
}
