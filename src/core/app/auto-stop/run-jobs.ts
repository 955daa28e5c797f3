import pLimit from 'p-limit';
import type { Vm } from '../../../shared/domain/vm.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { createTimer } from '../../clock.ts';
import { describeInternalError } from '../../log.ts';
import { computerName } from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import { lookAtVm, recordIn, type VmLook } from '../kernel/look-at-vm.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { withDefaultStops } from './default-stops.ts';
import {
  type Answer,
  type Attempt,
  type AutoStopPorts,
  type AutoStopState,
  afterJump,
  type Effect,
  type EventEffect,
  type Facts,
  type Job,
  JUMP_MS,
  renewed,
  SET,
  type TimerCall,
  withClock,
} from './job.ts';
import type { Jobs } from './jobs.ts';
import { accessTo, readFacts } from './read-facts.ts';
import { isAnotherRun, step, waitFor } from './step.ts';

/** VMs that are called at once. */
const AT_ONCE = 4;

const NO_ANSWER = { kind: 'failed', problem: 'unreachable' } as const;

/** A job with a change of its auto-stop, if any. */
const withState = (job: Job, change: (state: AutoStopState) => AutoStopState): Job =>
  job.autoStop === null ? job : { ...job, autoStop: change(job.autoStop) };

/** Time asleep is no time without figures. */
const afterSleep = (state: AutoStopState): AutoStopState =>
  state.stage.kind === 'set' && state.stage.unknownSince !== Number.POSITIVE_INFINITY
    ? { ...state, stage: SET }
    : state;

/** Stops the VM of a due auto-stop, unless its own record forbids that by then. */
async function stop(ports: AutoStopPorts, book: Jobs, state: AutoStopState): Promise<Attempt> {
  const { store, operations, log } = ports;
  const { accountId, vmId } = state.autoStop;
  const wanted = { accountId, vmId, operation: 'stop' } as const;
  const isWanted = (vm: Vm) =>
    // It may have been changed while the VM was read.
    book.jobs().get(keyOf(wanted))?.autoStop?.stage === state.stage &&
    accessTo(store.get(), state.autoStop, vm) !== 'reminds' &&
    !isAnotherRun(state, vm);
  try {
    return await operations.operate(wanted, isWanted);
  } catch (error) {
    const refusal = error instanceof RefusalError ? error.refusal : null;
    if (refusal === null) log.error('auto-stop.internal_error', describeInternalError(error));
    const answer = refusal && `${refusal.message} ${refusal.action}`;
    return { kind: 'refused', answer, isForbidden: refusal?.kind === 'forbidden' };
  }
}

/** Notifies what a step found, and learns from it. */
async function notify(ports: AutoStopPorts, { outcome, autoStop }: EventEffect): Promise<void> {
  const { deliver, clock, operations } = ports;
  const { accountId, vmId, name, limit, kind } = autoStop;
  const about = { accountId, vmId, name, limit, isReminder: kind === 'reminder', outcome };
  await deliver([{ kind: 'autoStop', at: clock.now(), ...about }], { urgent: true });
  if (outcome.kind === 'selfStopped') void operations.noteShown(accountId, 'stopsInside');
}

/** Carries out the steps of jobs: saves each, then notifies, stops and reads its VM, and calls the VM for its timer. @param onCalled the answer of a VM is stored */
function createStepper(ports: AutoStopPorts, book: Jobs, onCalled: () => void) {
  const { store, clock, log, operations } = ports;
  const withinLimit = pLimit(AT_ONCE);
  /** Underway, by `vmKey`. */
  const calls = new Map<string, Promise<void>>();
  let controller = new AbortController();

  /** @param answer of its VM, which the next call follows on in its place */
  function factsOf(job: Job, answer: Answer | null = null): Facts {
    const isUnderway = answer?.kind !== 'call' && calls.has(keyOf(job.vm));
    return readFacts(ports, job, answer, controller.signal.aborted || isUnderway);
  }

  /** Whether the VM's key may be tried: the call would otherwise cancel a stop, or start a VM that is billed. */
  async function mayTry(vm: VmRef): Promise<boolean> {
    const isIntended = (look: VmLook) => recordIn(look)?.isRunIntended === true;
    if (!isIntended(lookAtVm(store.get(), vm))) return false;
    return isIntended(await operations.read(vm)) && store.get().operations[keyOf(vm)] === undefined;
  }

  async function callVm({ vm, timer }: Job, { write }: TimerCall, signal: AbortSignal) {
    const run = ports.callerOf(vm);
    if (run === null) return NO_ANSWER;
    if (!write) return run(write === null ? 'clear' : 'read', signal);
    const isTried = await mayTry(vm);
    const number = Math.max(Math.floor(clock.now()), (timer.timer?.number ?? 0) + 1);
    return run({ number, computer: computerName(), limit: write, isTried }, signal);
  }

  function call(job: Job, wanted: TimerCall): void {
    const key = keyOf(job.vm);
    const { signal } = controller;
    const failed = (error: unknown) => {
      log.error('armed.internal_error', describeInternalError(error));
      return NO_ANSWER;
    };
    const running = withinLimit(async () => {
      // The user may have changed it while it waited for others.
      if (book.jobs().get(key)?.timer.timer !== job.timer.timer) return;
      const answer = await callVm(job, wanted, signal).catch(failed);
      const current = book.jobs().get(key);
      if (signal.aborted || current === undefined) return;
      await apply(current, { ...wanted, answer });
      book.publish();
    })
      .catch(failed)
      .then(() => {
        if (calls.get(key) === running) calls.delete(key);
        onCalled();
      });
    calls.set(key, running);
  }

  /** Resolves to its effects, once all requests to the provider are answered. */
  async function apply(before: Job, answer?: Answer): Promise<readonly Effect[]> {
    const { job, effects } = step(before, factsOf(before, answer));
    book.set(job);
    // A kill between both notifies twice, and not never.
    for (const effect of effects) if (effect.kind === 'event') await notify(ports, effect);
    await book.saveJob(job);
    for (const effect of effects) await request(job, effect);
    return effects;
  }

  /** A change by the user counts from the moment it is stored. */
  async function request(job: Job, effect: Effect): Promise<void> {
    const current = () => book.jobs().get(keyOf(job.vm));
    const { kind } = effect;
    if (kind === 'call' && current()?.timer === job.timer) call(job, effect);
    const state = current()?.autoStop;
    if (kind === 'event' || kind === 'call' || !state) return;
    if (state.stage !== job.autoStop?.stage) return;
    const answer: Answer =
      kind === 'stop'
        ? { kind, attempt: await stop(ports, book, state) }
        : { kind, look: await operations.read(state.autoStop) };
    const next = current();
    // Another auto-stop may have replaced it meanwhile.
    if (next?.autoStop?.stage === state.stage) await apply(next, answer);
  }

  return {
    factsOf,
    apply,
    /** Resolves once the VMs that are called have answered. */
    called: () => Promise.all(calls.values()),
    isPaused: () => controller.signal.aborted,
    pause: () => controller.abort(),
    resume() {
      controller.abort();
      controller = new AbortController();
    },
  };
}

/** Looks at all jobs when something may be due, and schedules that. */
export function createRunner(ports: AutoStopPorts, book: Jobs) {
  const { store, clock, log, idleStopMs } = ports;
  const stepper = createStepper(ports, book, () => schedule());
  const timer = createTimer(clock);
  const oneAtATime = pLimit(1);
  /** Wall and monotonic time part while the computer sleeps, and otherwise when its clock is changed. */
  const difference = () => clock.now() - clock.monotonic();
  let lastDifference = difference();
  const failed = (error: unknown) =>
    log.error('auto-stop.internal_error', describeInternalError(error));

  async function look(key: string): Promise<void> {
    const job = book.jobs().get(key);
    if (!book.isActing || job === undefined) return;
    const effects = await stepper.apply(job);
    // The others may have been changed meanwhile. Read for each of a thousand VMs, the settings would take minutes.
    if (effects.some(({ kind }) => kind !== 'call')) await book.reread();
  }

  function schedule(): void {
    timer.clear();
    const jobs = book.isActing ? [...book.jobs().values()] : [];
    const wait = Math.min(...jobs.map((job) => waitFor(job, stepper.factsOf(job))));
    if (wait < Number.POSITIVE_INFINITY) timer.set(wait, () => void check());
  }

  /** Carries out what is due, and schedules the next. */
  const check = () =>
    oneAtATime(async () => {
      await book.reread();
      if (!book.isActing) return;
      // It may end, or begin, before the wake is known.
      const hasJumped = !stepper.isPaused() && Math.abs(difference() - lastDifference) > JUMP_MS;
      if (hasJumped) lastDifference = difference();
      book.each((job) =>
        withState(job, (state) => withClock(hasJumped ? afterJump(state, clock) : state, clock)),
      );
      // One after the other; a failure keeps no other VM from being stopped.
      for (const key of book.jobs().keys()) await look(key).catch(failed);
      // Last: a VM whose auto-stop has just ended may get the default.
      const [state, at] = [store.get(), clock.now()];
      if (book.isActing) await book.save((all) => withDefaultStops(all, state, idleStopMs, at));
      book.publish();
      schedule();
    });

  /** The user's change is sent to the VMs at once, also one that was sent before. */
  function changed(isMeant: (vm: VmRef) => boolean): Promise<void> {
    book.each((job) => (isMeant(job.vm) ? { ...job, timer: renewed(job.timer) } : job));
    return check();
  }

  return {
    check,
    changed,
    begin(): void {
      book.isActing = true;
      // Before operations remove their notes of stops that were sent.
      for (const job of book.jobs().values()) void book.saveJob(job);
      void check();
    },
    called: stepper.called,
    pause(isSleep: boolean): void {
      stepper.pause();
      timer.clear();
      if (!isSleep) book.isActing = false;
    },
    resume(): void {
      stepper.resume();
      lastDifference = difference();
      book.each((job) => ({ ...withState(job, afterSleep), timer: renewed(job.timer) }));
      void check();
    },
  };
}
