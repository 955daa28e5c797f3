import { expect, test } from 'vitest';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import { makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import type { VmLoad } from '../../../shared/gpu-load/gpu-load.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { NO_ACCOUNT_POLLS } from '../../alerts/index.ts';
import { silentLog } from '../../log.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startOperations } from './operations.ts';
import type { OperateVm, OperationPorts } from './pending-operations.ts';

/** Operations of one account `a`, whose VM `v` is listed. @param record of the VM as it is read alone */
function setup(
  vm: Vm,
  record: () => Vm,
  app = initialState(environment, 0),
  settings: OperationPorts['settings'] = { update: async () => DEFAULT_SETTINGS },
) {
  const sent: string[] = [];
  const changed: unknown[] = [];
  const client = {
    getVm: async () => record(),
    listVms: async () => ({ vms: [vm], skipped: 0, isComplete: true }),
    operations: { stop: async (id: string) => void sent.push(id) },
  };
  const store = createStateStore(app);
  const clock = createVirtualClock(app.vmLoads['a/v']?.at);
  const operations = startOperations({
    ...{ store, settings, clock, loaded: DEFAULT_SETTINGS },
    clients: new Map([['a', client]]),
    monitor: { refresh: async () => null },
    settingsChanged: (next) => void changed.push(next),
    ...{ deliver: async () => {}, log: silentLog },
  });
  operations.panelOpened(true);
  return {
    ...{ sent, changed, store, clock, operations },
    /** The message of a refusal; null: it was sent. */
    async stop(how: Pick<OperateVm, 'mayErase' | 'ifWaste'>): Promise<string | null> {
      const target = { accountId: 'a', vmId: 'v', operation: 'stop', ...how } as const;
      const answer = await operations.requests.operateVm(target).catch((error: unknown) => error);
      operations.stop();
      return answer instanceof RefusalError ? answer.refusal.message : null;
    },
  };
}

test('a stop is noted on disk before it is sent, so that a process killed meanwhile still follows it', async () => {
  const written = Promise.withResolvers<typeof DEFAULT_SETTINGS>();
  const vm = makeVm({ id: 'v', status: 'running' });
  const update = () => written.promise;
  const { sent, operations } = setup(vm, () => vm, undefined, { update });
  const operated = operations.operate({ accountId: 'a', vmId: 'v', operation: 'stop' });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(sent).toEqual([]);
  written.resolve(DEFAULT_SETTINGS);
  expect([(await operated).kind, sent]).toEqual(['sent', ['v']]);
  operations.stop();
});

test('a confirmed stop proves its account at once, so that the next one is not asked twice', async () => {
  const vm = makeVm({ id: 'v', status: 'running' });
  const accounts = [makeAccount({ id: 'a', keys: { isUnproven: true } })];
  const app = { ...initialState(environment, 0), accounts };
  const { sent, changed, clock, operations } = setup(
    vm,
    () => (sent.length === 0 ? vm : makeVm({ id: 'v', status: 'stopped' })),
    app,
  );
  await operations.operate({ accountId: 'a', vmId: 'v', operation: 'stop' });
  await clock.advance(30_000);
  expect(changed).toEqual([DEFAULT_SETTINGS]);
});

test.each([
  [false, 'The VM would lose everything by now, so it wasn’t stopped.', 0],
  [true, null, 1],
])('a stop that erases everything is sent as confirmed: %s', async (mayErase, refusal, count) => {
  const effects = { stop: { keeps: [], notes: [] } };
  const vm = makeVm({ id: 'v', label: 'train', status: 'running', effects });
  const { sent, stop } = setup(vm, () => vm);
  expect([await stop({ mayErase }), sent.length]).toEqual([refusal, count]);
});

const LOW = { index: 0, load: 0, memoryUsed: 1, memoryTotal: 2, temperature: 40, power: 50 };
/** Since 10 min, read after the last poll. */
const IDLE_OVER_SSH = {
  ...{ at: 600_000, gpus: [LOW], load: 0, memory: 50, problem: null },
  ...{ lowSince: 0, highSince: null, workedUntil: null },
};

test.each<[string, Partial<Vm>, string | null, number, VmLoad?, number?]>([
  [
    'idle over SSH',
    { isFrozen: false, gpuCount: 1, gpuPercents: [] },
    ...([null, 1, IDLE_OVER_SSH] as const),
  ],
  [
    'idle over SSH, and in use by a newer record',
    { isFrozen: false, gpuCount: 1, gpuPercents: [98] },
    ...(['train may be in use again, so it wasn’t stopped.', 0, IDLE_OVER_SSH] as const),
  ],
  [
    'idle over SSH before a sleep',
    { isFrozen: false, gpuCount: 1, gpuPercents: [] },
    ...(['train may be in use again, so it wasn’t stopped.', 0, IDLE_OVER_SSH, 299_999] as const),
  ],
  ['still frozen', {}, null, 1],
  ['in use again', { isFrozen: false }, 'train may be in use again, so it wasn’t stopped.', 0],
  [
    'frozen, and would lose everything by now',
    { effects: { stop: { keeps: [], notes: [] } } },
    'train may be in use again, so it wasn’t stopped.',
    0,
  ],
])(
  'a stop of idle VMs judges each by its record: %s',
  async (_, record, refusal, count, load, polledAt) => {
    const vm = makeVm({ id: 'v', label: 'train', status: 'running', isFrozen: true });
    const vms = { value: makeVmList([vm]), problem: null };
    const snapshots = { a: { ...UNKNOWN_STATE, vms, asOf: 0, freshness: 'live' as const } };
    const initial = initialState(environment, 0);
    const accounts = [makeAccount({ id: 'a', turnedOn: { gpuLoad: true } })];
    const app = { ...initial, accounts, snapshots, vmLoads: load ? { 'a/v': load } : {} };
    const { sent, store, clock, stop } = setup(vm, () => ({ ...vm, ...record }), app);
    const polls = { a: { ...NO_ACCOUNT_POLLS, vmsAt: polledAt ?? clock.now() } };
    const core = store.core();
    store.apply({ ...core, memory: { ...core.memory, polls } });
    expect([await stop({ ifWaste: true }), sent.length]).toEqual([refusal, count]);
  },
);
