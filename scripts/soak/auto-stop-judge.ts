import type { AutoStopEvent } from '../../src/core/events/index.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { stamp } from './report.ts';

/** Until the VM of a due auto-stop is stopped or its user is told, with the service answering and the computer awake. */
const MAX_DUE_MS = 15 * MINUTE_MS;
/** Until the notification of a stop, which waits for the list. */
const TOLD_MS = 20 * MINUTE_MS;
/** How long measurements under a wrong clock may count for an amount. */
const MEASURED_MS = 8 * HOUR_MS;
const SLACK_MS = 40 * SECOND_MS;

/** End of an auto-stop. Times are true ms. */
export type Limit =
  | { readonly kind: 'duration'; readonly ms: number }
  /** `wallAt`: as the computer's clock shows it. */
  | { readonly kind: 'time'; readonly wallAt: number }
  | { readonly kind: 'idle'; readonly ms: number }
  | { readonly kind: 'spend'; readonly amount: number };

/** Truth about a VM and the computer. */
export interface Moment {
  readonly at: number;
  /** The computer's clock, which may be wrong. */
  readonly wall: number;
  readonly isRunning: boolean;
  /** Another number for each start after a stop; an interruption ends no run. */
  readonly run: number;
  readonly runAt: number;
  /** Null: the VM works. */
  readonly idleSince: number | null;
  /** $/h */
  readonly rate: number;
  /** Nothing hinders the app. */
  readonly isFair: boolean;
  /** The app still lists the auto-stop. */
  readonly isListed: boolean;
}

interface AutoStop {
  readonly vm: string;
  readonly limit: Limit;
  readonly setAt: number;
  /** The run that it is for: a VM that starts again before the end is in it, too. */
  run: number;
  /** $ while the app ran, and in all, at the last check. */
  readonly spent: { whileUp: number; inAll: number; checkedAt: number };
  dueMs: number;
  hasJumped: boolean;
  isAnnounced: boolean;
  /** The stop that was carried out. */
  stoppedAt: number | null;
  isTold: boolean;
  isOver: boolean;
  /** The ends that were notified, and when. */
  readonly ends: Map<string, number>;
}

/** By a true clock; idle time and spend have no such time. */
function endOf({ limit, setAt }: AutoStop): number {
  switch (limit.kind) {
    case 'duration':
      return setAt + limit.ms;
    case 'time':
      return limit.wallAt;
    case 'idle':
    case 'spend':
      return Number.POSITIVE_INFINITY;
  }
}

function isDue({ limit, setAt, spent }: AutoStop, { at, wall, idleSince }: Moment, slack: number) {
  switch (limit.kind) {
    case 'duration':
      return at - setAt >= limit.ms + slack;
    case 'time':
      return wall >= limit.wallAt + slack;
    case 'idle':
      return idleSince !== null && at - Math.max(idleSince, setAt) >= limit.ms + slack;
    case 'spend':
      return slack < 0 ? spent.inAll >= limit.amount * 0.97 : spent.whileUp >= limit.amount * 1.03;
  }
}

function measure({ spent }: AutoStop, { at, isRunning, rate }: Moment, ms: number): void {
  if (isRunning) {
    spent.whileUp += (rate * ms) / HOUR_MS;
    spent.inAll += (rate * (at - spent.checkedAt)) / HOUR_MS;
  }
  spent.checkedAt = at;
}

/** Judges auto-stops by the statuses of their VMs and by notifications, without any code of the app. */
export function createAutoStopJudge() {
  const all: AutoStop[] = [];
  const findings: string[] = [];
  let jumpedAt = Number.NEGATIVE_INFINITY;
  let killedAt = Number.NEGATIVE_INFINITY;
  const of = (vm: string) => all.findLast((one) => one.vm === vm);
  const wrong = (at: number, text: string) => void findings.push(`${stamp(at)} ${text}`);

  /** Amounts are measured by the computer's clock: set back, it begins to count again. */
  const isMismeasured = ({ limit }: AutoStop, { at }: Moment) =>
    limit.kind === 'spend' && at - jumpedAt < MEASURED_MS;

  /** The service carried out a stop that the app sent. */
  function stopped(vm: string, moment: Moment): void {
    const one = of(vm);
    if (one === undefined || one.isOver) {
      wrong(moment.at, `${vm} was stopped without an auto-stop`);
      return;
    }
    measure(one, { ...moment, isRunning: true }, 0);
    if (one.stoppedAt !== null && one.run === moment.run)
      wrong(moment.at, `${vm} was stopped twice`);
    // A wrong clock cannot tell which of both was earlier.
    const isClockTrue = moment.wall === moment.at && !one.hasJumped;
    if (isClockTrue && moment.runAt > endOf(one) + SLACK_MS)
      wrong(moment.at, `${vm} was stopped in a run that began after the end`);
    // A clock that was changed ends it ten minutes after an announcement; a program that starts meanwhile knows the clock alone.
    const isExcused = isMismeasured(one, moment) || (one.hasJumped && one.isAnnounced);
    if (!isDue(one, moment, -SLACK_MS) && !isExcused)
      wrong(moment.at, `${vm} was stopped before its end: ${JSON.stringify(one.limit)}`);
    one.stoppedAt = moment.at;
    one.isTold ||= one.isAnnounced;
  }

  function checkStopped(one: AutoStop, stoppedAt: number, { at, isListed }: Moment): void {
    const isSilent = !one.isTold && at - stoppedAt > TOLD_MS;
    if (isSilent) wrong(at, `${one.vm} was stopped, and nobody was told`);
    one.isOver = isSilent || (one.isTold && !isListed);
  }

  /** The app no longer lists the auto-stop. */
  function checkEnded(one: AutoStop, { at, isRunning, run }: Moment): void {
    const isSilent = !one.isTold && isRunning && one.run === run;
    if (isSilent) wrong(at, `the auto-stop of ${one.vm} ended in silence`);
    one.isOver = true;
  }

  function checkDue(one: AutoStop, moment: Moment, ms: number): void {
    const isWaiting = moment.isRunning && moment.isFair && one.run === moment.run;
    if (isMismeasured(one, moment)) return;
    one.dueMs = isWaiting && isDue(one, moment, SLACK_MS) ? one.dueMs + ms : 0;
    if (one.dueMs <= MAX_DUE_MS || one.isTold) return;
    wrong(moment.at, `${one.vm} runs on after its end: ${JSON.stringify(one.limit)}`);
    one.isTold = true;
  }

  /** Call it regularly for each VM. @param ms since the last call, without the time in which the app did not run */
  function check(vm: string, moment: Moment, ms: number): void {
    const one = of(vm);
    if (one === undefined || one.isOver) return;
    // Idle time and spend count on in the next run; a time that has passed does not.
    if (!Number.isFinite(endOf(one)) || !isDue(one, moment, -2 * SLACK_MS)) one.run = moment.run;
    measure(one, moment, ms);
    if (one.stoppedAt !== null) checkStopped(one, one.stoppedAt, moment);
    else if (!moment.isListed) checkEnded(one, moment);
    else checkDue(one, moment, ms);
  }

  return {
    set(vm: string, limit: Limit, { at, run }: Pick<Moment, 'at' | 'run'>): void {
      all.push({
        ...{ vm, limit, setAt: at, run, dueMs: 0, stoppedAt: null, ends: new Map() },
        spent: { whileUp: 0, inAll: 0, checkedAt: at },
        ...{ isAnnounced: false, hasJumped: false, isTold: false, isOver: false },
      });
    },
    jumped(at: number): void {
      jumpedAt = at;
      for (const one of all) one.hasJumped ||= !one.isOver;
    },
    notified({ name, outcome }: Pick<AutoStopEvent, 'name' | 'outcome'>, at: number): void {
      const one = of(name);
      if (one === undefined || outcome.kind === 'reminder') return;
      const isOnce = outcome.kind === 'soon' || outcome.kind === 'anotherRun';
      if (outcome.kind === 'soon') one.isAnnounced = true;
      else one.isTold = true;
      // With a clock that jumped, another end may have the same time.
      const end = `${outcome.kind} ${stamp(outcome.at)}`;
      // Killed before it saved that, its program leaves it to be notified again.
      const isAgain = (one.ends.get(end) ?? killedAt) !== killedAt;
      if (isOnce && isAgain && !one.hasJumped) wrong(at, `told twice: ${name} ${end}`);
      if (isOnce) one.ends.set(end, at);
    },
    killed(at: number): void {
      killedAt = at;
    },
    stopped,
    check,
    isSet: (vm: string): boolean => of(vm)?.isOver === false,
    result: () => ({
      findings,
      sets: all.length,
      stops: all.filter((one) => one.stoppedAt !== null).length,
    }),
  };
}
