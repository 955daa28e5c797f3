import pLimit from 'p-limit';
import { createTimer } from '../../clock.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import { type ArmedAnswer, keyOf, type VmRef } from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { withNotice, withNoticesIf } from '../kernel/state-store.ts';
import type { OperationsPart } from '../operations/index.ts';
import {
  type AutoStopFacts,
  type AutoStopState,
  afresh,
  afterJump,
  JUMP_MS,
  waitOf,
  withClock,
} from './auto-stop-state.ts';
import { type CallPorts, createCalls } from './call-vms.ts';
import type { Jobs } from './jobs.ts';
import type { FactsReader } from './read-facts.ts';
import {
  type Answer,
  type Attempt,
  type Effect,
  type Facts,
  isAnotherRun,
  type Job,
  step,
} from './step.ts';
import { timerNotification } from './timer-notification.ts';
import { isTimerNeeded, renewed, type TimerCall, type TimerStepFacts } from './timer-state.ts';

export interface RunPorts extends CallPorts, Pick<PartPorts, 'deliver' | 'show'> {
  readonly operations: Pick<OperationsPart, 'operate' | 'read'>;
}

/** A job with a change of its auto-stop, if any. */
const withState = (job: Job, change: (state: AutoStopState) => AutoStopState): Job =>
  job.autoStop === null ? job : { ...job, autoStop: change(job.autoStop) };

/** Notices a change of the computer's clock: wall and monotonic time part while it is awake. */
function createClockWatch({ now, monotonic }: PartPorts['clock']) {
  let isAsleep = false;
  let difference = now() - monotonic();
  return {
    hasJumped(): boolean {
      if (isAsleep) return false;
      const before = difference;
      const isChanged = Math.abs(now() - monotonic() - before) > JUMP_MS;
      if (isChanged) difference = now() - monotonic();
      return isChanged;
    },
    sleeps(isNow: boolean): void {
      isAsleep = isNow;
      difference = now() - monotonic();
    },
  };
}

/** The effects of a step besides its save and the calls of VMs. */
function createEffects(
  { store, deliver, show, operations, clock, log }: RunPorts,
  { jobs }: Jobs,
  facts: FactsReader,
) {
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

  return {
    async notify(effect: Effect, { vm }: Job): Promise<void> {
      if (effect.kind === 'event') {
        const { accountId, vmId, name, limit, kind } = effect.autoStop;
        const about = { accountId, vmId, name, limit, isReminder: kind === 'reminder' };
        const event = { kind: 'autoStop', at: clock.now(), ...about } as const;
        await deliver([{ ...event, outcome: effect.outcome }], { urgent: true });
      }
      if (effect.kind !== 'timerEvent') return;
      const notification = timerNotification(store.get(), vm, effect.event, clock.now());
      show(notification);
      const { title, body } = notification;
      const topic = `armed ${keyOf(vm)}` as const;
      if (effect.event.kind === 'refused')
        store.apply(withNotice(store.core(), topic, `${title}. ${body}`, [vm.accountId]));
    },
    /** Asks the provider. */
    async ask(state: AutoStopState, kind: 'stop' | 'read'): Promise<Answer> {
      return kind === 'stop'
        ? { kind, attempt: await stop(state) }
        : { kind, look: await operations.read(state.autoStop) };
    },
  };
}

interface Hooks {
  readonly outcome: (accountId: string, outcome: AutoStopOutcome) => void;
  /** A VM was called, and its answer is stored. */
  readonly callEnd: () => void;
}

/** Carries out the steps of jobs: saves each, then notifies, stops and reads its VM, and calls the VM for its timer. */
function createStepper(ports: RunPorts, book: Jobs, facts: FactsReader, on: Hooks) {
  const { store } = ports;
  const { jobs } = book;
  const effectsOf = createEffects(ports, book, facts);
  const vms = createCalls(ports);
  let watched: ReadonlySet<string> = new Set();
  /** The auto-stop whose VM is being read or stopped. */
  let asking: string | null = null;

  /** @param answer of its VM, which the next call follows on in its place */
  function timerFacts(job: Job, mayCall: boolean, answer: Facts['timer']['answer'] = null) {
    const key = keyOf(job.vm);
    const isBusy = !mayCall || (answer === null && vms.isBusy(key));
    const isReachable = vms.isReachable(job.vm);
    return facts.ofTimer(job, { isReachable, isWatched: watched.has(key), isBusy, answer });
  }

  /** @param answer null: none */
  function factsOf(job: Job, mayCall: boolean, answer: Answer | null): Facts {
    const known = keyOf(job.vm) === asking ? null : facts.of(job);
    return { autoStop: known && { ...known, answer }, timer: timerFacts(job, mayCall) };
  }

  async function ask(state: AutoStopState, kind: 'stop' | 'read'): Promise<void> {
    const key = keyOf(state.autoStop);
    asking = key;
    const answer = await effectsOf.ask(state, kind).finally(() => {
      asking = null;
    });
    const job = jobs.get(key);
    // Another auto-stop may have replaced it meanwhile.
    if (job?.autoStop?.stage === state.stage) await apply(job, factsOf(job, false, answer));
  }

  function call(job: Job, wanted: TimerCall): void {
    async function store(answer: ArmedAnswer): Promise<void> {
      const current = jobs.get(keyOf(job.vm));
      if (current === undefined) return;
      const timer = timerFacts(current, true, { ...wanted, answer });
      await apply(current, { autoStop: null, timer });
      book.publish();
    }
    void vms.start(job, wanted, store).then(on.callEnd);
  }

  async function apply(before: Job, known: Facts): Promise<void> {
    const { job, effects } = step(before, known);
    const key = keyOf(job.vm);
    jobs.set(key, job);
    if (before.timer.timer !== undefined && job.timer.timer === undefined)
      store.apply(withNoticesIf(store.core(), (_, topic) => topic !== `armed ${key}`));
    // A kill between both notifies twice, and not never.
    for (const effect of effects) {
      await effectsOf.notify(effect, job);
      if (effect.kind === 'event') on.outcome(job.vm.accountId, effect.outcome);
    }
    if (job.autoStop?.stage.kind === 'ended') book.publish();
    await book.saveJob(job);
    for (const effect of effects) await request(job, effect);
  }

  /** A change by the user counts from the moment it is stored. */
  async function request(job: Job, effect: Effect): Promise<void> {
    const { timer, autoStop } = jobs.get(keyOf(job.vm)) ?? {};
    if (effect.kind === 'call' && timer === job.timer) call(job, effect.call);
    if (effect.kind !== 'stop' && effect.kind !== 'read') return;
    if (autoStop && autoStop.stage === job.autoStop?.stage) await ask(autoStop, effect.kind);
  }

  return {
    vms,
    timerFacts,
    factsOf,
    apply,
    watch(): void {
      watched = book.watch();
    },
    isWatched: (key: string) => watched.has(key) || vms.calls.has(key),
  };
}

/** Looks at single jobs, and carries out their steps. */
function createLook(
  { clock }: Pick<RunPorts, 'clock'>,
  book: Jobs,
  stepper: Pick<ReturnType<typeof createStepper>, 'factsOf' | 'apply'>,
  isActing: () => boolean,
) {
  const clockWatch = createClockWatch(clock);

  /** @param mayAsk false: requests are left to the next check @param isFresh the settings were read again */
  async function look(key: string, mayAsk: boolean, isFresh = false): Promise<void> {
    if (!isActing()) return;
    if (clockWatch.hasJumped())
      book.each((job) => withState(job, (state) => afterJump(state, clock.monotonic())));
    const stored = book.jobs.get(key);
    if (stored === undefined) return;
    const job = withState(stored, (state) => withClock(state, clock.now(), clock.monotonic()));
    const known = stepper.factsOf(job, mayAsk, null);
    const { job: next, effects } = step(job, known);
    const isAsked = effects.some(({ kind }) => kind === 'stop' || kind === 'read');
    if (isAsked && !mayAsk) return;
    const isOver = next.autoStop?.stage.kind === 'ended' && job.autoStop !== next.autoStop;
    if (isFresh || !(isAsked || isOver)) return stepper.apply(job, known);
    // It may have been changed meanwhile.
    await book.reread();
    return look(key, mayAsk, true);
  }

  return { clockWatch, look };
}

/** Until something of a job is due, ms. */
function waitsOf(
  { autoStop, timer }: Job,
  known: AutoStopFacts | null,
  timerFacts: TimerStepFacts,
): readonly number[] {
  const wait = autoStop && known && waitOf(autoStop, known);
  const { isBusy, isReachable, monotonic } = timerFacts;
  const isDue = !isBusy && isReachable && isTimerNeeded(timer, timerFacts);
  const timerWait = isDue ? [Math.max(0, timer.nextAt - monotonic)] : [];
  return wait === null ? timerWait : [wait, ...timerWait];
}

/** Looks at all jobs when something may be due, and schedules that. */
export function createRunner(
  ports: RunPorts,
  book: Jobs,
  facts: FactsReader,
  onOutcome: Hooks['outcome'],
) {
  const { clock, log } = ports;
  const { jobs } = book;
  const hooks = { outcome: onOutcome, callEnd: () => schedule() };
  const { vms, ...stepper } = createStepper(ports, book, facts, hooks);
  const { clockWatch, look } = createLook(ports, book, stepper, () => isActing);
  const timer = createTimer(clock);
  const oneAtATime = pLimit(1);
  /** From `begin` until the stop. A viewer does not begin: another process stops the VMs. */
  let isActing = false;

  /** One after the other; a failure keeps no other VM from being stopped. */
  async function lookAtEach(mayAsk: boolean): Promise<void> {
    if (!isActing) return;
    stepper.watch();
    for (const key of [...jobs.keys()])
      await look(key, mayAsk).catch((error) =>
        log.error('auto-stop.internal_error', describeInternalError(error)),
      );
    book.clean(stepper.isWatched);
    book.publish();
  }

  function schedule(): void {
    timer.clear();
    const waitsNow = (job: Job) => waitsOf(job, facts.of(job), stepper.timerFacts(job, true));
    const waits = isActing ? [...jobs.values()].flatMap(waitsNow) : [];
    if (waits.length > 0) timer.set(Math.min(...waits), () => void check());
  }

  /** Carries out what is due, and schedules the next. */
  const check = () => oneAtATime(() => lookAtEach(true).then(schedule));

  /** The user's change is sent to the VMs at once, also one that was sent before. */
  function changed(isMeant: (vm: VmRef) => boolean): Promise<void> {
    book.each((job) => (isMeant(job.vm) ? { ...job, timer: renewed(job.timer) } : job));
    return check();
  }

  return {
    isActing: () => isActing,
    check,
    lookAtEach,
    changed,
    begin(): void {
      isActing = true;
      vms.allow(true);
      void check();
    },
    /** As `changed`, until each of these VMs has answered, or cannot be called now. */
    async settle(isMeant: (vm: VmRef) => boolean): Promise<void> {
      const meant = () => [...jobs].filter(([, { vm }]) => isMeant(vm));
      await Promise.all(meant().map(([key]) => vms.calls.get(key)));
      await changed(isMeant);
      const isLeft = ([key, { vm, timer: own }]: readonly [string, Job]) =>
        vms.calls.has(key) ||
        (own.timer?.sent !== undefined && own.nextAt <= clock.monotonic() && vms.isReachable(vm));
      while (vms.calls.size > 0 && meant().some(isLeft)) {
        await Promise.race(vms.calls.values());
        await check();
      }
    },
    pause(isSleep: boolean): void {
      vms.allow(false);
      timer.clear();
      if (isSleep) clockWatch.sleeps(true);
      else isActing = false;
    },
    /** The cause of a failure may be over. @param isWake the VMs are called anew */
    retry(isWake: boolean): void {
      if (isWake) {
        vms.allow(true);
        clockWatch.sleeps(false);
      }
      book.each((job) => {
        const next = withState(job, (state) => afresh(state, clock.monotonic(), isWake));
        return isWake ? { ...next, timer: renewed(next.timer) } : next;
      });
      void check();
    },
  };
}
