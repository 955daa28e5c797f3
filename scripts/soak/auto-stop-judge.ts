import type { AutoStopEvent } from '../../src/core/events/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { stamp } from './report.ts';

/** Until the VM of a due auto-stop is stopped or its user is notified, with the service answering and the computer awake. */
const MAX_DUE_MS = 15 * MINUTE_MS;
/** Until the notification of a stop, which waits for the list. */
const NOTIFIED_MS = 20 * MINUTE_MS;
const SLACK_MS = 40 * SECOND_MS;

/** End of an auto-stop. Times are true ms; `wallAt`: as the computer's clock shows it. */
export type Limit =
  | { readonly kind: 'duration' | 'idle'; readonly ms: number }
  | { readonly kind: 'time'; readonly wallAt: number };

export interface Run {
  /** Another number for each start after a stop; an interruption ends no run. */
  run: number;
  runAt: number;
  /** Null: the VM works. */
  idleSince: number | null;
}

/** Truth about a VM and the computer. */
export interface Moment extends Readonly<Run> {
  readonly at: number;
  /** The computer's clock, which may be wrong. */
  readonly wall: number;
  readonly isRunning: boolean;
  /** Nothing hinders the app. */
  readonly isFair: boolean;
  /** The app still lists the auto-stop. */
  readonly isListed: boolean;
}

/** An auto-stop. @param run the run that it is for: a VM that starts again before the end is in it, too */
const autoStop = (vm: string, limit: Limit, { at, run }: Pick<Moment, 'at' | 'run'>) => ({
  ...{ vm, limit, setAt: at, run, dueMs: 0 },
  ...{ hasJumped: false, isAnnounced: false, isNotified: false, isOver: false },
  /** The stop that was carried out. */
  stoppedAt: null as number | null,
  /** The ends that were notified, and when. */
  ends: new Map<string, number>(),
});

type AutoStop = ReturnType<typeof autoStop>;

/** By a true clock; idle time has no such time. */
function endOf({ limit, setAt }: AutoStop): number {
  if (limit.kind === 'duration') return setAt + limit.ms;
  return limit.kind === 'time' ? limit.wallAt : Number.POSITIVE_INFINITY;
}

function isDue({ limit, setAt }: AutoStop, { at, wall, idleSince }: Moment, slack: number) {
  if (limit.kind === 'time') return wall >= limit.wallAt + slack;
  const since = limit.kind === 'duration' ? setAt : idleSince && Math.max(idleSince, setAt);
  return since !== null && at - since >= limit.ms + slack;
}

/** Judges auto-stops by the statuses of their VMs and by events, without any code of the app. @param killedAt the time of the last kill */
export function createAutoStopJudge(killedAt: () => number) {
  const all: AutoStop[] = [];
  const findings: string[] = [];
  const of = (vm: string) => all.findLast((one) => one.vm === vm);
  const wrong = (at: number, text: string) => void findings.push(`${stamp(at)} ${text}`);

  /** The service carried out a stop that the app sent. */
  function stopped(vm: string, moment: Moment): void {
    const { at, wall, run, runAt } = moment;
    const one = of(vm);
    if (one === undefined || one.isOver) {
      wrong(at, `${vm} was stopped without an auto-stop`);
      return;
    }
    if (one.stoppedAt !== null && one.run === run) wrong(at, `${vm} was stopped twice`);
    // A wrong clock cannot tell which of both was earlier.
    if (wall === at && !one.hasJumped && runAt > endOf(one) + SLACK_MS)
      wrong(at, `${vm} was stopped in a run that began after the end`);
    // A clock that was changed ends it ten minutes after an announcement; a program that starts meanwhile knows the clock alone.
    if (!isDue(one, moment, -SLACK_MS) && !(one.hasJumped && one.isAnnounced))
      wrong(at, `${vm} was stopped before its end: ${JSON.stringify(one.limit)}`);
    one.stoppedAt = at;
    one.isNotified ||= one.isAnnounced;
  }

  function checkStopped(one: AutoStop, stoppedAt: number, { at, isListed }: Moment): void {
    const isSilent = !one.isNotified && at - stoppedAt > NOTIFIED_MS;
    if (isSilent) wrong(at, `${one.vm} was stopped without a notification`);
    one.isOver = isSilent || (one.isNotified && !isListed);
  }

  /** Call it regularly for each VM. @param ms since the last call, without the time in which the app did not run */
  function check(vm: string, moment: Moment, ms: number): void {
    const one = of(vm);
    if (one === undefined || one.isOver) return;
    // Idle time counts on in the next run; a time that has passed does not.
    if (!Number.isFinite(endOf(one)) || !isDue(one, moment, -2 * SLACK_MS)) one.run = moment.run;
    if (one.stoppedAt === null) checkRunning(one, moment, ms);
    else checkStopped(one, one.stoppedAt, moment);
  }

  function checkRunning(one: AutoStop, moment: Moment, ms: number): void {
    const { at, run, isRunning, isFair } = moment;
    const isMissed = isRunning && one.run === run && !one.isNotified;
    one.isOver = !moment.isListed;
    if (one.isOver && isMissed) wrong(at, `the auto-stop of ${one.vm} ended in silence`);
    one.dueMs = isMissed && isFair && isDue(one, moment, SLACK_MS) ? one.dueMs + ms : 0;
    if (one.dueMs <= MAX_DUE_MS) return;
    wrong(at, `${one.vm} runs on after its end: ${JSON.stringify(one.limit)}`);
    one.isNotified = true;
  }

  function notified({ name, outcome }: Pick<AutoStopEvent, 'name' | 'outcome'>, at: number): void {
    const one = of(name);
    if (one === undefined || outcome.kind === 'reminder') return;
    if (outcome.kind === 'soon') one.isAnnounced = true;
    else one.isNotified = true;
    if (outcome.kind !== 'soon' && outcome.kind !== 'anotherRun') return;
    const end = `${outcome.kind} ${stamp(outcome.at)}`;
    // Killed before the save, the program leaves the event to be notified again.
    const isAgain = (one.ends.get(end) ?? killedAt()) !== killedAt();
    // With a clock that jumped, another end may have the same time.
    if (isAgain && !one.hasJumped) wrong(at, `notified twice: ${name} ${end}`);
    one.ends.set(end, at);
  }

  return {
    set(vm: string, limit: Limit, moment: Pick<Moment, 'at' | 'run'>): void {
      all.push(autoStop(vm, limit, moment));
    },
    jumped(): void {
      for (const one of all) one.hasJumped ||= !one.isOver;
    },
    ...{ all, findings, notified, stopped, check },
    isSet: (vm: string): boolean => of(vm)?.isOver === false,
  };
}
