import {
  type ArmedRecord,
  earliestEnd,
  isArmedFor,
  isSameLimit,
  SELF_STOP_MS,
  type VmLimit,
} from '../../../shared/auto-stop/armed-record.ts';
import type { ArmedStop } from '../../../shared/auto-stop/armed-stop.ts';
import type { ArmedProblem, OtherArmed } from '../../../shared/auto-stop/armed-view.ts';
import { isFormerRun, isSameRun } from '../../../shared/domain/index.ts';
import { MINUTE_MS } from '../../../shared/format/index.ts';
import type { ArmedAnswer } from '../../ssh/index.ts';
import type { Listed } from './auto-stop-state.ts';

/** Between two calls to a VM, ms. */
const CALL_MS = MINUTE_MS;
/** Between two calls to a VM that another computer may have armed, ms. */
const OTHERS_MS = 5 * MINUTE_MS;
/** How long before an end that is not wanted any more it is notified, ms. */
const WARNING_MS = 15 * MINUTE_MS;
/** A VM's end that differs by more is another one: the way to the VM takes time, ms. */
const SAME_MS = 2 * MINUTE_MS;

/** Limit that the user set for the VM. `asIs`: the auto-stop has ended, so that the script goes on. */
export type Wanted = VmLimit | 'off' | 'asIs';

/** A VM that may stop itself. Times are ms since the epoch, but for `nextAt`. */
export interface ArmedState {
  readonly record: ArmedRecord | null;
  readonly other: OtherArmed | null;
  /** Null: none, or nothing was asked since the last change. */
  readonly problem: ArmedProblem | null;
  /** The user asked for replacing what another computer armed. */
  readonly mayReplace: boolean;
  /** Time of the next call to the VM, monotonic ms. */
  readonly nextAt: number;
  /** When the VM stops itself at the earliest, as it said last; null: not known to. */
  readonly selfAt: number | null;
  /** When it was listed last as running. */
  readonly onAt: number | null;
  /** Keys of what was notified. */
  readonly told: readonly string[];
}

export function newArmed(record: ArmedRecord | null): ArmedState {
  const [first] = record?.limits ?? [];
  const selfAt = record?.isConfirmed && first !== undefined ? earliestEnd(first) : null;
  const known = { other: null, problem: null, mayReplace: false, onAt: null, told: [] };
  return { ...known, record, selfAt, nextAt: Number.NEGATIVE_INFINITY };
}

export function isSettled({ record }: Pick<ArmedState, 'record'>, wanted: Wanted): boolean {
  if (wanted === 'asIs') return true;
  return wanted === 'off' ? record === null : isArmedFor(record, wanted);
}

interface CallFacts {
  readonly now: number;
  readonly computerId: string;
}

/** @param answer of the reading just before; null: there was none */
export function nextCall(
  state: ArmedState,
  wanted: Wanted,
  answer: ArmedAnswer | null,
  { now, computerId }: CallFacts,
): 'read' | 'arm' | 'disarm' | null {
  const first = answer === null ? 'read' : null;
  const isRead = answer === null || answer.kind === 'armed' || answer.kind === 'none';
  if (!isRead || wanted === 'asIs' || isSettled(state, wanted)) return first;
  if (wanted === 'off') {
    const isOurs = answer?.kind === 'armed' && answer.armed.computerId === computerId;
    return isOurs ? 'disarm' : first;
  }
  // An end that has passed is never armed.
  const isOver = wanted.kind === 'time' && wanted.at <= now;
  return isOver || (state.other !== null && !state.mayReplace) ? first : 'arm';
}

type Run = Pick<ArmedRecord, 'accountId' | 'vmId' | 'name' | 'run'>;

/** Before an arming is sent: from then on it may be in force, beside what was. */
export function beforeArming(
  state: ArmedState,
  { accountId, vmId, name, run }: Run,
  limit: VmLimit,
  now: number,
): ArmedRecord {
  const { number = 0, limits = [] } = state.record ?? {};
  const others = limits.filter((each) => !isSameLimit(each, limit));
  const vm = { accountId, vmId, name, run };
  const next = Math.max(Math.floor(now), number + 1);
  return { ...vm, number: next, limits: [limit, ...others], isConfirmed: false };
}

function limitOf({ limit }: ArmedStop, now: number): VmLimit {
  return limit.kind === 'time'
    ? { kind: 'time', at: now + limit.remainingMs }
    : { kind: 'idle', ms: limit.ms, since: now - limit.idleMs };
}

function isNear(one: VmLimit, seen: VmLimit, now: number): boolean {
  if (one.kind === 'time') {
    if (seen.kind !== 'time') return false;
    // After its end, a VM tells no more when that was.
    const areOver = Math.max(one.at, seen.at) <= now;
    return areOver || Math.abs(one.at - seen.at) < SAME_MS;
  }
  return seen.kind === 'idle' && one.ms === seen.ms;
}

/** The VM confirmed an arming of this computer. */
function confirmed(
  { record }: ArmedState,
  { accountId, vmId, name, run }: Run,
  armed: ArmedStop,
  seen: VmLimit,
  now: number,
): ArmedRecord {
  const { number } = armed;
  const [last, ...others] = record?.limits ?? [];
  const known = number === record?.number ? [last] : others;
  const limit = known.find((each) => each !== undefined && isNear(each, seen, now)) ?? seen;
  const ended = record?.isEnded && { isEnded: true };
  return { accountId, vmId, name, run, number, limits: [limit], isConfirmed: true, ...ended };
}

export interface AnswerFacts extends CallFacts {
  readonly monotonic: number;
  readonly wanted: Wanted;
  readonly vm: Run;
}

/** After a call. @param before the record before an arming: what is refused leaves that as it was */
export function afterAnswer(
  state: ArmedState,
  before: ArmedRecord | null,
  answer: ArmedAnswer,
  { now, monotonic, computerId, wanted, vm }: AnswerFacts,
): ArmedState {
  const isWatched = state.record === null && typeof wanted === 'string';
  const next = { ...state, nextAt: monotonic + (isWatched ? OTHERS_MS : CALL_MS) };
  const cleared = { ...next, record: null, other: null, problem: null, selfAt: null };
  switch (answer.kind) {
    case 'armed':
    case 'other': {
      const { armed } = answer;
      const limit = limitOf(armed, now);
      if (armed.computerId !== computerId)
        return { ...cleared, other: { computer: armed.computer, limit } };
      const record = confirmed(state, vm, armed, limit, now);
      const told = state.told.filter((key) => key.startsWith('refused'));
      const [kept = limit] = record.limits;
      // Idleness may have begun again.
      const end = earliestEnd(limit.kind === 'time' ? kept : limit);
      const selfAt = end <= now ? Math.min(end, state.selfAt ?? end) : end;
      return { ...cleared, record, told, selfAt, mayReplace: false };
    }
    // After its end, the stop may have been sent.
    case 'none': {
      const isOver = state.selfAt !== null && state.selfAt <= now + MINUTE_MS;
      return { ...cleared, selfAt: isOver ? state.selfAt : null };
    }
    case 'late':
      return { ...cleared, selfAt: state.selfAt, problem: answer };
    case 'lacks':
    case 'refused':
      return { ...next, record: before, problem: answer };
    case 'failed':
      return { ...next, problem: answer };
  }
}

/** After each poll: a script does not outlive the run of its VM. */
export function afterList(state: ArmedState, listed: Listed, now: number): ArmedState {
  const { record } = state;
  if (listed === 'unknown') return state;
  if (listed === 'gone' || listed.phase === 'stopped' || listed.phase === 'destroyed')
    return { ...state, record: null, other: null, problem: null };
  if (listed.phase !== 'running') return state;
  const isAnother =
    record !== null && !isSameRun(record.run, listed) && !isFormerRun(record.run, listed);
  if (!isAnother) return { ...state, onAt: now };
  return { ...newArmed(null), mayReplace: state.mayReplace, onAt: now };
}

/**
 * How a VM came to a stop that it was to make. `unseen`: it may have been that one; null: it was not.
 * @param stoppedAt by the provider; null: it does not tell
 */
export function selfStopOf(
  { selfAt, onAt }: Pick<ArmedState, 'selfAt' | 'onAt'>,
  stoppedAt: number | null,
  now: number,
): { readonly at: number; readonly isSeen: boolean } | null {
  if (selfAt === null) return null;
  const [from, to] = stoppedAt === null ? [onAt ?? 0, now] : [stoppedAt, stoppedAt];
  if (to < selfAt - MINUTE_MS || from > selfAt + SELF_STOP_MS) return null;
  return { at: selfAt, isSeen: from >= selfAt - SELF_STOP_MS && to <= selfAt + SELF_STOP_MS };
}

export type ArmedNews =
  /** It cannot stop itself at its end: HTTP status of its provider; 0: no answer. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'notArmed'; readonly problem: ArmedProblem }
  /** It may stop itself then, which is not wanted any more. */
  | { readonly kind: 'untold'; readonly limit: VmLimit };

/** Notifications that are due, each by a key that is notified once. @param armed as read now; null: nothing was */
export function armedNews(
  { record, problem, told }: ArmedState,
  wanted: Wanted,
  armed: ArmedStop | null,
  now: number,
): ReadonlyMap<string, ArmedNews> {
  const news = new Map<string, ArmedNews>();
  if (armed !== null && armed.refused !== null)
    news.set(`refused ${armed.number}`, { kind: 'refused', status: armed.refused });
  if (typeof wanted !== 'string' && (problem?.kind === 'lacks' || problem?.kind === 'refused'))
    news.set('notArmed', { kind: 'notArmed', problem });
  const held = isSettled({ record }, wanted) ? [] : (record?.limits ?? []);
  const isSoon = (limit: VmLimit) =>
    earliestEnd(limit) - now <= WARNING_MS && (limit.kind === 'idle' || limit.at > now);
  const soon = held.find(
    (limit) => isSoon(limit) && (typeof wanted === 'string' || !isSameLimit(limit, wanted)),
  );
  if (soon !== undefined) news.set('untold', { kind: 'untold', limit: soon });
  for (const key of told) news.delete(key);
  return news;
}
