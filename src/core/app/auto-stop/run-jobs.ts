import pLimit from 'p-limit';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { createTimer } from '../../clock.ts';
import { describeInternalError } from '../../log.ts';
import { computerName } from '../../settings/index.ts';
import { type ArmedAnswer, keyOf } from '../../ssh/index.ts';
import { lookAtVm, recordIn, type VmLook } from '../kernel/look-at-vm.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
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
import type { FactsReader } from './read-facts.ts';
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

/** Requests to the provider and to VMs. */
function createRequests(ports: AutoStopPorts, book: Jobs, facts: FactsReader) {
  const { store, operations, clock, log } = ports;

  async function stop(state: AutoStopState): Promise<Attempt> {
    const { accountId, vmId } = state.autoStop;
    try {
      const wanted = { accountId, vmId, operation: 'stop' } as const;
      // It may have been changed while the VM was read.
      const isCurrent = () => book.jobs().get(keyOf(wanted))?.autoStop?.stage === state.stage;
      return await operations.operate(
        wanted,
        (vm) => isCurrent() && !facts.isReminder(state.autoStop, vm) && !isAnotherRun(state, vm),
      );
    } catch (error) {
      const refusal = error instanceof RefusalError ? error.refusal : null;
      if (refusal === null) log.error('auto-stop.internal_error', describeInternalError(error));
      return { kind: 'refused', refusal };
    }
  }

  /** Sent otherwise, the call that tries the VM's key would cancel a stop, or start a VM that is billed. */
  async function mayTry(vm: VmRef): Promise<boolean> {
    const isIntended = (look: VmLook) => recordIn(look)?.isRunIntended === true;
    if (!isIntended(lookAtVm(store.get(), vm))) return false;
    return isIntended(await operations.read(vm)) && store.get().operations[keyOf(vm)] === undefined;
  }

  async function callVm(
    { vm, timer }: Job,
    write: TimerCall['write'],
    signal: AbortSignal,
  ): Promise<ArmedAnswer> {
    const call = ports.callerOf(vm);
    if (call === null) return NO_ANSWER;
    if (!write) return call(write === null ? 'clear' : 'read', signal);
    const isTried = await mayTry(vm);
    const number = Math.max(Math.floor(clock.now()), (timer.timer?.number ?? 0) + 1);
    return call({ number, computer: computerName(), limit: write, isTried }, signal);
  }

  return {
    ask: async (state: AutoStopState, kind: 'stop' | 'read'): Promise<Answer> =>
      kind === 'stop'
        ? { kind, attempt: await stop(state) }
        : { kind, look: await operations.read(state.autoStop) },
    callVm,
  };
}

/** Notifies what a step found, and learns from it. */
async function notify(
  { deliver, clock, operations }: AutoStopPorts,
  { outcome, autoStop }: EventEffect,
): Promise<void> {
  const { accountId, vmId, name, limit, kind } = autoStop;
  const about = { accountId, vmId, name, limit, isReminder: kind === 'reminder', outcome };
  await deliver([{ kind: 'autoStop', at: clock.now(), ...about }], { urgent: true });
  if (outcome.kind === 'selfStopped') void operations.noteShown(accountId, { kind: 'selfStopped' });
}

/** Carries out the steps of jobs: saves each, then notifies, stops and reads its VM, and calls the VM for its timer. @param onCalled the answer of a VM is stored */
function createStepper(ports: AutoStopPorts, book: Jobs, facts: FactsReader, onCalled: () => void) {
  const { store, log } = ports;
  const { ask, callVm } = createRequests(ports, book, facts);
  const withinLimit = pLimit(AT_ONCE);
  /** Underway, by `vmKey`. */
  const calls = new Map<string, Promise<void>>();
  let controller = new AbortController();

  /** @param answer of its VM, which the next call follows on in its place */
  function factsOf(job: Job, answer: Answer | null = null): Facts {
    const { vm } = job;
    const isUnderway = answer?.kind !== 'call' && calls.has(keyOf(vm));
    const isBusy = controller.signal.aborted || isUnderway;
    // Our SSH files keep the address of a VM that is off, which another machine may have by now.
    const isOn = recordIn(lookAtVm(store.get(), vm))?.phase === 'running';
    const isReachable = isOn && ports.callerOf(vm) !== null;
    return facts.of(job, { answer, vm: isBusy ? 'busy' : isReachable ? 'ready' : 'unreachable' });
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
      const answer = await callVm(job, wanted.write, signal).catch(failed);
      const current = book.jobs().get(key);
      if (signal.aborted || current === undefined) return;
      await apply(current, factsOf(current, { ...wanted, answer }));
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
  async function apply(before: Job, known: Facts): Promise<readonly Effect[]> {
    const { job, effects } = step(before, known);
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
    if (effect.kind === 'call' && current()?.timer === job.timer) call(job, effect);
    if (effect.kind !== 'stop' && effect.kind !== 'read') return;
    const { autoStop: state } = current() ?? {};
    if (!state || state.stage !== job.autoStop?.stage) return;
    const answer = await ask(state, effect.kind);
    const next = current();
    // Another auto-stop may have replaced it meanwhile.
    if (next?.autoStop?.stage === state.stage) await apply(next, factsOf(next, answer));
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

/** Looks at all jobs when something may be due, and schedules that. @param applyDefaults after what is over made place */
export function createRunner(
  ports: AutoStopPorts,
  book: Jobs,
  facts: FactsReader,
  applyDefaults: () => Promise<void>,
) {
  const { clock, log } = ports;
  const stepper = createStepper(ports, book, facts, () => schedule());
  const timer = createTimer(clock);
  const oneAtATime = pLimit(1);
  /** Wall and monotonic time part while the computer sleeps, and otherwise when its clock is changed. */
  const difference = () => clock.now() - clock.monotonic();
  let lastDifference = difference();

  async function look(key: string): Promise<void> {
    const stored = book.jobs().get(key);
    if (!book.isActing() || stored === undefined) return;
    const job = withState(stored, (state) => withClock(state, clock.now(), clock.monotonic()));
    const effects = await stepper.apply(job, stepper.factsOf(job));
    // The others may have been changed meanwhile. Read for each of a thousand VMs, the settings would take minutes.
    if (effects.some(({ kind }) => kind !== 'call')) await book.reread();
  }

  function schedule(): void {
    timer.clear();
    const jobs = book.isActing() ? [...book.jobs().values()] : [];
    const wait = Math.min(...jobs.map((job) => waitFor(job, stepper.factsOf(job))));
    if (wait < Number.POSITIVE_INFINITY) timer.set(wait, () => void check());
  }

  /** Carries out what is due, and schedules the next. */
  const check = () =>
    oneAtATime(async () => {
      await book.reread();
      if (!book.isActing()) return;
      // It may end, or begin, before the wake is known.
      if (!stepper.isPaused() && Math.abs(difference() - lastDifference) > JUMP_MS) {
        lastDifference = difference();
        book.each((job) => withState(job, (state) => afterJump(state, clock.monotonic())));
      }
      // One after the other; a failure keeps no other VM from being stopped.
      for (const key of book.jobs().keys())
        await look(key).catch((error) =>
          log.error('auto-stop.internal_error', describeInternalError(error)),
        );
      if (book.isActing()) await applyDefaults();
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
      book.act(true);
      void check();
    },
    /** As `changed`, until these VMs have answered. */
    async settle(isMeant: (vm: VmRef) => boolean): Promise<void> {
      await stepper.called();
      await changed(isMeant);
      await stepper.called();
    },
    pause(isSleep: boolean): void {
      stepper.pause();
      timer.clear();
      if (!isSleep) book.act(false);
    },
    resume(): void {
      stepper.resume();
      lastDifference = difference();
      book.each((job) => ({ ...withState(job, afterSleep), timer: renewed(job.timer) }));
      void check();
    },
  };
}
