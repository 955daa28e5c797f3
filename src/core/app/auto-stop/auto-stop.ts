import pLimit from 'p-limit';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { type AutoStopLimit, asShown } from '../../../shared/auto-stop/auto-stop.ts';
import { onVmObstacle } from '../../../shared/auto-stop/on-vm.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { type Vm, vmName } from '../../../shared/domain/index.ts';
import type { RequestInput } from '../../../shared/ipc/index.ts';
import { erasesAll } from '../../../shared/operations/index.ts';
import { type Clock, createTimer } from '../../clock.ts';
import { describeInternalError } from '../../log.ts';
import { withLearned, withOnVm } from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import { requireVm } from '../kernel/lookups.ts';
import type { PartWith } from '../kernel/ports.ts';
import { RefusalError, refuse } from '../kernel/refusal-error.ts';
import type { OperationsPart } from '../operations/index.ts';
import { type ArmedPorts, createArmed } from './armed.ts';
import { type Attempt, decideAttempt } from './auto-stop-attempt.ts';
import {
  type AutoStopState,
  afterJump,
  afterSleep,
  atOnce,
  type Decision,
  decideAutoStop,
  decideRead,
  isAnotherRun,
  JUMP_MS,
  waitOf,
  withClock,
} from './auto-stop-state.ts';
import { withDefaultStops } from './default-stops.ts';
import { createFacts, type FactsPorts } from './read-facts.ts';
import { createStoredAutoStops, type StoredAutoStopsPorts } from './stored-auto-stops.ts';

export interface AutoStopPorts extends StoredAutoStopsPorts, ArmedPorts, FactsPorts {
  readonly operations: Pick<OperationsPart, 'operate' | 'read'>;
  /** As in `ApplicationPorts`. */
  readonly idleStopMs?: number | undefined;
}

const REMINDER = { kind: 'reminder' } as const;

/** @throws RefusalError where the VM cannot stop itself at that limit */
function requireOnVm(vm: Vm, account: AppAccount, limit: AutoStopLimit): void {
  const obstacle = onVmObstacle(vm, account, limit);
  if (obstacle !== null) refuse('invalid', `${vmName(vm)} cannot stop itself.`, obstacle);
}

/** Notices a change of the computer's clock: wall and monotonic time part while it is awake. */
function createClockWatch(clock: Clock) {
  let isAsleep = false;
  /** Null: to be read. */
  let difference: number | null = null;
  return {
    hasJumped(): boolean {
      if (isAsleep) return false;
      const current = clock.now() - clock.monotonic();
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

function createSteps(
  { operations, clock, log }: AutoStopPorts,
  facts: ReturnType<typeof createFacts>,
  autoStops: ReturnType<typeof createStoredAutoStops>,
  clockWatch: ReturnType<typeof createClockWatch>,
) {
  const { states } = autoStops;
  /** The auto-stop whose VM is being read or stopped. */
  let asking: string | null = null;
  /** From `begin` until the stop. A viewer does not begin: another process stops the VMs. */
  let isActing = false;

  /** Carries out what the service answers, unless another auto-stop replaced this one meanwhile. */
  async function ask<T>(
    key: string,
    state: AutoStopState,
    request: () => Promise<T>,
    decideAnswer: (current: AutoStopState, answer: T) => Decision,
  ): Promise<void> {
    states.set(key, state);
    asking = key;
    const answer = await request().finally(() => {
      asking = null;
    });
    const current = states.get(key);
    if (current?.stage === state.stage)
      await autoStops.carryOut(key, decideAnswer(current, answer));
  }

  async function stop(state: AutoStopState): Promise<Attempt> {
    const { accountId, vmId } = state.autoStop;
    try {
      const wanted = { accountId, vmId, operation: 'stop' } as const;
      // It may have been changed while the VM was read.
      const isCurrent = () => states.get(keyOf(state.autoStop))?.stage === state.stage;
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

  /** Null: there is none, or its VM is being read or stopped. */
  function decide(key: string): Decision | null {
    if (clockWatch.hasJumped()) autoStops.each((state) => afterJump(state, clock.monotonic()));
    const before = states.get(key);
    if (before === undefined || key === asking || !isActing) return null;
    const state = withClock(before, clock.now(), clock.monotonic());
    return decideAutoStop(state, facts.of(state));
  }

  /** @param mayAsk false: requests are left to the next check */
  async function look(key: string, mayAsk: boolean): Promise<void> {
    const first = decide(key);
    if (first === null) return;
    const { kind } = first.step;
    const asks = kind === 'stop' || kind === 'read';
    if (asks && !mayAsk) return;
    // It may have been changed meanwhile.
    const isUrgent = asks || kind === 'end';
    if (isUrgent) {
      states.set(key, first.state);
      await autoStops.reread();
    }
    const decision = isUrgent ? decide(key) : first;
    if (decision === null) return;
    const { state, step } = decision;
    const afterStop = (current: AutoStopState, attempt: Attempt) =>
      decideAttempt(current, attempt, facts.of(current));
    if (step.kind === 'stop') await ask(key, state, () => stop(state), afterStop);
    else if (step.kind === 'read')
      await ask(
        key,
        state,
        () => operations.read(state.autoStop),
        (current, vm) => decideRead(current, vm, facts.of(current)),
      );
    else await autoStops.carryOut(key, decision);
  }

  /** One after the other; a failure keeps no other VM from being stopped. */
  async function lookAtEach(mayAsk: boolean): Promise<void> {
    for (const key of [...states.keys()])
      await look(key, mayAsk).catch((error) =>
        log.error('auto-stop.internal_error', describeInternalError(error)),
      );
  }

  return {
    lookAtEach,
    isActing: () => isActing,
    begin(): void {
      isActing = true;
    },
    stop(): void {
      isActing = false;
    },
  };
}

/** Stops VMs when their auto-stops end, which stay until the VM is listed as stopped, or the user was notified. */
export function startAutoStops(ports: AutoStopPorts) {
  const { store, clock } = ports;
  const facts = createFacts(ports, () => armed);
  const clockWatch = createClockWatch(clock);
  const autoStops = createStoredAutoStops(ports, {
    listed: facts.listed,
    isReminder: facts.isReminder,
    armed: () => armed,
    onChange() {
      schedule();
      armed.schedule();
    },
    onNews({ accountId }, news) {
      if (news.kind === 'selfStopped' && news.isSeen) learnSelfStop(accountId);
    },
  });
  const armed = createArmed(ports, { ...autoStops, listed: facts.listed });
  const steps = createSteps(ports, facts, autoStops, clockWatch);
  const timer = createTimer(clock);
  const oneAtATime = pLimit(1);

  function learnSelfStop(accountId: string): void {
    const learned = { stopsInside: true };
    const accounts = store
      .get()
      .accounts.map((each) => (each.id === accountId ? { ...each, ...learned } : each));
    store.set({ accounts });
    void autoStops.save((current) => withLearned(current, accountId, learned));
  }

  async function applyDefaults(): Promise<void> {
    const { snapshots } = store.get();
    const of = { snapshots, idleStopMs: ports.idleStopMs, now: clock.now() };
    if (steps.isActing()) await autoStops.adapt((current) => withDefaultStops(current, of));
  }

  /** Carries out what is due, and schedules the next. */
  function check(): Promise<void> {
    return oneAtATime(async () => {
      await steps.lookAtEach(true);
      await armed.listed();
      schedule();
    });
  }

  function schedule(): void {
    timer.clear();
    if (!steps.isActing()) return;
    const states = [...autoStops.states.values()];
    const waits = states.flatMap((state) => waitOf(state, facts.of(state)) ?? []);
    if (waits.length > 0) timer.set(Math.min(...waits), () => void check());
  }

  /** Retries now: what caused the failure may be over. */
  function attemptNow(): void {
    autoStops.each((state) => atOnce(state, clock.monotonic()));
    void check();
  }

  clockWatch.hasJumped();
  autoStops.show(ports.loaded);
  return {
    set: autoStops.set,
    begin() {
      steps.begin();
      armed.resume();
      schedule();
    },
    /** In a viewer: the file says how far each one is. */
    reread(): Promise<void> {
      autoStops.states.clear();
      return autoStops.reread();
    },
    /** The auto-stops that have ended and whose VM is not confirmed as stopped, with their end, ms since the epoch. */
    unconfirmed: () =>
      [...(steps.isActing() ? autoStops.states.values() : [])].flatMap(({ autoStop, stage }) =>
        stage.kind === 'due' || stage.kind === 'sent' ? { autoStop, at: stage.at } : [],
      ),
    requests: {
      async setAutoStop(input: RequestInput<'setAutoStop'>) {
        const { accountId, vmId, when, mayErase, onVm } = input;
        const limit = when === null ? null : parseAutoStop(when, clock.now());
        if (when !== null && limit === null) refuse('invalid', 'Not an auto-stop.', AUTO_STOP_HINT);
        const { vm, account } = requireVm(store.get(), { accountId, vmId });
        const reason = vm.refusals?.stop;
        if (limit !== null && reason !== undefined)
          refuse('notNow', `${vmName(vm)} cannot be stopped from here.`, reason);
        if (onVm === true && limit !== null) requireOnVm(vm, account, limit);
        const before = autoStops.states.get(keyOf({ accountId, vmId }));
        const isSet = before !== undefined && before.autoStop.from === undefined;
        if (limit !== null && erasesAll(vm) && !isSet && !mayErase)
          refuse(
            'erases',
            `A stop erases everything on ${vmName(vm)}: it has no volume.`,
            'Set its auto-stop in its details, where that is confirmed.',
          );
        // A reminder that is extended stays one.
        const kind = asShown(before?.autoStop ?? {}, account.can).kind === 'stop' ? {} : REMINDER;
        const named = { accountId, vmId, name: vmName(vm) };
        await autoStops.set({ ...named, ...kind }, limit, onVm);
        armed.changed(named);
      },
      async armAutoStop({ accountId, vmId, isOn, mayReplace }: RequestInput<'armAutoStop'>) {
        const { vm, account } = requireVm(store.get(), { accountId, vmId });
        const state = autoStops.states.get(keyOf({ accountId, vmId }));
        if (state === undefined)
          return refuse('notFound', 'It has no auto-stop.', 'Set one in its details.');
        if (isOn) requireOnVm(vm, account, state.autoStop.limit);
        if (mayReplace && !steps.isActing())
          refuse(
            'notNow',
            'It was armed by another computer.',
            'Another GPU Tray is already running. Quit it, then replace the timer here.',
          );
        const key = keyOf(state.autoStop);
        await autoStops.save(withOnVm((autoStop) => keyOf(autoStop) === key, isOn));
        armed.changed(state.autoStop, mayReplace);
      },
      async disarmAll({ accountId }: RequestInput<'disarmAll'>) {
        await autoStops.save(withOnVm((autoStop) => autoStop.accountId === accountId, false));
        const others = await armed.settle(accountId);
        const names = others.map(({ name }) => name).join(', ');
        if (names !== '')
          refuse(
            'busy',
            `${names} could not be told.`,
            'It still stops itself. Try again in a minute.',
          );
      },
    },
    async polled(): Promise<void> {
      await autoStops.reread();
      await applyDefaults();
      await steps.lookAtEach(false);
      void check();
    },
    accountsChanged() {
      attemptNow();
      void autoStops.reread().then(applyDefaults);
    },
    settingsChanged: () => void check(),
    online(isOnline: boolean) {
      if (isOnline) attemptNow();
    },
    suspended() {
      timer.clear();
      armed.pause();
      clockWatch.sleeps(true);
      autoStops.each(afterSleep);
    },
    resumed() {
      clockWatch.sleeps(false);
      armed.resume();
      attemptNow();
    },
    stop() {
      steps.stop();
      timer.clear();
      armed.pause();
    },
  } satisfies PartWith<'set' | 'unconfirmed' | 'reread'>;
}
