import { describeProblem } from '../../../shared/domain/problem-text.ts';
import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import type { Screen } from '../../../shared/ipc/contract.ts';
import { unclearText } from '../../../shared/operations/operation-texts.ts';
import { erasesAll, isBlocked } from '../../../shared/operations/operations.ts';
import { operationLack } from '../../../shared/providers/providers.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount, findVm } from '../../../shared/state/index.ts';
import { noLongerIdle } from '../../../shared/state/stop-review.ts';
import { isStillWaste } from '../../../shared/vms/waste.ts';
import type { Shown } from '../../accounts/index.ts';
import { areVmsRecent, NO_ACCOUNT_POLLS } from '../../alerts/index.ts';
import { type OperationOutcome, readVm, sendOperation } from '../../providers/index.ts';
import { keyOf } from '../../ssh/index.ts';
import { ProblemError } from '../../user-error.ts';
import { withWriteProblem } from '../kernel/apply-poll.ts';
import type { VmLook } from '../kernel/look-at-vm.ts';
import type { PartWith } from '../kernel/ports.ts';
import { RefusalError, refuse } from '../kernel/refusal-error.ts';
import type { StateStore } from '../kernel/state-store.ts';
import {
  createPendingOperations,
  noteShown,
  notifyNotDone,
  type OperateVm,
  type OperationPorts,
} from './pending-operations.ts';

export type OperationsPart = ReturnType<typeof startOperations>;

function refuseProblem(
  store: StateStore,
  { accountId, operation }: OperateVm,
  error: unknown,
): never {
  if (!(error instanceof ProblemError)) throw error;
  const { hideAmounts } = store.get().preferences;
  const { message, action } = describeProblem(error.problem, { at: operation, hideAmounts });
  store.apply(withWriteProblem(store.core(), accountId, error.problem));
  return refuse(error.problem.kind, message, action);
}

function nameOf(state: AppState, wanted: VmRef, read: Vm | null = null): string {
  const vm = read ?? findVm(state, wanted);
  return vm === undefined ? 'The VM' : vmName(vm);
}

/** @throws RefusalError where the account lacks the operation */
function senderOf({ store, clients }: OperationPorts, wanted: OperateVm) {
  const { accountId, operation } = wanted;
  const client = clients.get(accountId);
  const send = client?.operations[operation];
  if (client === undefined)
    return refuse('busy', 'The account is being refreshed.', 'Try again in a moment.');
  if (send !== undefined) return { client, send };
  const account = findAccount(store.get(), accountId);
  const lack = account && operationLack(account, operation);
  const step = lack ?? 'Add a service profile under Accounts, or use the console.';
  return refuse('noProfile', `GPU Tray cannot ${operation} VMs of this account.`, step);
}

/** By its record as read now, and its load. After a gap, such as a sleep, only the next poll tells. */
function isWaste({ store, clock }: OperationPorts, { accountId, vmId }: VmRef, vm: Vm): boolean {
  const app = store.core();
  const now = clock.now();
  const isKnown = areVmsRecent(app.memory.polls[accountId] ?? NO_ACCOUNT_POLLS, now);
  const key = keyOf({ accountId, vmId });
  return isKnown && !erasesAll(vm) && isStillWaste({ app, accountId, now }, vm, key);
}

/** Whether the VM, by its record as read now, may be operated as the user confirmed. */
function isAsConfirmed(ports: OperationPorts, wanted: OperateVm, vm: Vm): boolean {
  const { operation, ifWaste, mayErase = operation !== 'stop' } = wanted;
  return ifWaste ? isWaste(ports, wanted, vm) : mayErase || !erasesAll(vm);
}

function refuseUnwanted({ ifWaste }: OperateVm, name: string): never {
  if (ifWaste) return refuse('inUse', noLongerIdle(name), '');
  const message = `${name} would lose everything by now, so it wasn’t stopped.`;
  return refuse('erases', message, 'Stop it again to confirm that.');
}

const isOver = (outcome: OperationOutcome) =>
  outcome.kind === 'unwanted' || (outcome.kind === 'needless' && outcome.progress === 'done');

/** A confirmation opens and closes within the details of its VM. */
const isSameVm = (one: Screen, other: Screen) =>
  one.kind === 'vm' && other.kind === 'vm' && keyOf(one) === keyOf(other);

/** Starts, stops and destroys VMs, and confirms each operation, also after a restart. */
export function startOperations(ports: OperationPorts) {
  const { store, loaded, clients, monitor } = ports;
  const pending = createPendingOperations(ports);
  let isPanelOpen = false;
  let screen: Screen | null = null;

  /**
   * Resolves once the service answered or its answer was lost, and then confirms what is not done.
   * @param isWanted see `sendOperation` @param mayRepeat the same operation, which is not confirmed @throws RefusalError
   */
  async function operate(
    wanted: OperateVm,
    isWanted?: (vm: Vm) => boolean,
    mayRepeat = isWanted !== undefined,
  ): Promise<OperationOutcome & { readonly answer: string | null }> {
    const { accountId, vmId, operation } = wanted;
    const key = keyOf(wanted);
    const { client, send } = senderOf(ports, wanted);
    const shown = store.get().operations[key];
    // Sent, and neither confirmed nor answered with an error: an auto-stop sends its own stop again.
    const isRepeat = mayRepeat && shown?.operation === operation && shown.answer === undefined;
    if (!isRepeat && isBlocked(shown, operation, findVm(store.get(), wanted)))
      return refuse(
        'busy',
        'Another operation on this VM is still pending.',
        'Wait for it to finish.',
      );
    // An operation that is not sent again has been reported.
    const wasReported = pending.isReported(key);
    if (!isRepeat) {
      pending.clear(key);
      pending.show(key, { operation, isOverdue: false });
      await pending.note(wanted, operation);
    }
    let outcome: OperationOutcome;
    try {
      outcome = await sendOperation(client, { operation, send, vmId, isWanted });
    } catch (error) {
      pending.end(wanted);
      return refuseProblem(store, wanted, error);
    }
    if (outcome.kind === 'sent' && outcome.isAccepted) void noteShown(ports, accountId, 'tried');
    void monitor.refresh(accountId);
    const name = nameOf(store.get(), wanted, outcome.vm);
    // Null: the service accepted the operation, its answer was lost, or nothing was sent.
    const answer =
      outcome.kind === 'failed' ? unclearText(name, outcome.problem, outcome.vm) : null;
    if (isOver(outcome)) pending.end(wanted);
    else if (!isRepeat)
      void pending.confirm(wanted, {
        answer,
        isSent: outcome.kind === 'sent',
        isReported: outcome.kind === 'needless' && wasReported,
      });
    return { ...outcome, answer };
  }

  /** Operates a VM for the panel. A refusal is notified unless the waiting screen shows it. @throws RefusalError */
  async function operateVm(wanted: OperateVm): Promise<void> {
    const openedFrom = screen;
    try {
      const isWanted = (vm: Vm) => isAsConfirmed(ports, wanted, vm);
      const { answer, kind } = await operate(wanted, isWanted, false);
      if (kind === 'unwanted') refuseUnwanted(wanted, nameOf(store.get(), wanted));
      if (answer !== null) refuse('server', answer, 'GPU Tray checks its status for 2 min.');
    } catch (error) {
      // Once it was left, the screen no longer waits, also when it is opened again.
      const isShown = isPanelOpen && screen === openedFrom;
      if (error instanceof RefusalError && !isShown)
        notifyNotDone(ports, wanted, `${error.refusal.message} ${error.refusal.action}`);
      throw error;
    }
  }

  return {
    /** Follows what earlier runs sent. */
    begin() {
      for (const wanted of loaded.operations ?? []) void pending.confirm(wanted);
    },
    operate,
    noteShown: (accountId: string, shown: Shown) => noteShown(ports, accountId, shown),
    /** A look at the VM's own record. */
    async read({ accountId, vmId }: VmRef): Promise<VmLook> {
      const client = clients.get(accountId);
      if (client === undefined) return 'unknown';
      return readVm(client, vmId).then(
        (vm) => vm ?? 'gone',
        () => 'unknown',
      );
    },
    requests: { operateVm },
    panelOpened(isOpen: boolean) {
      isPanelOpen = isOpen;
    },
    screenOpened(opened: Screen) {
      if (screen === null || !isSameVm(screen, opened)) screen = opened;
    },
    accountsChanged: pending.accountsChanged,
    suspended: pending.pause,
    resumed: pending.resume,
    stop: pending.pause,
  } satisfies PartWith<'operate' | 'read' | 'noteShown'>;
}
