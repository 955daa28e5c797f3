import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import { shortName, waitNote } from '../../../shared/domain/vm.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { notDoneTitle, overdueDetail } from '../../../shared/operations/operation-texts.ts';
import type { PendingOperation } from '../../../shared/operations/pending.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount, findVm } from '../../../shared/state/index.ts';
import { learn, type Shown } from '../../accounts/index.ts';
import { shownRate } from '../../events/index.ts';
import { describeInternalError, type Log } from '../../log.ts';
import type { Monitor } from '../../monitor/index.ts';
import { type AccountClient, confirmOperation } from '../../providers/index.ts';
import { type SettingsFile, withOperation } from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { withNotice, withNoticesIf } from '../kernel/state-store.ts';

type Client = Pick<AccountClient, 'getVm' | 'listVms' | 'operations'>;

export interface OperationPorts
  extends Pick<PartPorts, 'store' | 'loaded' | 'settingsChanged' | 'deliver' | 'clock' | 'log'> {
  readonly settings: Pick<SettingsFile, 'update'>;
  readonly clients: ReadonlyMap<string, Client>;
  readonly monitor: Pick<Monitor, 'refresh'>;
}

export type OperateVm = RequestInput<'operateVm'>;

interface Pending {
  readonly wanted: OperateVm;
  readonly controller: AbortController;
  /** Reads the VM; undefined: the accounts have no clients yet. */
  readonly client: Client | undefined;
  /** The user knows that it is overdue. */
  readonly isReported: boolean;
  /** The service's error in sentences; null: it accepted the operation, or its answer was lost. */
  readonly answer: string | null;
  /** By this run. False: it was underway, or an earlier run may not have sent it. */
  readonly isSent: boolean;
}

const FROM_EARLIER_RUN = { answer: null, isReported: false, isSent: false };

/** Notifies that an operation was not done. @param hasNotice also shows a notice until the operation is done or another one is sent */
export function notifyNotDone(
  { store, deliver, clock }: Pick<OperationPorts, 'store' | 'deliver' | 'clock'>,
  { accountId, vmId, operation }: OperateVm,
  why: string,
  hasNotice = true,
): void {
  const vm = findVm(store.get(), { accountId, vmId });
  const name = vm === undefined ? 'VM' : shortName(vm);
  const about = { accountId, vmId, name, operation, why };
  void deliver([{ kind: 'notDone', at: clock.now(), ...about }], { urgent: true });
  if (!hasNotice) return;
  const text = `${notDoneTitle(name, operation)}. ${why}`;
  store.apply(withNotice(store.core(), `operation ${keyOf(about)}`, text, [accountId]));
}

/** Why an operation is overdue: the service's error, or the rate that goes on. */
function overdueReason(app: AppState, { wanted, answer }: Pending): string {
  if (answer !== null) return answer;
  const account = findAccount(app, wanted.accountId);
  const service = serviceName(account === undefined ? [] : [account]);
  return overdueDetail(wanted.operation, shownRate(app, wanted), service);
}

const unsaved = (log: Log) => (error: unknown) =>
  log.warn('operation.unsaved', describeInternalError(error));

/** Stores and shows what this run learns of an account. Never rejects. */
export async function noteShown(
  { store, settings, settingsChanged, log }: OperationPorts,
  accountId: string,
  shown: Shown,
): Promise<void> {
  const account = findAccount(store.get(), accountId);
  if (account === undefined) return;
  await learn(settings, account, shown)
    .then((learned) => learned && settingsChanged(learned))
    .catch(unsaved(log));
}

/** Confirms operations by reading their VMs until the service reports them so, and shows them until then. */
export function createPendingOperations(ports: OperationPorts) {
  const { store, settings, clients, monitor, clock, log } = ports;
  /** By `vmKey`. */
  const pending = new Map<string, Pending>();

  /** The next run follows the operation. Never rejects: a stop must not fail because the disk is full. */
  const note = (vm: VmRef, operation: VmOperation | null) =>
    settings.update((current) => withOperation(current, vm, operation)).catch(unsaved(log));

  function show(key: string, operation: PendingOperation | null): void {
    const { [key]: _, ...others } = store.get().operations;
    store.set({ operations: operation === null ? others : { ...others, [key]: operation } });
  }

  function showPending({ wanted, isReported, answer }: Pending): void {
    const { operation } = wanted;
    const isOverdue = isReported || answer !== null;
    show(keyOf(wanted), { operation, isOverdue, ...(answer !== null && { answer }) });
  }

  function overdue(key: string, own: Pending): void {
    const { wanted } = own;
    const vm = findVm(store.get(), wanted);
    const waits = wanted.operation === 'start' && vm !== undefined ? waitNote(vm) : null;
    if (waits !== null) {
      // The VM's row shows the wait from now on, until it is over.
      end(wanted);
      notifyNotDone(ports, wanted, waits, false);
      return;
    }
    pending.set(key, { ...own, isReported: true });
    showPending({ ...own, isReported: true });
    notifyNotDone(ports, wanted, overdueReason(store.get(), own));
    // A restart does not notify again.
    void note(wanted, null);
  }

  function clear(key: string): void {
    pending.get(key)?.controller.abort();
    pending.delete(key);
    show(key, null);
    store.apply(withNoticesIf(store.core(), (_, topic) => topic !== `operation ${key}`));
  }

  function end(wanted: OperateVm): void {
    clear(keyOf(wanted));
    void note(wanted, null);
  }

  /** Also after a wake, a start of the app or a sign-in. */
  async function confirm(
    wanted: OperateVm,
    first: Pick<Pending, 'answer' | 'isReported' | 'isSent'> = FROM_EARLIER_RUN,
  ): Promise<void> {
    const key = keyOf(wanted);
    const before = pending.get(key);
    before?.controller.abort();
    const controller = new AbortController();
    const client = clients.get(wanted.accountId);
    const own = { ...(before ?? first), wanted, controller, client };
    pending.set(key, own);
    showPending(own);
    if (client === undefined) return;
    const { signal } = controller;
    const onOverdue = () => {
      if (!own.isReported) overdue(key, own);
    };
    const { accountId, vmId, operation } = wanted;
    try {
      await confirmOperation({ client, clock, signal, onOverdue }, operation, vmId);
    } catch (error) {
      if (!signal.aborted) log.error('operation.internal_error', describeInternalError(error));
      return;
    }
    if (operation === 'stop' && own.isSent) void noteShown(ports, accountId, 'proven');
    // Shown until the list has it: a poll must not take it for a change from elsewhere.
    await monitor.refresh(accountId);
    if (!signal.aborted) end(wanted);
  }

  return {
    show,
    note,
    clear,
    end,
    confirm,
    isReported: (key: string) => pending.get(key)?.isReported ?? false,
    accountsChanged(): void {
      for (const { wanted, client } of pending.values()) {
        const current = clients.get(wanted.accountId);
        if (current === undefined) end(wanted);
        else if (current !== client) void confirm(wanted);
      }
    },
    pause: () => pending.forEach(({ controller }) => void controller.abort()),
    resume: () => pending.forEach(({ wanted }) => void confirm(wanted)),
  };
}
