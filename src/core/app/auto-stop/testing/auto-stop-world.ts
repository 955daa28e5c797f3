import type { AppAccount } from '../../../../shared/accounts/index.ts';
import type { AutoStop } from '../../../../shared/auto-stop/auto-stop.ts';
import { parseAutoStop } from '../../../../shared/auto-stop/parse-auto-stop.ts';
import type { Vm } from '../../../../shared/domain/index.ts';
import { inStatus, makeVm, makeVmList } from '../../../../shared/domain/testing/records.ts';
import type { RequestInput } from '../../../../shared/ipc/index.ts';
import type { ProviderId } from '../../../../shared/providers/providers.ts';
import { vmKey } from '../../../../shared/ssh/ssh-state.ts';
import { type Environment, initialState } from '../../../../shared/state/index.ts';
import { environment } from '../../../../shared/testing/environment.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';
import type { Notification } from '../../../events/index.ts';
import { showingEach } from '../../../events/testing/group-of.ts';
import { silentLog } from '../../../log.ts';
import { ServiceError } from '../../../providers/index.ts';
import { DEFAULT_SETTINGS, type Settings, withAutoStop } from '../../../settings/index.ts';
import { createVirtualClock } from '../../../testing/virtual-clock.ts';
import { EMPTY_SNAPSHOT } from '../../kernel/apply-poll.ts';
import { createStateStore } from '../../kernel/state-store.ts';
import { startOperations } from '../../operations/operations.ts';
import { startAutoStops } from '../auto-stop.ts';
import { fakeScript } from './fake-script.ts';

const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const POLL_MS = 30_000;
const STOP_MS = 20_000;

/** The VM's record at the service; null: it knows none, or an error. */
type Said = Vm | null | ServiceError;

/** An auto-stop with the real operations, of a VM whose list and own record may say something else than the truth. */
export function autoStopWorld(
  text: string,
  canStop = true,
  provider: ProviderId = 'rental',
  isUnattended = false,
) {
  const clock = createVirtualClock();
  const started = new Date(clock.now() - 60_000).toISOString();
  let truth = makeVm({ id: 'v', label: 'train', status: 'running', startedAt: started });
  const sent: number[] = [];
  const notifications: Notification[] = [];
  /** Replaced by a test. */
  const says = {
    list: (vm: Vm): Vm | null => vm,
    /** All that are listed, instead; null: that one. */
    lists: null as ((vm: Vm) => readonly Vm[]) | null,
    record: (vm: Vm): Said => vm,
    /** Until the settings are written. */
    saving: async (): Promise<void> => {},
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
        sent.push(clock.now());
        const error = says.stop();
        if (error !== null) throw error;
      },
    },
  };
  const newStore = () =>
    createStateStore({
      ...initialState(environment, clock.now()),
      accounts: [
        {
          ...makeAccount({ id: 'a', provider, baseUrl: 'https://x/' }),
          can: canStop ? ['stop', 'stopFromInside'] : [],
        },
      ],
    });
  let file: Settings = withAutoStop(DEFAULT_SETTINGS, VM, parseAutoStop(text, clock.now()));
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
    const store = newStore();
    const show = (shown: Notification) => void notifications.push(shown);
    const deliver = showingEach(show, store.get, clock.now);
    const shared = { settings, deliver, show, clock, log: silentLog };
    const clients = new Map([['a', client]]);
    const monitor = { refresh: async () => null };
    const operations = startOperations({
      store,
      loaded: file,
      ...shared,
      clients: () => clients,
      monitor,
    });
    const autoStops = startAutoStops({
      store,
      loaded: file,
      ...shared,
      operations,
      history: () => null,
      isUnattended,
      ...script.ports,
    });
    operations.begin();
    autoStops.begin();
    return { store, operations, autoStops };
  }
  let app = start();
  async function poll(): Promise<void> {
    const listed = says.list(truth);
    const value = makeVmList(says.lists?.(truth) ?? (listed === null ? [] : [listed]));
    const vms = { value, problem: null };
    app.store.set({ snapshots: { a: { ...EMPTY_SNAPSHOT, asOf: clock.now(), vms } } });
    await app.autoStops.polled();
    await clock.advance(0);
  }
  return {
    ...{ clock, says, script, sent, notifications, poll },
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
    /** Leaves the requests, as in a viewer. */
    stop: () => app.autoStops.stop(),
    environment: (change: Partial<Environment>) =>
      app.store.set({ environment: { ...app.store.get().environment, ...change } }),
    /** Changes the account, and returns it. */
    account(change: Partial<AppAccount>): AppAccount {
      const [account] = app.store.get().accounts;
      if (account === undefined) throw new Error('no account');
      const changed = { ...account, ...change };
      app.store.set({ accounts: [changed] });
      return changed;
    },
    request: (input: RequestInput<'setAutoStop'>) => app.autoStops.requests.setAutoStop(input),
    requests: () => app.autoStops.requests,
    stored: () => file,
    /** How often the settings were written. */
    writes: () => writes,
    remove: () => app.autoStops.set(VM, null),
    set: (typed: string) => app.autoStops.set(VM, parseAutoStop(typed, clock.now())),
    sleep: () => app.autoStops.suspended(),
    wake: () => app.autoStops.resumed(),
    /** With a poll every 30 s. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= POLL_MS) {
        await clock.advance(Math.min(left, POLL_MS));
        await poll();
      }
    },
    /** Quits the app, lets time pass, and starts it again. */
    async restart(ms = 0) {
      app.autoStops.stop();
      app.operations.stop();
      await clock.advance(ms);
      app = start();
    },
  };
}
