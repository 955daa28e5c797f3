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
import { type Environment, initialState } from '../../../../shared/state/index.ts';
import { environment } from '../../../../shared/testing/environment.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';
import type { Notification } from '../../../events/index.ts';
import { showingEach } from '../../../events/testing/group-of.ts';
import { type History, openHistory } from '../../../history/history.ts';
import { silentLog } from '../../../log.ts';
import { ServiceError } from '../../../providers/index.ts';
import { DEFAULT_SETTINGS, type Settings, withAutoStop } from '../../../settings/index.ts';
import { createVirtualClock } from '../../../testing/virtual-clock.ts';
import { applyAccounts, applyPoll } from '../../kernel/apply-poll.ts';
import { createStateStore } from '../../kernel/state-store.ts';
import { startOperations } from '../../operations/operations.ts';
import { startAutoStops } from '../auto-stop.ts';
import { fakeScript } from './fake-script.ts';

export const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const POLL_MS = 30_000;
const STOP_MS = 20_000;

/** The VM's record at the service; null: it knows none, or an error. */
type Said = Vm | null | ServiceError;

interface WorldOptions {
  readonly canStop?: boolean;
  readonly provider?: ProviderId;
  readonly isUnattended?: boolean;
}

/**
 * The auto-stop of a VM, with the real operations, alerts and history. The VM's list and own record may say something else than the
 * truth. @param text of the auto-stop; null: none
 */
export function autoStopWorld(
  text: string | null,
  { canStop = true, provider = 'rental', isUnattended = false }: WorldOptions = {},
) {
  const clock = createVirtualClock();
  const history = openHistory(':memory:');
  const startedAt = new Date(clock.now() - 60_000).toISOString();
  let truth = makeVm({ id: 'v', label: 'train', status: 'running', startedAt });
  let account: AppAccount = {
    ...makeAccount({ id: 'a', provider, baseUrl: 'https://x/' }),
    can: canStop ? ['stop', 'stopFromInside'] : [],
  };
  const sent: number[] = [];
  const notifications: Notification[] = [];
  /** Replaced by a test. */
  const says = {
    list: (vm: Vm): Vm | null => vm,
    /** All that are listed, instead; null: that one. */
    lists: null as ((vm: Vm) => readonly Vm[]) | null,
    /** The list is read. */
    isOnline: true,
    record: (vm: Vm): Said => vm,
    history: (): Pick<History, 'spans'> => history,
    /** Until the settings are written. */
    saving: async (): Promise<void> => {},
    /** Until the stop is sent. */
    stopping: async (): Promise<void> => {},
    /** The outcome of a stop. */
    stop(): ServiceError | null {
      truth = { ...truth, ...inStatus('stopping') };
      clock.after(STOP_MS, () => {
        if (truth.status === 'stopping') truth = { ...truth, ...inStatus('stopped') };
      });
      return null;
    },
  };
  const script = fakeScript(
    clock,
    () => says.stop(),
    () => truth.phase === 'running',
  );
  const client = {
    async getVm() {
      const said = says.record(truth);
      if (said instanceof ServiceError) throw said;
      if (said === null) throw new ServiceError({ kind: 'notFound', detail: null });
      return said;
    },
    async listVms() {
      const listed = says.list(truth);
      return { items: listed === null ? [] : [listed], skipped: 0, isComplete: true };
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
  let file: Settings = DEFAULT_SETTINGS;
  const command = (typed: string | null) => {
    const limit = typed === null ? null : parseAutoStop(typed, clock.now());
    file = withAutoStop(file, VM, limit);
  };
  if (text !== null) command(text);
  let writes = 0;
  const settings = {
    load: async () => file,
    async update(change: (current: Settings) => Settings) {
      await says.saving();
      writes += 1;
      file = change(file);
      return file;
    },
  };
  function start() {
    const store = createStateStore(initialState(environment, clock.now()));
    store.apply(applyAccounts(store.core(), [account]));
    const show = (shown: Notification) => void notifications.push(shown);
    const deliver = showingEach(show, store.get, clock.now);
    const shared = { store, loaded: file, settings, deliver, show, clock, log: silentLog };
    const clients = new Map([['a', client]]);
    const monitor = { refresh: async () => null };
    const operations = startOperations({ ...shared, clients: () => clients, monitor });
    const autoStops = startAutoStops({
      ...{ ...shared, ...script.ports, operations, isUnattended },
      history: () => says.history(),
    });
    operations.begin();
    autoStops.begin();
    return { store, operations, autoStops };
  }
  let app = start();
  let before: AccountState = UNKNOWN_STATE;
  let isAfterWake = false;

  async function poll(): Promise<void> {
    const at = clock.now();
    const listed = says.list(truth);
    const vms = says.lists?.(truth) ?? (listed === null ? [] : [listed]);
    const rate = truth.rates.running?.perHour ?? null;
    const problem = says.isOnline ? null : ({ kind: 'network' } as const);
    const after: AccountState = says.isOnline
      ? {
          vms: { value: makeVmList(vms), problem },
          spend: { value: makeSpend({ perHour: rate }), problem },
        }
      : { vms: { ...before.vms, problem }, spend: { ...before.spend, problem } };
    const report = { accountId: 'a', before, after, events: [], hasFailed: !says.isOnline };
    app.store.apply(applyPoll(app.store.core(), { ...report, asOf: at, isAfterWake }, at));
    const rates = new Map(rate === null ? [] : [['v', rate]]);
    if (says.isOnline) {
      history.record([{ source: 'a', at, rates }], []);
      isAfterWake = false;
    }
    before = after;
    await app.autoStops.polled();
    await clock.advance(0);
  }
  return {
    ...{ clock, says, script, sent, notifications, poll, command },
    autoStop: (): AutoStop | undefined => file.autoStops?.[0],
    unconfirmed: () => app.autoStops.unconfirmed(),
    shown: () => app.store.get().autoStops[vmKey('a', 'v')],
    titles: () => notifications.map(({ title }) => title),
    bodies: () => notifications.map(({ body }) => body),
    truth: () => truth,
    /** It starts again now unless another time is given. */
    becomes(status: string, startedAt = new Date(clock.now()).toISOString()) {
      truth = { ...truth, ...inStatus(status), ...(status === 'running' && { startedAt }) };
    },
    /** Changes its record. */
    is(change: Partial<Vm>) {
      truth = { ...truth, ...change };
    },
    app: () => app,
    environment: (change: Partial<Environment>) =>
      app.store.set({ environment: { ...app.store.get().environment, ...change } }),
    /** Changes the account, and returns it. */
    account(change: Partial<AppAccount>): AppAccount {
      account = { ...(app.store.get().accounts[0] ?? account), ...change };
      app.store.set({ accounts: [account] });
      return account;
    },
    /** The user changes the default of the account; null: off. */
    async setDefault(idleStopMs: number | null) {
      const { baseUrl, label, credential, email } = account;
      const record = { id: 'a', baseUrl, label, credential, email, hasCredential: true };
      file = { ...file, accounts: [{ ...record, ...(idleStopMs !== null && { idleStopMs }) }] };
      app.autoStops.accountsChanged();
      await clock.advance(0);
    },
    requests: () => app.autoStops.requests,
    request: (input: Omit<RequestInput<'setAutoStop'>, 'accountId' | 'vmId'>) =>
      app.autoStops.requests.setAutoStop({ accountId: 'a', vmId: 'v', ...input }),
    stored: () => file,
    /** How often the settings were written. */
    writes: () => writes,
    set: (typed: string | null, vm = VM) =>
      app.autoStops.set(vm, typed === null ? null : parseAutoStop(typed, clock.now())),
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
