import pLimit from 'p-limit';
import type { VmLimit } from '../../../shared/auto-stop/vm-timer.ts';
import { LOW_BELOW } from '../../../shared/gpu-load/gpu-load.ts';
import { createTimer } from '../../clock.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import { computerName } from '../../settings/index.ts';
import {
  type ArmedAnswer,
  type ArmedOrder,
  type ArmedStops,
  keyOf,
  type SshHost,
  type VmRef,
} from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { withNotice, withNoticesIf } from '../kernel/state-store.ts';
import type { OperationsPart } from '../operations/index.ts';
import type { Attempt } from './auto-stop-attempt.ts';
import {
  type AutoStopState,
  afterJump,
  isAnotherRun,
  JUMP_MS,
  waitOf,
  withClock,
} from './auto-stop-state.ts';
import type { Jobs } from './jobs.ts';
import type { FactsReader } from './read-facts.ts';
import { type Answer, type Effect, type Facts, type Job, step } from './step.ts';
import { timerNotification } from './timer-notification.ts';
import { isTimerNeeded, renewed, type TimerCall, type TimerStepFacts } from './timer-state.ts';

export interface RunPorts extends Pick<PartPorts, 'store' | 'deliver' | 'show' | 'clock' | 'log'> {
  readonly operations: Pick<OperationsPart, 'operate' | 'read'>;
  readonly armed: Pick<ArmedStops, 'arm' | 'clear' | 'read'>;
  readonly hostOf: (vm: VmRef) => SshHost | null;
  /** The port's `stopFromInside`; null: the provider has none, or the account is gone. */
  readonly scriptOf: (accountId: string) => string | null;
}

/** VMs whose timers are read or written at once. */
const AT_ONCE = 4;

const NO_ANSWER = { kind: 'failed', problem: 'unreachable' } as const;

/** Notices a change of the computer's clock: wall and monotonic time part while it is awake. */
function createClockWatch({ now, monotonic }: PartPorts['clock']) {
  let isAsleep = false;
  /** Null: to be read. */
  let difference: number | null = null;
  return {
    hasJumped(): boolean {
      if (isAsleep) return false;
      const current = now() - monotonic();
      const isChanged = difference !== null && Math.abs(current - difference) > JUMP_MS;
      if (difference === null || isChanged) difference = current;
      return isChanged;
    },
    sleeps(isNow: boolean): void {
      isAsleep = isNow;
      difference = null;
    },
  };
}

/** The limit as a VM counts it. */
function fromNow(limit: VmLimit, now: number): ArmedOrder['limit'] {
  return limit.kind === 'time'
    ? { kind: 'time', ms: limit.at - now }
    : { kind: 'idle', ms: limit.ms, threshold: LOW_BELOW };
}

/** Carries out the steps of all jobs: saves each, then notifies, stops and reads VMs one after the other, and calls some for their timers. */
export function createRunner(
  { store, deliver, operations, clock, log, ...ports }: RunPorts,
  book: Jobs,
  facts: FactsReader,
  onOutcome: (accountId: string, outcome: AutoStopOutcome) => void,
) {
  const { jobs } = book;
  const clockWatch = createClockWatch(clock);
  const timer = createTimer(clock);
  const oneAtATime = pLimit(1);
  /** Calls for timers that are underway, by `vmKey`. */
  const calls = new Map<string, Promise<void>>();
  let watched: ReadonlySet<string> = new Set();
  /** The auto-stop whose VM is being read or stopped. */
  let asking: string | null = null;
  /** Ends the calls; null before `begin`, and while suspended or stopped. */
  let controller: AbortController | null = null;
  /** From `begin` until the stop. A viewer does not begin: another process stops the VMs. */
  let isActing = false;

  /** Null: it cannot be called now. */
  function placeOf({ vm }: Job) {
    const listed = facts.listed(vm);
    const isOn = typeof listed !== 'string' && listed.phase === 'running';
    const host = isOn ? ports.hostOf(vm) : null;
    const script = ports.scriptOf(vm.accountId);
    return host === null || script === null ? null : { host, script };
  }

  function timerFacts(job: Job, mayCall: boolean, answer: TimerStepFacts['answer'] = null) {
    const key = keyOf(job.vm);
    // The next call follows on an answer in its place.
    const isTaken = answer === null && (calls.has(key) || calls.size >= AT_ONCE);
    const isBusy = !mayCall || controller === null || isTaken;
    const isReachable = placeOf(job) !== null;
    return facts.ofTimer(job, { isReachable, isWatched: watched.has(key), isBusy, answer });
  }

  /** Null: there is none, or its VM is being read or stopped. */
  function autoStopFacts(job: Job, answer: Answer | null): Facts['autoStop'] {
    const known = keyOf(job.vm) === asking ? null : facts.of(job);
    return known && { ...known, answer };
  }

  async function notify(effect: Effect, { vm }: Job): Promise<void> {
    if (effect.kind === 'event') {
      const { accountId, vmId, name, limit, kind } = effect.autoStop;
      const about = { accountId, vmId, name, limit, isReminder: kind === 'reminder' };
      const { outcome } = effect;
      await deliver([{ kind: 'autoStop', at: clock.now(), ...about, outcome }], { urgent: true });
      onOutcome(accountId, outcome);
    }
    if (effect.kind !== 'timerEvent') return;
    const notification = timerNotification(store.get(), vm, effect.news);
    ports.show(notification);
    const { title, body } = notification;
    const topic = `armed ${keyOf(vm)}` as const;
    if (effect.news.kind === 'refused')
      store.apply(withNotice(store.core(), topic, `${title}. ${body}`, [vm.accountId]));
  }

  async function stop(state: AutoStopState): Promise<Attempt> {
    const { accountId, vmId } = state.autoStop;
    try {
      const wanted = { accountId, vmId, operation: 'stop' } as const;
      // It may have been changed while the VM was read.
      const isCurrent = () => jobs.get(keyOf(wanted))?.autoStop?.stage === state.stage;
      let isReminder = false;
      let perHour: number | null = null;
      const attempt = await operations.operate(wanted, (vm) => {
        isReminder = facts.isReminder(state.autoStop, vm);
        perHour = vm.rates.running?.perHour ?? null;
        return isCurrent() && !isReminder && !isAnotherRun(state, vm);
      });
      return isReminder ? { kind: 'reminds' } : { ...attempt, perHour };
    } catch (error) {
      const refusal = error instanceof RefusalError ? error.refusal : null;
      if (refusal === null) log.error('auto-stop.internal_error', describeInternalError(error));
      return { kind: 'refused', refusal };
    }
  }

  /** Carries out the answer, unless another auto-stop replaced this one meanwhile. */
  async function ask(state: AutoStopState, kind: 'stop' | 'read'): Promise<void> {
    const key = keyOf(state.autoStop);
    asking = key;
    const request: Promise<Answer> =
      kind === 'stop'
        ? stop(state).then((attempt) => ({ kind, attempt }))
        : operations.read(state.autoStop).then((vm) => ({ kind, vm }));
    const answer = await request.finally(() => {
      asking = null;
    });
    const job = jobs.get(key);
    if (job?.autoStop?.stage !== state.stage) return;
    await apply(job, { autoStop: autoStopFacts(job, answer), timer: timerFacts(job, false) });
  }

  function answerOf(job: Job, { write }: TimerCall, signal: AbortSignal): Promise<ArmedAnswer> {
    const place = placeOf(job);
    if (place === null) return Promise.resolve(NO_ANSWER);
    const { host, script } = place;
    if (write === undefined) return ports.armed.read(host, script, signal);
    if (write === null) return ports.armed.clear(host, script, signal);
    const now = clock.now();
    const number = Math.max(Math.floor(now), (job.timer.timer?.number ?? 0) + 1);
    const order = { number, computer: computerName(), limit: fromNow(write, now) };
    return ports.armed.arm(host, script, order, signal);
  }

  /** Reads or writes the timer of a VM, beside all else. */
  function startCall(job: Job, call: TimerCall): void {
    if (controller === null) return;
    const { signal } = controller;
    const key = keyOf(job.vm);
    async function run(): Promise<void> {
      const answer = await answerOf(job, call, signal).catch((error): ArmedAnswer => {
        log.error('armed.internal_error', describeInternalError(error));
        return NO_ANSWER;
      });
      const current = jobs.get(key);
      if (signal.aborted || current === undefined || !isActing) return;
      const timerAnswer = { ...call, answer };
      await apply(current, { autoStop: null, timer: timerFacts(current, true, timerAnswer) });
      book.publish();
    }
    const running = run()
      .catch((error) => log.error('armed.internal_error', describeInternalError(error)))
      .finally(() => {
        if (calls.get(key) === running) calls.delete(key);
        schedule();
      });
    calls.set(key, running);
  }

  async function apply(before: Job, known: Facts): Promise<void> {
    const { job, effects } = step(before, known);
    const key = keyOf(job.vm);
    jobs.set(key, job);
    if (before.timer.timer !== undefined && job.timer.timer === undefined)
      store.apply(withNoticesIf(store.core(), (_, topic) => topic !== `armed ${key}`));
    // A kill between both notifies twice, and not never.
    for (const effect of effects) await notify(effect, job);
    if (job.autoStop?.stage.kind === 'ended') book.publish();
    await book.saveJob(job);
    for (const effect of effects) {
      // A change by the user counts from the moment it is stored.
      if (effect.kind === 'call' && jobs.get(key)?.timer === job.timer) startCall(job, effect.call);
      const state = jobs.get(key)?.autoStop;
      const isAsk = effect.kind === 'stop' || effect.kind === 'read';
      if (isAsk && state && state.stage === job.autoStop?.stage) await ask(state, effect.kind);
    }
  }

  /** The job and its facts now; null: another process acts, or this one ends. */
  function read(key: string, mayAsk: boolean): readonly [Job, Facts] | null {
    if (!isActing) return null;
    if (clockWatch.hasJumped())
      book.each((job) => withState(job, (state) => afterJump(state, clock.monotonic())));
    const known = jobs.get(key);
    if (known === undefined) return null;
    const job = withState(known, (state) => withClock(state, clock.now(), clock.monotonic()));
    return [job, { autoStop: autoStopFacts(job, null), timer: timerFacts(job, mayAsk) }];
  }

  /** @param mayAsk false: requests are left to the next check */
  async function look(key: string, mayAsk: boolean): Promise<void> {
    const first = read(key, mayAsk);
    if (first === null) return;
    const { job, effects } = step(...first);
    const asks = effects.some(({ kind }) => kind === 'stop' || kind === 'read');
    if (asks && !mayAsk) return;
    // It may have been changed meanwhile.
    if (asks || (job.autoStop?.stage.kind === 'ended' && first[0].autoStop !== job.autoStop))
      await book.reread();
    const now = read(key, mayAsk);
    if (now !== null) await apply(...now);
  }

  /** One after the other; a failure keeps no other VM from being stopped. */
  async function lookAtEach(mayAsk: boolean): Promise<void> {
    if (!isActing) return;
    watched = book.watch();
    for (const key of [...jobs.keys()])
      await look(key, mayAsk).catch((error) =>
        log.error('auto-stop.internal_error', describeInternalError(error)),
      );
    book.clean((key) => watched.has(key) || calls.has(key));
    book.publish();
  }

  /** Carries out what is due, and schedules the next. */
  function check(): Promise<void> {
    return oneAtATime(async () => {
      await lookAtEach(true);
      schedule();
    });
  }

  function renew(isMeant: (vm: VmRef) => boolean): void {
    book.each((job) => (isMeant(job.vm) ? { ...job, timer: renewed(job.timer) } : job));
  }

  /** The user's change is sent to the VMs at once, also one that was sent before. */
  function changed(isMeant: (vm: VmRef) => boolean): Promise<void> {
    renew(isMeant);
    return check();
  }

  function waitsOf(job: Job): readonly number[] {
    const known = facts.of(job);
    const wait = job.autoStop && known ? waitOf(job.autoStop, known) : null;
    const timerKnown = timerFacts(job, true);
    const isDue =
      !timerKnown.isBusy && timerKnown.isReachable && isTimerNeeded(job.timer, timerKnown);
    const timerWait = isDue ? [Math.max(0, job.timer.nextAt - timerKnown.monotonic)] : [];
    return wait === null ? timerWait : [wait, ...timerWait];
  }

  function schedule(): void {
    timer.clear();
    if (!isActing) return;
    const waits = [...jobs.values()].flatMap(waitsOf);
    if (waits.length > 0) timer.set(Math.min(...waits), () => void check());
  }

  clockWatch.hasJumped();
  return {
    isActing: () => isActing,
    check,
    lookAtEach,
    begin(): void {
      isActing = true;
      controller = new AbortController();
      void check();
    },
    changed,
    /** As `changed`, until each of these VMs has answered, or cannot be called now. */
    async settle(isMeant: (vm: VmRef) => boolean): Promise<void> {
      const meant = () => [...jobs].filter(([, { vm }]) => isMeant(vm));
      await Promise.all(meant().map(([key]) => calls.get(key)));
      await changed(isMeant);
      const isLeft = ([key, job]: readonly [string, Job]) => {
        const isDue = job.timer.timer?.sent !== undefined && job.timer.nextAt <= clock.monotonic();
        return calls.has(key) || (isDue && placeOf(job) !== null);
      };
      while (calls.size > 0 && meant().some(isLeft)) {
        await Promise.race(calls.values());
        await check();
      }
    },
    pause(isSleep: boolean): void {
      controller?.abort();
      controller = null;
      timer.clear();
      if (isSleep) clockWatch.sleeps(true);
      else isActing = false;
    },
    resume(): void {
      controller = new AbortController();
      clockWatch.sleeps(false);
      renew(() => true);
    },
  };
}

/** A job with a change of its auto-stop, if any. */
export function withState(job: Job, change: (state: AutoStopState) => AutoStopState): Job {
  return job.autoStop === null ? job : { ...job, autoStop: change(job.autoStop) };
}
