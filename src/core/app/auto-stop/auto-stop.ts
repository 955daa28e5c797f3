import type { AppAccount } from '../../../shared/accounts/index.ts';
import { type AutoStop, type AutoStopLimit, kindOf } from '../../../shared/auto-stop/auto-stop.ts';
import { onVmObstacle } from '../../../shared/auto-stop/default-stop.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { erasesAll } from '../../../shared/operations/operations.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { withAutoStop, withoutTimers } from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import { requireVm } from '../kernel/lookups.ts';
import type { PartWith } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import type { AutoStopPorts } from './job.ts';
import { createJobs } from './jobs.ts';
import { createRunner } from './run-jobs.ts';
import { withoutOnVm } from './step-timer.ts';

/** @param mayErase the user agreed, now or before @throws RefusalError where the VM must not be stopped, or can’t stop itself */
function requireStop(
  vm: Vm,
  { can }: AppAccount,
  limit: AutoStopLimit,
  { mayErase, onVm }: Pick<RequestInput<'setAutoStop'>, 'mayErase' | 'onVm'>,
): void {
  const name = vmName(vm);
  const reason = vm.refusals?.stop;
  if (reason !== undefined) refuse('notNow', `${name} cannot be stopped from here.`, reason);
  const erases = `Stopping ${name} erases everything on it: it has no volume.`;
  if (erasesAll(vm) && !mayErase)
    refuse('erases', erases, 'Set its auto-stop in its details and confirm it there.');
  const obstacle = onVm ? onVmObstacle(vm, { can }, limit) : null;
  if (obstacle !== null) refuse('invalid', `${name} can’t stop itself.`, obstacle);
}

/** Stops VMs when their auto-stops end, which stay until the VM is listed as stopped, or the user was notified. */
export function startAutoStops(ports: AutoStopPorts) {
  const { store, clock } = ports;
  const book = createJobs(ports);
  const runner = createRunner(ports, book);

  /** As the user wants it. @param limit null removes the auto-stop */
  async function set(
    vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name' | 'kind'>,
    limit: AutoStopLimit | null,
    onVm?: boolean,
  ): Promise<void> {
    const isMeant = (other: VmRef) => keyOf(other) === keyOf(vm);
    await book.change((current) => {
      // Without what is underway for it, also where it is set to the same.
      book.each((job) => (isMeant(job.vm) ? { ...job, autoStop: null } : job));
      return withAutoStop(current, vm, limit, onVm);
    });
    void runner.changed(isMeant);
  }

  async function setAutoStop(input: RequestInput<'setAutoStop'>): Promise<void> {
    const { accountId, vmId, when, mayErase, onVm } = input;
    const limit = when === null ? null : parseAutoStop(when, clock.now());
    if (when !== null && limit === null) refuse('invalid', 'Not an auto-stop.', AUTO_STOP_HINT);
    const { vm, account } = requireVm(store.get(), input);
    const before = book.jobs().get(keyOf(input))?.autoStop?.autoStop;
    const isSet = before !== undefined && before.from === undefined;
    if (limit !== null) requireStop(vm, account, limit, { mayErase: isSet || mayErase, onVm });
    // A reminder that is extended stays one.
    const kind = kindOf(before ?? {}, account.can);
    const named = { accountId, vmId, name: vmName(vm) };
    await set(kind === 'reminder' ? { ...named, kind } : named, limit, onVm);
  }

  async function disarmAll({ accountId }: RequestInput<'disarmAll'>): Promise<void> {
    const isMeant = (vm: VmRef) => vm.accountId === accountId;
    // They stay what they are, apart from that.
    book.each((job) => (isMeant(job.vm) ? withoutOnVm(job) : job));
    await book.save((settings) => withoutTimers(settings, accountId));
    await runner.called();
    await runner.changed(isMeant);
    await runner.called();
    const left = [...book.jobs().values()].filter(
      ({ vm, timer: { timer } }) => isMeant(vm) && timer?.sent !== undefined,
    );
    const message = `Couldn’t reach ${left.map(({ vm }) => vm.name).join(', ')}.`;
    if (left.length > 0)
      refuse('busy', message, 'Its own timer is still set. Try again in a minute.');
  }

  book.show(ports.loaded);
  return {
    requests: { setAutoStop, disarmAll },
    set,
    begin: runner.begin,
    /** In a viewer. */
    reread: book.reread,
    /** The auto-stops that have ended and whose VM is not confirmed as stopped, with their end, ms since the epoch. */
    unconfirmed: () =>
      [...(book.isActing ? book.jobs().values() : [])].flatMap(({ autoStop: state }) =>
        state?.stage.kind === 'due' ? { autoStop: state.autoStop, at: state.stage.at } : [],
      ),
    polled: runner.check,
    accountsChanged: () => void runner.check(),
    settingsChanged: () => void runner.check(),
    suspended: () => runner.pause(true),
    resumed: runner.resume,
    stop: () => runner.pause(false),
  } satisfies PartWith<'set' | 'unconfirmed' | 'reread'>;
}
