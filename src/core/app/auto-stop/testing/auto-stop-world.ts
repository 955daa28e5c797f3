import type { AppAccount } from '../../../../shared/accounts/index.ts';
import type { AutoStop } from '../../../../shared/auto-stop/auto-stop.ts';
import { parseAutoStop } from '../../../../shared/auto-stop/parse-auto-stop.ts';
import { type AccountState, UNKNOWN_STATE } from '../../../../shared/domain/account-state.ts';
import {
  inStatus,
  makeSpend,
  makeVm,
  makeVmList,
} from '../../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../../shared/domain/vm.ts';
import type { RequestInput } from '../../../../shared/ipc/contract.ts';
import type { ProviderId } from '../../../../shared/providers/providers.ts';
import { vmKey } from '../../../../shared/ssh/ssh-state.ts';
import { initialState } from '../../../../shared/state/index.ts';
import { environment } from '../../../../shared/testing/environment.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';
import type { Notification } from '../../../events/index.ts';
import { showingEach } from '../../../events/testing/group-of.ts';
import { openHistory } from '../../../history/history.ts';
import { silentLog } from '../../../log.ts';
import { ServiceError } from '../../../providers/index.ts';
import { DEFAULT_SETTINGS, type Settings, withAutoStop } from '../../../settings/index.ts';
import { createVirtualClock, type VirtualClock } from '../../../testing/virtual-clock.ts';
import { applyAccounts, applyPoll } from '../../kernel/apply-poll.ts';
import { createStateStore } from '../../kernel/state-store.ts';
import { startOperations } from '../../operations/operations.ts';
import { startAutoStops } from '../auto-stop.ts';
import { fakeScript } from './fake-script.ts';

export const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const POLL_MS = 30_000;
const STOP_MS = 20_000;

/** The VM's record at the service; null: it knows none, or an error. */
type Said = Vm | null | Error;

/** A service with one VM, whose list and own record may say something else than the truth. */
function createService(clock: VirtualClock) {
  const startedAt = new Date(clock.now() - 60_000).toISOString();
  let truth = makeVm({ id: 'v', label: 'train', status: 'running', startedAt });
  const sent: number[] = [];
  const is = (change: Partial<Vm>) => {
    truth = { ...truth, ...change };
  };
  /** Replaced by a test. */
  const says = {
    list: (vm: Vm): Vm | readonly Vm[] | null => vm,
    /** The list is read. */
    isOnline: true,
    record: (vm: Vm): Said => vm,
    /** Until the settings are read. */
    loading: async (): Promise<void> => {},
    /** Until the settings are written. */
    saving: async (): Promise<void> => {},
    /** Until the stop is sent. */
    stopping: async (): Promise<void> => {},
    /** The outcome of a stop. */
    stop(): ServiceError | null {
      is(inStatus('stopping'));
      clock.after(STOP_MS, () => {
        if (truth.status === 'stopping') is(inStatus('stopped'));
      });
      return null;
    },
  };
  const isUp = () => truth.phase === 'running';
  const script = fakeScript(clock, () => says.stop(), isUp);
  const listed = () => [says.list(truth) ?? []].flat();
  const client = {
    async getVm() {
      const said = says.record(truth);
      if (said instanceof Error) throw said;
      if (said === null) throw new ServiceError({ kind: 'notFound' });
      return said;
    },
    async listVms() {
      return { vms: listed(), skipped: 0, isComplete: true };
    },
    operations: {
      async stop() {
        await says.stopping();
        sent.push(clock.now());
        const error = says.stop();
        if (error !== null) throw error;
      },
    },
  };
  return { says, script, client, sent, listed, is, truth: () => truth };
}

const listedState = (vms: readonly Vm[], perHour: number | null): AccountState => ({
  vms: { value: makeVmList(vms), problem: null },
  spend: { value: makeSpend({ perHour }), problem: null },
});

/**
 * The auto-stop of a VM, with the real operations, alerts and history. The VM's list and own record may say something else than the
 * truth. @param text of the auto-stop; null: none @param isViewer another process acts on the folder
 */
export function autoStopWorld(
  text: string | null,
  { canStop = true, provider = 'rental' as ProviderId, isViewer = false } = {},
) {
  const clock = createVirtualClock();
  const history = openHistory(':memory:');
  let account: AppAccount = {
    ...makeAccount({ id: 'a', provider, baseUrl: 'https://x/' }),
    can: canStop ? ['stop', 'stopFromInside'] : [],
  };
  const { client, ...service } = createService(clock);
  const { says, script, truth } = service;
  const notifications: Notification[] = [];
  let file: Settings = DEFAULT_SETTINGS;
  const limitOf = (typed: string | null) =>
    typed === null ? null : parseAutoStop(typed, clock.now());
  file = withAutoStop(file, VM, limitOf(text));
  const settings = {
    async load() {
      await says.loading();
      return file;
    },
    async update(change: (current: Settings) => Settings) {
      await says.saving();
      file = change(file);
      return file;
    },
  };
  /** Operations and auto-stops of one account. */
  function start() {
    const store = createStateStore(initialState(environment, clock.now()));
    store.apply(applyAccounts(store.core(), [account]));
    const show = (shown: Notification) => void notifications.push(shown);
    const deliver = showingEach(show, store.get, clock.now);
    const shared = { store, settings, deliver, clock, log: silentLog, loaded: file };
    const clients = new Map([['a', client]]);
    const monitor = { refresh: async () => null };
    const operations = startOperations({ ...shared, clients, monitor, settingsChanged() {} });
    const callerOf = () => script.call;
    const autoStops = startAutoStops({ ...shared, operations, callerOf, history: () => history });
    if (!isViewer) operations.begin();
    if (!isViewer) autoStops.begin();
    return { store, operations, autoStops };
  }
  let app = start();
  let before: AccountState = UNKNOWN_STATE;
  let isAfterWake = false;

  async function poll(): Promise<void> {
    const at = clock.now();
    const rate = truth().rates.running?.perHour ?? null;
    const { vms, spend } = before;
    const problem = { kind: 'network' } as const;
    const offline = { vms: { ...vms, problem }, spend: { ...spend, problem } };
    const after = says.isOnline ? listedState(service.listed(), rate) : offline;
    const report = { accountId: 'a', before, after, events: [], hasFailed: !says.isOnline };
    app.store.apply(applyPoll(app.store.core(), { ...report, asOf: at, isAfterWake }, at).core);
    const rates = new Map(rate === null ? [] : [['v', rate]]);
    if (says.isOnline) {
      history.record([{ source: 'a', at, rates }], []);
      isAfterWake = false;
    }
    before = after;
    void (isViewer ? app.autoStops.reread() : app.autoStops.polled());
    await clock.advance(0);
  }
  return {
    ...{ ...service, clock, notifications, poll },
    autoStop: (): AutoStop | undefined => file.autoStops?.[0],
    unconfirmed: () => app.autoStops.unconfirmed(),
    shown: () => app.store.get().autoStops[vmKey('a', 'v')],
    titles: () => notifications.map(({ title }) => title),
    bodies: () => notifications.map(({ body }) => body),
    /** It starts again now unless another time is given. */
    becomes: (status: string, startedAt = new Date(clock.now()).toISOString()) =>
      service.is({ ...inStatus(status), ...(status === 'running' && { startedAt }) }),
    app: () => app,
    /** Changes the account, and returns it. */
    account(change: Partial<AppAccount>): AppAccount {
      account = { ...(app.store.get().accounts[0] ?? account), ...change };
      app.store.set({ accounts: [account] });
      return account;
    },
    /** The user changes the default of the account; null: off. */
    async setDefault(idleStopMs: number | null) {
      const { id, baseUrl, label, credential, email } = account;
      const own = { id, baseUrl, label, credential, email, hasCredential: true };
      file = { ...file, accounts: [{ ...own, ...(idleStopMs !== null && { idleStopMs }) }] };
      app.autoStops.accountsChanged();
      await clock.advance(0);
    },
    /** Until the VM has answered. */
    async request(input: Omit<RequestInput<'setAutoStop'>, 'accountId' | 'vmId'>) {
      await app.autoStops.requests.setAutoStop({ accountId: 'a', vmId: 'v', ...input });
      await clock.advance(0);
    },
    stored: () => file,
    /** Another process changes the settings. */
    store(change: (current: Settings) => Settings): void {
      file = change(file);
    },
    set: (typed: string | null, vm = VM) => app.autoStops.set(vm, limitOf(typed)),
    sleep: () => app.autoStops.suspended(),
    wake() {
      isAfterWake = true;
      app.autoStops.resumed();
    },
    /** With a poll every 30 s. @param pollMs or another time */
    async pass(ms: number, pollMs = POLL_MS) {
      for (let left = ms; left > 0; left -= pollMs) {
        await clock.advance(Math.min(left, pollMs));
        await poll();
      }
    },
    /** Quits the app, lets time pass, and starts it again. */
    async restart(ms = 0) {
      app.autoStops.stop();
      app.operations.stop();
      await clock.advance(ms);
      before = UNKNOWN_STATE;
      app = start();
    },
  };
}
