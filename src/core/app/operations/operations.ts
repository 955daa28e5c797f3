import {
  billedNow,
  describeProblem,
  shortName,
  type Vm,
  type VmOperation,
  vmName,
} from '../../../shared/domain/index.ts';
import { formatRate, shownCurrency } from '../../../shared/format/index.ts';
import type { Screen } from '../../../shared/ipc/index.ts';
import {
  answerText,
  notDoneTitle,
  overdueDetail,
  type PendingOperation,
} from '../../../shared/operations/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { findAccount, findVm } from '../../../shared/state/index.ts';
import type { AccountClient } from '../../accounts/index.ts';
import type { Clock } from '../../clock.ts';
import { describeDefect, type Log } from '../../log.ts';
import type { Monitor } from '../../monitor/index.ts';
import {
  confirmOperation,
  type OperationOutcome,
  readVm,
  sendOperation,
} from '../../service/index.ts';
import { type Settings, type SettingsFile, withOperation } from '../../settings/index.ts';
import type { VmRef } from '../../ssh/index.ts';
import { ProblemError } from '../../user-error.ts';
import { withWriteProblem } from '../kernel/apply-poll.ts';
import type { Deliver } from '../kernel/deliver.ts';
import type { PartWith } from '../kernel/ports.ts';
import { RefusalError, refuse } from '../kernel/refusal-error.ts';
import { type StateStore, withNotice, withoutTopic } from '../kernel/state-store.ts';

type Client = Pick<AccountClient, 'getVm' | 'operate'>;

export interface OperationPorts {
  readonly store: StateStore;
  /** The settings as the last run left them. */
  readonly loaded: Settings;
  readonly settings: Pick<SettingsFile, 'update'>;
  readonly clients: () => ReadonlyMap<string, Client>;
  readonly monitor: Pick<Monitor, 'refresh'>;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Log;
}

/** An operation of an account's service profile on one of its VMs. */
export interface OperateVm extends VmRef {
  readonly operation: VmOperation;
}

/** An operation that is not confirmed. */
interface Pending {
  readonly wanted: OperateVm;
  readonly controller: AbortController;
  /** Reads the VM; undefined: the accounts have no clients yet. */
  readonly client: Client | undefined;
  /** The user knows that it is overdue. */
  readonly isReported: boolean;
  /** The service's error in sentences; null: it accepted the operation, or its answer was lost. */
  readonly answer: string | null;
}

export type OperationsPart = ReturnType<typeof startOperations>;

/**
 * Starts, stops and destroys VMs, and confirms each by reading the VM until the service reports it so, also after a restart.
 * @param loaded the settings as the last run left them
 */
export function startOperations(ports: OperationPorts) {
  const { store, loaded, settings, clients, monitor, deliver, clock, log } = ports;
  /** The operations that are not confirmed, by `vmKey`. */
  const pending = new Map<string, Pending>();
  let isPanelOpen = false;
  let screen: Screen | null = null;

  function show(key: string, operation: PendingOperation | null): void {
    const { [key]: _, ...others } = store.get().operations;
    store.set({ operations: operation === null ? others : { ...others, [key]: operation } });
  }

  function showPending({ wanted, isReported, answer }: Omit<Pending, 'controller' | 'client'>) {
    const { accountId, vmId, operation } = wanted;
    const isOverdue = isReported || answer !== null;
    const shown = { operation, isOverdue, ...(answer !== null && { answer }) };
    show(vmKey(accountId, vmId), shown);
  }

  function requestOf({ accountId, operation }: OperateVm) {
    const account = findAccount(store.get(), accountId);
    return account?.profile?.operations?.[operation];
  }

  /** Never rejects: a stop must not fail because the disk is full. Without a note, only this run follows the operation. */
  async function note(vm: VmRef, operation: VmOperation | null): Promise<void> {
    try {
      await settings.update((current) => withOperation(current, vm, operation));
    } catch (error) {
      log.warn('operation.unsaved', describeDefect(error));
    }
  }

  function find(wanted: VmRef) {
    const vm = findVm(store.get(), wanted);
    const spend = store.get().snapshots[wanted.accountId]?.spend.value ?? null;
    return { vm, billed: vm === undefined ? null : billedNow(vm, spend) };
  }

  /** Notifies that an operation was not carried out. @param why in sentences */
  function notify({ accountId, vmId, operation }: OperateVm, why: string): void {
    const target = { accountId, vmId };
    const { vm } = find(target);
    const title = notDoneTitle(vm === undefined ? 'VM' : shortName(vm), operation);
    const notification = { title, body: why, destination: { kind: 'vm', ...target } } as const;
    void deliver([notification], { urgent: true });
    const message = `${title}. ${why}`;
    const topic = `operation ${vmKey(accountId, vmId)}` as const;
    store.apply(withNotice(store.core(), topic, message, [accountId]));
  }

  function overdue(key: string, own: Pending): void {
    const { wanted, answer } = own;
    pending.set(key, { ...own, isReported: true });
    showPending({ ...own, isReported: true });
    const { billed } = find(wanted);
    const currency = shownCurrency(store.get().preferences);
    const rate = billed === null || currency === null ? null : formatRate(billed, currency);
    notify(wanted, answer ?? overdueDetail(wanted.operation, rate));
    // A restart does not notify again.
    void note(wanted, null);
  }

  /** Ends what is shown of a VM's operation. */
  function clear(key: string): void {
    pending.get(key)?.controller.abort();
    pending.delete(key);
    show(key, null);
    store.apply(withoutTopic(store.core(), `operation ${key}`));
  }

  function end(wanted: OperateVm): void {
    clear(vmKey(wanted.accountId, wanted.vmId));
    void note(wanted, null);
  }

  /** From the request on, and again from a wake, a start of the app or a sign-in on. */
  async function confirm(
    wanted: OperateVm,
    first: Pick<Pending, 'answer' | 'isReported'> = { answer: null, isReported: false },
  ): Promise<void> {
    const key = vmKey(wanted.accountId, wanted.vmId);
    const before = pending.get(key);
    before?.controller.abort();
    const controller = new AbortController();
    const client = clients().get(wanted.accountId);
    const { isReported, answer } = before ?? first;
    const own = { wanted, controller, client, isReported, answer };
    pending.set(key, own);
    showPending(own);
    if (client === undefined) return;
    const { signal } = controller;
    const onOverdue = () => {
      if (!isReported) overdue(key, own);
    };
    try {
      await confirmOperation({ client, clock, signal, onOverdue }, wanted.operation, wanted.vmId);
    } catch (error) {
      if (!signal.aborted) log.error('operation.defect', describeDefect(error));
      return;
    }
    // Shown until the list has it: a poll must not take it for a change from elsewhere.
    await monitor.refresh(wanted.accountId);
    if (!signal.aborted) end(wanted);
  }

  function refuseProblem({ accountId, operation }: OperateVm, error: unknown): never {
    if (!(error instanceof ProblemError)) throw error;
    const { message, action } = describeProblem(error.problem, {
      at: operation,
      currency: shownCurrency(store.get().preferences),
    });
    store.apply(withWriteProblem(store.core(), accountId, error.problem));
    return refuse(error.problem.kind, message, action);
  }

  /** @returns its message; null: the service did not answer with an error */
  function answerOf(wanted: OperateVm, outcome: OperationOutcome): string | null {
    if (outcome.kind !== 'failed') return null;
    const vm = outcome.vm ?? find(wanted).vm;
    return answerText(vm === undefined ? 'The VM' : vmName(vm), outcome.problem, outcome.vm);
  }

  /**
   * Resolves once the service answered or its answer was lost, and then confirms what is not done.
   * @param isWanted see `sendOperation` @throws RefusalError
   */
  async function operate(
    wanted: OperateVm,
    isWanted?: (vm: Vm) => boolean,
  ): Promise<OperationOutcome & { readonly answer: string | null }> {
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
    // What is not sent again has been reported.
    const wasReported = pending.get(key)?.isReported ?? false;
    clear(key);
    show(key, { operation, isOverdue: false });
    await note(wanted, operation);
    let outcome: OperationOutcome;
    try {
      outcome = await sendOperation(client, { operation, request, vmId, isWanted });
    } catch (error) {
      end(wanted);
      return refuseProblem(wanted, error);
    }
    void monitor.refresh(accountId);
    const isOver =
      outcome.kind === 'unwanted' || (outcome.kind === 'needless' && outcome.progress === 'done');
    const answer = answerOf(wanted, outcome);
    if (isOver) end(wanted);
    else void confirm(wanted, { answer, isReported: outcome.kind === 'needless' && wasReported });
    return { ...outcome, answer };
  }

  /** Operates a VM for the panel. A refusal is notified unless the screen that waits for it shows it. @throws RefusalError */
  async function operateVm(wanted: OperateVm): Promise<void> {
    const openedFrom = screen;
    try {
      const { answer } = await operate(wanted);
      if (answer !== null) refuse('server', answer, 'GPU Tray checks its status for 2 min.');
    } catch (error) {
      // Once it was left, the screen no longer waits, also when it is opened again.
      const isShown = isPanelOpen && screen === openedFrom;
      if (error instanceof RefusalError && !isShown)
        notify(wanted, `${error.refusal.message} ${error.refusal.action}`);
      throw error;
    }
  }

  for (const wanted of loaded.operations ?? []) void confirm(wanted);
  return {
    operate,
    /** The VM's own record. Null: the service does not know the VM; undefined: the reading failed. */
    async read({ accountId, vmId }: VmRef): Promise<Vm | null | undefined> {
      const client = clients().get(accountId);
      return client && readVm(client, vmId).catch(() => undefined);
    },
    requests: { operateVm },
    panelOpened(isOpen: boolean) {
      isPanelOpen = isOpen;
    },
    screenOpened(opened: Screen) {
      // A confirmation opens and closes within the details of its VM.
      const isSameVm =
        screen?.kind === 'vm' &&
        opened.kind === 'vm' &&
        screen.accountId === opened.accountId &&
        screen.vmId === opened.vmId;
      if (!isSameVm) screen = opened;
    },
    accountsChanged() {
      for (const { wanted, client } of pending.values()) {
        const current = clients().get(wanted.accountId);
        if (current === undefined) end(wanted);
        else if (current !== client) void confirm(wanted);
      }
    },
    suspended() {
      for (const { controller } of pending.values()) controller.abort();
    },
    resumed() {
      for (const { wanted } of pending.values()) void confirm(wanted);
    },
    stop() {
      for (const { controller } of pending.values()) controller.abort();
    },
  } satisfies PartWith<'operate' | 'read'>;
}
