import { describeOperationProblem, type PendingOperation, vmKey } from '../../shared/app/index.ts';
import { billedNow, knownVms, UNKNOWN_STATE, type VmOperation } from '../../shared/domain/index.ts';
import { type AccountClient, CredentialError } from '../accounts/index.ts';
import type { Clock } from '../clock.ts';
import { describeDefect, type Log } from '../log.ts';
import type { Monitor } from '../monitor/index.ts';
import { confirmOperation, ServiceError, sendOperation } from '../service/index.ts';
import type { VmRef } from '../ssh/index.ts';
import type { DesktopPorts } from './application.ts';
import { overdueNotification } from './notifications.ts';
import { refuse } from './refusal-error.ts';
import { type StateStore, withNotice, withoutTopic } from './state-store.ts';

export interface OperationPorts {
  readonly clients: () => ReadonlyMap<string, AccountClient>;
  readonly monitor: Pick<Monitor, 'refresh'>;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** An operation of an account's service profile on one of its VMs. */
export interface OperateVm extends VmRef {
  readonly operation: VmOperation;
}

export type OperationsPart = ReturnType<typeof startOperations>;

/** Starts, stops and destroys VMs, and confirms each by reading the VM until the service reports it so. */
export function startOperations(ports: OperationPorts, store: StateStore) {
  const { clients, monitor, desktop, clock, log } = ports;
  /** Of the operations that are not confirmed, by `vmKey`. */
  const pending = new Map<string, { readonly wanted: OperateVm; controller: AbortController }>();

  function show(key: string, operation: PendingOperation | null): void {
    const { [key]: _, ...others } = store.get().operations;
    store.set({ operations: operation === null ? others : { ...others, [key]: operation } });
  }

  function requestOf({ accountId, operation }: OperateVm) {
    const account = store.get().accounts.find(({ id }) => id === accountId);
    return account?.profile?.operations?.[operation];
  }

  function overdue(key: string, { accountId, vmId, operation }: OperateVm): void {
    show(key, { operation, isOverdue: true });
    const { snapshots, preferences } = store.get();
    const snapshot = snapshots[accountId] ?? UNKNOWN_STATE;
    const vm = knownVms(snapshot).find(({ id }) => id === vmId);
    const rate = vm === undefined ? null : billedNow(vm, snapshot.spend.value);
    const notification = overdueNotification({ accountId, vmId }, vm, operation, rate, preferences);
    desktop.notify(notification);
    const message = `${notification.title}. ${notification.body}`;
    store.apply(withNotice(store.core(), `operation ${key}`, message));
  }

  function end(key: string): void {
    pending.get(key)?.controller.abort();
    pending.delete(key);
    show(key, null);
    store.apply(withoutTopic(store.core(), `operation ${key}`));
  }

  /** From the request on, and again from a wake on. */
  async function confirm(key: string, wanted: OperateVm): Promise<void> {
    pending.get(key)?.controller.abort();
    const controller = new AbortController();
    pending.set(key, { wanted, controller });
    const { signal } = controller;
    const client = clients().get(wanted.accountId);
    if (client === undefined) return end(key);
    const onOverdue = () => overdue(key, wanted);
    try {
      await confirmOperation({ client, clock, signal, onOverdue }, wanted.operation, wanted.vmId);
    } catch (error) {
      if (!signal.aborted) log.error('operation.defect', describeDefect(error));
      return;
    }
    end(key);
    void monitor.refresh(wanted.accountId);
  }

  function refuseProblem(operation: VmOperation, error: unknown): never {
    if (!(error instanceof ServiceError || error instanceof CredentialError)) throw error;
    const { message, action } = describeOperationProblem(operation, error.problem);
    return refuse(error.problem.kind, message, action);
  }

  return {
    /** Resolves once the service accepted it or its answer was lost, and then confirms it. @throws RefusalError */
    async operate(wanted: OperateVm): Promise<void> {
      const { accountId, vmId, operation } = wanted;
      const key = vmKey(accountId, vmId);
      const client = clients().get(accountId);
      const request = requestOf(wanted);
      if (client === undefined || request === undefined)
        return refuse(
          'noProfile',
          `GPU Tray cannot ${operation} VMs of this account.`,
          'Add a service profile under Accounts, or use the console.',
        );
      if (store.get().operations[key]?.isOverdue === false)
        return refuse('busy', 'Another operation of this VM is not confirmed yet.', 'Wait for it.');
      end(key);
      show(key, { operation, isOverdue: false });
      let isDone: boolean;
      try {
        isDone = await sendOperation(client, { operation, request, vmId });
      } catch (error) {
        end(key);
        return refuseProblem(operation, error);
      }
      void monitor.refresh(accountId);
      if (isDone) end(key);
      else void confirm(key, wanted);
    },
    accountsChanged() {
      for (const [key, { wanted }] of pending) if (!clients().has(wanted.accountId)) end(key);
    },
    suspended() {
      for (const { controller } of pending.values()) controller.abort();
    },
    resumed() {
      for (const [key, { wanted }] of pending) {
        show(key, { operation: wanted.operation, isOverdue: false });
        void confirm(key, wanted);
      }
    },
    stop() {
      for (const { controller } of pending.values()) controller.abort();
    },
  };
}
