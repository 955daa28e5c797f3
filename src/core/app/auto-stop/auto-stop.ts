import type { AppAccount } from '../../../shared/accounts/index.ts';
import { type AutoStop, type AutoStopLimit, asShown } from '../../../shared/auto-stop/auto-stop.ts';
import { onVmObstacle } from '../../../shared/auto-stop/on-vm.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { type Vm, vmName } from '../../../shared/domain/index.ts';
import type { RequestInput } from '../../../shared/ipc/index.ts';
import { erasesAll } from '../../../shared/operations/index.ts';
import { withAutoStop, withLearned, withOnVm } from '../../settings/index.ts';
import { keyOf, type VmRef } from '../../ssh/index.ts';
import { requireVm } from '../kernel/lookups.ts';
import type { PartPorts, PartWith } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import { afterSleep, atOnce } from './auto-stop-state.ts';
import { withDefaultStops } from './default-stops.ts';
import { createJobs, type JobsPorts } from './jobs.ts';
import { createFacts, type FactsPorts } from './read-facts.ts';
import { createRunner, type RunPorts, withState } from './run-jobs.ts';

export interface AutoStopPorts extends JobsPorts, RunPorts, FactsPorts, Pick<PartPorts, 'loaded'> {
  /** As in `ApplicationPorts`. */
  readonly idleStopMs?: number | undefined;
}

const REMINDER = { kind: 'reminder' } as const;

/** @throws RefusalError where the VM cannot stop itself at that limit */
function requireOnVm(vm: Vm, account: AppAccount, limit: AutoStopLimit): void {
  const obstacle = onVmObstacle(vm, account, limit);
  if (obstacle !== null) refuse('invalid', `${vmName(vm)} cannot stop itself.`, obstacle);
}

/** Stops VMs when their auto-stops end, which stay until the VM is listed as stopped, or the user was notified. */
export function startAutoStops(ports: AutoStopPorts) {
  const { store, clock } = ports;
  const facts = createFacts(ports);
  const book = createJobs(ports, facts);
  const runner = createRunner(ports, book, facts, (accountId, outcome) => {
    if (outcome.kind === 'selfStopped' && outcome.isSeen) learnSelfStop(accountId);
  });

  function learnSelfStop(accountId: string): void {
    const learned = { stopsInside: true };
    const accounts = store
      .get()
      .accounts.map((each) => (each.id === accountId ? { ...each, ...learned } : each));
    store.set({ accounts });
    void book.save((current) => withLearned(current, accountId, learned));
  }

  async function applyDefaults(): Promise<void> {
    const { snapshots } = store.get();
    const of = { snapshots, idleStopMs: ports.idleStopMs, now: clock.now() };
    if (runner.isActing()) await book.save((current) => withDefaultStops(current, of));
  }

  /** Retries now: what caused the failure may be over. */
  function attemptNow(): void {
    book.each((job) => withState(job, (state) => atOnce(state, clock.monotonic())));
    void runner.check();
  }

  /** @param limit null removes the auto-stop */
  async function set(
    vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name' | 'kind'>,
    limit: AutoStopLimit | null,
    onVm?: boolean,
  ): Promise<void> {
    const key = keyOf(vm);
    await book.change((current) => {
      // A new auto-stop with the same limit starts fresh.
      book.each((job) => (keyOf(job.vm) === key ? { ...job, autoStop: null } : job));
      return withAutoStop(current, vm, limit, onVm);
    });
    void runner.changed((each) => keyOf(each) === key);
  }

  const stateOf = (vm: VmRef) => book.jobs.get(keyOf(vm))?.autoStop ?? undefined;

  book.show(ports.loaded);
  return {
    set,
    begin: runner.begin,
    /** In a viewer: the file says how far each one is. */
    reread(): Promise<void> {
      book.jobs.clear();
      return book.reread();
    },
    /** The auto-stops that have ended and whose VM is not confirmed as stopped, with their end, ms since the epoch. */
    unconfirmed: () =>
      [...(runner.isActing() ? book.jobs.values() : [])].flatMap(({ autoStop: state }) =>
        state?.stage.kind === 'due' || state?.stage.kind === 'sent'
          ? { autoStop: state.autoStop, at: state.stage.at }
          : [],
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
        const before = stateOf({ accountId, vmId });
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
        await set({ ...named, ...kind }, limit, onVm);
      },
      async armAutoStop({ accountId, vmId, isOn }: RequestInput<'armAutoStop'>) {
        const { vm, account } = requireVm(store.get(), { accountId, vmId });
        const key = keyOf({ accountId, vmId });
        const state = stateOf({ accountId, vmId });
        if (state === undefined)
          return refuse('notFound', 'It has no auto-stop.', 'Set one in its details.');
        if (isOn) requireOnVm(vm, account, state.autoStop.limit);
        await book.save(withOnVm((each) => keyOf(each) === key, isOn));
        void runner.changed((each) => keyOf(each) === key);
      },
      async disarmAll({ accountId }: RequestInput<'disarmAll'>) {
        const isMeant = (vm: VmRef) => vm.accountId === accountId;
        await book.save(withOnVm(isMeant, false));
        await runner.settle(isMeant);
        const names = [...book.jobs.values()]
          .flatMap(({ vm, timer }) =>
            isMeant(vm) && timer.timer?.sent !== undefined ? [vm.name] : [],
          )
          .join(', ');
        if (names !== '')
          refuse(
            'busy',
            `Couldn’t reach ${names}.`,
            'Its own timer is still set. Try again in a minute.',
          );
      },
    },
    async polled(): Promise<void> {
      await book.reread();
      await applyDefaults();
      await runner.lookAtEach(false);
      void runner.check();
    },
    accountsChanged() {
      attemptNow();
      void book.reread().then(applyDefaults);
    },
    settingsChanged: () => void runner.check(),
    online(isOnline: boolean) {
      if (isOnline) attemptNow();
    },
    suspended() {
      runner.pause(true);
      book.each((job) => withState(job, afterSleep));
    },
    resumed() {
      runner.resume();
      attemptNow();
    },
    stop: () => runner.pause(false),
  } satisfies PartWith<'set' | 'unconfirmed' | 'reread'>;
}
