import pLimit from 'p-limit';
import type { AutoStop, AutoStopLimit } from '../../../shared/auto-stop/index.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/index.ts';
import { isVmMissing, listedVm, vmName } from '../../../shared/domain/index.ts';
import type { RequestInput } from '../../../shared/ipc/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { type Clock, createTimer } from '../../clock.ts';
import type { History } from '../../history/index.ts';
import { describeDefect, type Log } from '../../log.ts';
import { type Settings, type SettingsFile, withAutoStop } from '../../settings/index.ts';
import type { Deliver } from '../kernel/deliver.ts';
import { requireVm } from '../kernel/lookups.ts';
import type { PartWith } from '../kernel/ports.ts';
import { RefusalError, refuse } from '../kernel/refusal-error.ts';
import type { StateStore } from '../kernel/state-store.ts';
import type { OperationsPart } from '../operations/index.ts';
import { autoStopEnd } from './auto-stop-end.ts';
import { type AutoStopNews, autoStopNotification } from './auto-stop-notification.ts';
import {
  type Attempt,
  type AutoStopFacts,
  type AutoStopState,
  afterJump,
  afterSleep,
  atOnce,
  type Decision,
  decideAttempt,
  decideAutoStop,
  decideRead,
  isAnotherRun,
  JUMP_MS,
  type Listed,
  newAutoStop,
  waitOf,
  withClock,
} from './auto-stop-state.ts';

export interface AutoStopPorts {
  readonly store: StateStore;
  /** The settings as the last run left them. */
  readonly loaded: Settings;
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
  readonly operations: Pick<OperationsPart, 'operate' | 'read'>;
  /** Null: none is open. */
  readonly history: () => Pick<History, 'spans'> | null;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Log;
}

const keyOf = ({ accountId, vmId }: Pick<AutoStop, 'accountId' | 'vmId'>) => vmKey(accountId, vmId);

/** Of the same VM with the same limit. */
const isSame = (one: AutoStop, other: AutoStop) =>
  keyOf(one) === keyOf(other) && JSON.stringify(one.limit) === JSON.stringify(other.limit);

/** What is read from the state for a decision. */
function createFacts({ history, clock, log }: AutoStopPorts, store: StateStore) {
  function spansSince({ accountId, vmId }: AutoStop, since: number) {
    try {
      return history()?.spans(accountId, vmId, since, clock.now()) ?? [];
    } catch (error) {
      // Its cost is unknown. Other auto-stops need no history.
      log.warn('auto-stop.unmeasured', describeDefect(error));
      return [];
    }
  }

  function listed({ accountId, vmId }: AutoStop): Listed {
    const snapshot = store.get().snapshots[accountId];
    const { value = null, problem = null } = snapshot?.vms ?? {};
    if (value === null || (problem !== null && problem.kind !== 'incompleteList')) return 'unknown';
    const vm = listedVm(snapshot, vmId);
    return vm ?? (isVmMissing(snapshot, vmId) ? 'gone' : 'unknown');
  }

  function access({ accountId }: AutoStop): AutoStopFacts['access'] {
    const account = findAccount(store.get(), accountId);
    if (account === undefined) return 'signedOut';
    return account.profile?.operations?.stop === undefined ? 'reminds' : 'stops';
  }

  return {
    listed,
    of({ autoStop }: AutoStopState): AutoStopFacts {
      const now = clock.now();
      return {
        now,
        monotonic: clock.monotonic(),
        end: autoStopEnd(autoStop, { core: store.core(), spansSince, now }),
        listed: listed(autoStop),
        access: access(autoStop),
        pending: store.get().operations[keyOf(autoStop)],
      };
    },
  };
}

/** Notices a change of the computer's clock: wall and monotonic time part while it is awake. */
function createClockWatch(clock: Clock) {
  let isAsleep = false;
  /** Null: to be read. */
  let difference: number | null = null;
  return {
    /** True once for each change. */
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

/**
 * Stops VMs when their auto-stops end, as soon as this computer can; `auto-stop-state.ts` decides. An auto-stop stays until its VM is listed
 * as stopped, or the user was notified.
 */
export function startAutoStops(ports: AutoStopPorts) {
  const { store, loaded, settings, operations, deliver, clock, log } = ports;
  /** By `vmKey`. */
  const states = new Map<string, AutoStopState>();
  const facts = createFacts(ports, store);
  const clockWatch = createClockWatch(clock);
  /** The auto-stop whose VM is being read or stopped. */
  let asking: string | null = null;
  /** Version counter: discards a read that started before a write. */
  let changes = 0;
  const timer = createTimer(clock);
  const oneAtATime = pLimit(1);
  let isStopped = false;

  function each(change: (state: AutoStopState) => AutoStopState): void {
    for (const [key, state] of states) states.set(key, change(state));
  }

  async function change(apply: (current: Settings) => Settings): Promise<void> {
    changes += 1;
    const next = await settings.update(apply);
    changes += 1;
    show(next);
  }

  /** Never rejects: the next decision, or after a restart the VM's state, has the same result. */
  async function save(apply: (current: Settings) => Settings): Promise<void> {
    await change(apply).catch((error) => log.warn('auto-stop.unsaved', describeDefect(error)));
  }

  /** Shows what the command line may have changed. */
  async function reread(): Promise<void> {
    const before = changes;
    try {
      const current = await settings.load();
      if (before === changes) show(current);
    } catch (error) {
      log.warn('auto-stop.unread', describeDefect(error));
    }
  }

  function show({ autoStops = [] }: Settings): void {
    const known = new Map(states);
    states.clear();
    for (const stored of autoStops) {
      const state = known.get(keyOf(stored));
      const isKnown = state && [state.stored, state.autoStop].some((one) => isSame(one, stored));
      const time = { now: clock.now(), monotonic: clock.monotonic() };
      const next = isKnown ? { ...state, stored } : newAutoStop(stored, facts.listed(stored), time);
      states.set(keyOf(stored), next);
    }
    publish();
    schedule();
  }

  function publish(): void {
    const going = [...states].filter(([, { stage }]) => stage.kind !== 'ended');
    const shown = Object.fromEntries(going.map(([key, { autoStop }]) => [key, autoStop]));
    if (JSON.stringify(shown) !== JSON.stringify(store.get().autoStops))
      store.set({ autoStops: shown });
  }

  function notify({ autoStop }: AutoStopState, news: AutoStopNews): void {
    void deliver([autoStopNotification(autoStop, news, clock.now())], { urgent: true });
  }

  async function end(key: string, state: AutoStopState): Promise<void> {
    const { autoStop, stored } = state;
    states.set(key, { ...state, stage: { kind: 'ended' } });
    publish();
    // Another auto-stop may have replaced it.
    const isOver = (other: AutoStop) => isSame(other, stored) || isSame(other, autoStop);
    await save((current) =>
      current.autoStops?.some(isOver) ? withAutoStop(current, autoStop, null) : current,
    );
  }

  /** All of a decision but the stop. */
  async function carryOut(key: string, { state, step }: Decision): Promise<void> {
    states.set(key, state);
    if ('news' in step && step.news !== null) notify(state, step.news);
    if (step.kind === 'end') return end(key, state);
    const { autoStop, stored } = state;
    if (JSON.stringify(autoStop) === JSON.stringify(stored)) return;
    await save(({ autoStops = [], ...current }) => ({
      ...current,
      autoStops: autoStops.map((other) => (isSame(other, stored) ? autoStop : other)),
    }));
  }

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
    if (current?.stage === state.stage) await carryOut(key, decideAnswer(current, answer));
  }

  async function stop(state: AutoStopState): Promise<Attempt> {
    const { accountId, vmId } = state.autoStop;
    try {
      const wanted = { accountId, vmId, operation: 'stop' } as const;
      // It may have been changed while the VM was read.
      const isCurrent = () => states.get(keyOf(state.autoStop))?.stage === state.stage;
      return await operations.operate(wanted, (vm) => isCurrent() && !isAnotherRun(state, vm));
    } catch (error) {
      const refusal = error instanceof RefusalError ? error.refusal : null;
      if (refusal === null) log.error('auto-stop.defect', describeDefect(error));
      return { kind: 'refused', refusal };
    }
  }

  /** Null: there is none, or its VM is being read or stopped. */
  function decide(key: string): Decision | null {
    if (clockWatch.hasJumped()) each((state) => afterJump(state, clock.monotonic()));
    const before = states.get(key);
    if (before === undefined || key === asking || isStopped) return null;
    const state = withClock(before, clock.now(), clock.monotonic());
    return decideAutoStop(state, facts.of(state));
  }

  /** @param mayAsk false: what asks the service is left to the next check */
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
      await reread();
    }
    const decision = isUrgent ? decide(key) : first;
    if (decision === null) return;
    const { state, step } = decision;
    if (step.kind === 'stop')
      await ask(
        key,
        state,
        () => stop(state),
        (current, attempt) => decideAttempt(current, attempt, facts.of(current)),
      );
    else if (step.kind === 'read')
      await ask(key, state, () => operations.read(state.autoStop), decideRead);
    else await carryOut(key, decision);
  }

  /** One after the other. One that fails must not keep the others from being stopped. */
  async function lookAtEach(mayAsk: boolean): Promise<void> {
    for (const key of [...states.keys()])
      await look(key, mayAsk).catch((error) =>
        log.error('auto-stop.defect', describeDefect(error)),
      );
  }

  /** Carries out what is due, and schedules the next. */
  function check(): Promise<void> {
    return oneAtATime(async () => {
      await lookAtEach(true);
      schedule();
    });
  }

  function schedule(): void {
    timer.clear();
    if (isStopped) return;
    const waits = [...states.values()].flatMap((state) => waitOf(state, facts.of(state)) ?? []);
    if (waits.length > 0) timer.set(Math.min(...waits), () => void check());
  }

  /** Retries now: what caused the failure may be over. */
  function attemptNow(): void {
    each((state) => atOnce(state, clock.monotonic()));
    void check();
  }

  clockWatch.hasJumped();
  show(loaded);
  /** @param limit null removes the auto-stop */
  async function set(
    vm: Omit<AutoStop, 'limit' | 'progress'>,
    limit: AutoStopLimit | null,
  ): Promise<void> {
    await change((current) => {
      // Nothing of one that was set before for the same time counts.
      states.delete(keyOf(vm));
      return withAutoStop(current, vm, limit);
    });
  }

  return {
    set,
    requests: {
      async setAutoStop({ accountId, vmId, when }: RequestInput<'setAutoStop'>) {
        const limit = when === null ? null : parseAutoStop(when, clock.now());
        if (when !== null && limit === null) refuse('invalid', 'Not an auto-stop.', AUTO_STOP_HINT);
        const { vm } = requireVm(store.get(), { accountId, vmId });
        await set({ accountId, vmId, name: vmName(vm) }, limit);
      },
    },
    async polled(): Promise<void> {
      await reread();
      await lookAtEach(false);
      void check();
    },
    accountsChanged: attemptNow,
    online(isOnline: boolean) {
      if (isOnline) attemptNow();
    },
    suspended() {
      timer.clear();
      clockWatch.sleeps(true);
      each(afterSleep);
    },
    resumed() {
      clockWatch.sleeps(false);
      attemptNow();
    },
    stop() {
      isStopped = true;
      timer.clear();
    },
  } satisfies PartWith<'set'>;
}
