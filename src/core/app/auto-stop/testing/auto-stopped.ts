import type { AppAccount } from '../../../../shared/accounts/index.ts';
import type { AutoStop } from '../../../../shared/auto-stop/auto-stop.ts';
import { parseAutoStop } from '../../../../shared/auto-stop/parse-auto-stop.ts';
import {
  type AccountState,
  UNKNOWN_STATE,
  type Vm,
  vmsOf,
} from '../../../../shared/domain/index.ts';
import {
  makeSpend,
  makeVm,
  makeVmList,
  whileRunning,
} from '../../../../shared/domain/testing/records.ts';
import { initialState } from '../../../../shared/state/index.ts';
import { environment } from '../../../../shared/testing/environment.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';
import type { Notification } from '../../../events/index.ts';
import { showingEach } from '../../../events/testing/group-of.ts';
import { type History, openHistory } from '../../../history/history.ts';
import { silentLog } from '../../../log.ts';
import { DEFAULT_SETTINGS, type Settings, withAutoStop } from '../../../settings/index.ts';
import { createVirtualClock } from '../../../testing/virtual-clock.ts';
import { applyAccounts, applyPoll } from '../../kernel/apply-poll.ts';
import { createStateStore } from '../../kernel/state-store.ts';
import type { OperationsPart } from '../../operations/operations.ts';
import { startAutoStops } from '../auto-stop.ts';
import { NO_SCRIPT } from './fake-script.ts';

export const AUTO_STOP = { accountId: 'a', vmId: 'v', name: 'train' };

type Outcome = Awaited<ReturnType<OperationsPart['operate']>>;

/** The result of one poll. Null: unknown. */
export interface Shown extends Partial<Pick<Vm, 'effects' | 'operations'>> {
  readonly isOk: boolean;
  readonly status: 'running' | 'stopped' | 'interrupted' | 'destroyed';
  readonly load: number | null;
  /** $/h. */
  readonly rate: number | null;
  readonly startedAt?: string | null;
  /** By the record, in place of CPU and RAM. */
  readonly gpuPercents?: readonly number[];
}

export const BUSY: Shown = { isOk: true, status: 'running', load: 90, rate: 1 };

/**
 * An auto-stop of a VM whose stop the service accepts and never carries out, with real alerts and history. Its own record says what
 * the list does.
 */
export async function autoStopped(text: string, canStop = true, progress?: AutoStop['progress']) {
  const sent: string[] = [];
  const clock = createVirtualClock();
  const store = createStateStore(initialState(environment, clock.now()));
  const account: AppAccount = {
    ...makeAccount({ id: 'a', baseUrl: 'https://x/' }),
    can: canStop ? ['stop'] : [],
  };
  store.apply(applyAccounts(store.core(), [account]));
  const history = openHistory(':memory:');
  /** Replaced by a test. */
  const hooks = {
    async operate(): Promise<Outcome> {
      // As the operations do when it is not confirmed.
      store.set({ operations: { 'a/v': { operation: 'stop', isOverdue: true } } });
      return { kind: 'sent', answer: null };
    },
    async read(): Promise<Vm | null | undefined> {
      return vmsOf(store.get().snapshots['a'])[0] ?? null;
    },
    history: (): Pick<History, 'spans'> => history,
  };
  const limit = parseAutoStop(text, clock.now());
  let file: Settings = withAutoStop(DEFAULT_SETTINGS, AUTO_STOP, limit);
  file = {
    ...file,
    autoStops: (file.autoStops ?? []).map((autoStop) => ({ ...autoStop, progress })),
  };
  const stops: number[] = [];
  const titles: string[] = [];
  const buttons: unknown[] = [];
  const show = (shown: Notification) => {
    titles.push(shown.title);
    buttons.push(shown.buttons?.[0]?.label);
  };
  const autoStops = startAutoStops({
    store,
    loaded: file,
    settings: {
      load: async () => file,
      async update(change) {
        file = change(file);
        return file;
      },
    },
    operations: {
      async operate({ vmId }) {
        sent.push(vmId);
        const outcome = await hooks.operate();
        stops.push(clock.now());
        return outcome;
      },
      read: async () => hooks.read(),
    },
    history: () => hooks.history(),
    deliver: showingEach(show, store.get, clock.now),
    show,
    ...{ clock, log: silentLog, ...NO_SCRIPT },
  });
  autoStops.begin();
  let before: AccountState = UNKNOWN_STATE;
  return {
    ...{ clock, store, autoStops, sent, stops, titles, buttons, limit, start: clock.now(), hooks },
    stored: () => file.autoStops?.length ?? 0,
    settings: () => file,
    /** The user changes the default of the account; null: off. */
    async setDefault(idleStopMs: number | null) {
      const { baseUrl, label, credential, email } = account;
      const record = { id: 'a', baseUrl, label, credential, email, hasCredential: true };
      const own = { ...record, ...(idleStopMs !== null && { idleStopMs }) };
      file = { ...file, accounts: [own] };
      autoStops.accountsChanged();
      await clock.advance(0);
    },
    /** The command line sets an auto-stop. */
    command(typed: string) {
      file = withAutoStop(file, AUTO_STOP, parseAutoStop(typed, clock.now()));
    },
    async poll(
      { isOk, status, load, rate, startedAt = null, ...gpus }: Shown,
      isAfterWake = false,
    ) {
      const at = clock.now();
      const shown = { id: 'v', status, startedAt, rates: whileRunning(rate) };
      const vm = makeVm({ ...shown, cpuPercent: load, ramPercent: load, ...gpus });
      const ok = (): AccountState => ({
        vms: { value: makeVmList([vm]), problem: null },
        spend: { value: makeSpend({ perHour: rate }), problem: null },
      });
      const problem = { kind: 'network' } as const;
      const failed = (): AccountState => ({
        vms: { ...before.vms, problem },
        spend: { ...before.spend, problem },
      });
      const after = isOk ? ok() : failed();
      const report = { accountId: 'a', before, after, events: [], hasFailed: !isOk };
      store.apply(applyPoll(store.core(), { ...report, asOf: at, isAfterWake }, at));
      if (isOk) {
        const rates = new Map(rate === null ? [] : [['v', rate]]);
        history.record([{ source: 'a', at, rates }], []);
      }
      before = after;
      await autoStops.polled();
      await clock.advance(0);
    },
  };
}
