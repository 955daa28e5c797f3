import { describe, expect, test } from 'vitest';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import type { Gpu } from '../../../shared/gpu-load/gpu-load.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import type { GpuAnswer, SshHost } from '../../ssh/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { host, snapshotWith, stateWith, vm } from '../ssh/testing/records.ts';
import { startGpuLoad } from './gpu-load.ts';

const GPU: Gpu = {
  ...{ index: 0, load: 90, memoryUsed: 8, memoryTotal: 10 },
  temperature: 60,
  power: 300,
};
const READ: GpuAnswer = [GPU];
const READY = {
  alias: 'x',
  command: 'ssh x',
  hasAddress: true,
  reach: 'ready',
} as const;

/** A poll whose list tells no load. */
const UNCHANGED = { accountId: 'a', after: UNKNOWN_STATE };

/** Account `a` with these ready VMs, and its GPU load on. */
function withReady(ids: readonly string[]): AppState {
  const state = stateWith({ a: snapshotWith(ids.map((id) => vm(id, { status: 'running' }))) });
  return {
    ...state,
    accounts: state.accounts.map((account) => ({ ...account, turnedOn: { gpuLoad: true } })),
    vmSshAccess: Object.fromEntries(ids.map((id) => [vmKey('a', id), READY])),
  };
}

function setup(ids: readonly string[] = ['one'], answers: readonly GpuAnswer[] = []) {
  const clock = createVirtualClock();
  const store = createStateStore(withReady(ids));
  const asked: string[] = [];
  const closed: string[] = [];
  const addresses = new Map<string, string>();
  const left = [...answers];
  let running = 0;
  let most = 0;
  let takesMs = 0;
  const part = startGpuLoad({
    store,
    gpus: {
      async ask({ vmId }: SshHost, signal: AbortSignal) {
        asked.push(vmId);
        running += 1;
        most = Math.max(most, running);
        if (takesMs > 0)
          await new Promise<void>((resolve) => {
            clock.after(takesMs, resolve);
            signal.addEventListener('abort', () => resolve());
          });
        running -= 1;
        return signal.aborted ? 'timeout' : (left.shift() ?? READ);
      },
      async close({ vmId }: SshHost) {
        closed.push(vmId);
      },
    },
    hostOf: ({ vmId }) => host({ vmId, address: addresses.get(vmId) ?? '203.0.113.7' }),
    clock,
  });
  part.accountsChanged();
  return {
    ...{ clock, store, asked, closed, part },
    load: (id = 'one') => store.get().vmLoads[vmKey('a', id)],
    most: () => most,
    samplesOf: async (vmId: string) =>
      (await part.requests.readGpuLoad({ accountId: 'a', vmId })).samples,
    slow: (ms: number) => {
      takesMs = ms;
    },
    move(id: string, address: string) {
      addresses.set(id, address);
      part.polled(UNCHANGED);
    },
    /** Changes the state as a poll does. */
    become(change: Partial<AppState>) {
      store.set(change);
      part.polled(UNCHANGED);
    },
  };
}

describe('which VMs are asked, and when', () => {
  test('a ready VM once a minute, and every 10 s while its details are open', async () => {
    const { clock, part, asked, load } = setup();
    await clock.advance(0);
    expect(load()).toMatchObject({ at: clock.now(), gpus: [GPU], problem: null });
    await clock.advance(180_000);
    expect(asked).toHaveLength(4);
    part.panelOpened(true);
    part.screenOpened({ kind: 'vm', accountId: 'a', vmId: 'one' });
    await clock.advance(60_000);
    expect(asked).toHaveLength(10);
    part.panelOpened(false);
    await clock.advance(60_000);
    expect(asked).toHaveLength(11);
  });

  test('polls do not make it more often', async () => {
    const { clock, part, asked } = setup();
    for (let second = 0; second < 120; second += 5) {
      part.polled(UNCHANGED);
      await clock.advance(5_000);
    }
    expect(asked).toHaveLength(2);
  });

  test.each<[string, (state: AppState) => Partial<AppState>]>([
    [
      'with the setting off',
      ({ accounts }) => ({ accounts: accounts.map((account) => ({ ...account, turnedOn: {} })) }),
    ],
    ['stopped', () => ({ snapshots: { a: snapshotWith([vm('one', { status: 'stopped' })]) } })],
    [
      'unreachable so far',
      () => ({ vmSshAccess: { [vmKey('a', 'one')]: { ...READY, reach: 'waiting' } } }),
    ],
    ['of a signed-out account', () => ({ accounts: [], snapshots: {} })],
  ])('none %s: its figures go, and its connection is closed', async (_, change) => {
    const { clock, store, asked, closed, load, become } = setup();
    await clock.advance(0);
    become(change(store.get()));
    await clock.advance(300_000);
    expect([asked.length, closed, load()]).toEqual([1, ['one'], undefined]);
  });

  test('none while asleep, locked or offline, and all at once afterwards', async () => {
    const { clock, part, store, asked, closed } = setup();
    const online = (isOnline: boolean) => {
      store.set({ environment: { ...store.get().environment, isOnline } });
      part.online();
    };
    await clock.advance(0);
    for (const [leave, back] of [
      [part.suspended, part.resumed],
      [() => part.screenLocked(true), () => part.screenLocked(false)],
      [() => online(false), () => online(true)],
    ] as const) {
      const [before, open] = [asked.length, closed.length];
      leave();
      part.polled(UNCHANGED);
      await clock.advance(300_000);
      expect([asked.length - before, closed.length - open]).toEqual([0, 1]);
      back();
      await clock.advance(0);
      expect(asked.length - before).toBe(1);
    }
  });

  test('four at once, and at most 100', async () => {
    const { clock, asked, most, slow, load } = setup(
      Array.from({ length: 103 }, (_, index) => `vm${index}`),
    );
    slow(1_000);
    await clock.advance(40_000);
    expect([most(), new Set(asked).size]).toEqual([4, 100]);
    expect(load('vm102')?.problem).toBe('tooMany');
  });

  test('a VM that hangs is not asked twice', async () => {
    const { clock, asked, slow } = setup();
    slow(500_000);
    await clock.advance(300_000);
    expect(asked).toEqual(['one']);
  });
});

describe('problems', () => {
  test.each([
    ['denied', 1],
    ['passwordOnly', 1],
    ['hostKey', 1],
    ['noProgram', 1],
    ['unreadable', 1],
    ['timeout', 2],
    ['unreachable', 2],
  ] as const)(
    '%s ends the queries after %i times, until they are tried again',
    async (problem, times) => {
      const answers = Array.from({ length: times }, () => problem);
      const { clock, part, asked, load } = setup(['one'], answers);
      await clock.advance(600_000);
      expect([asked.length, load()?.problem]).toEqual([times, problem]);
      void part.requests.retryGpuLoad({ accountId: 'a', vmId: 'one' });
      await clock.advance(0);
      expect(load()).toMatchObject({ gpus: [GPU], problem: null });
    },
  );

  test('one timeout is repeated soon, and keeps the last figures', async () => {
    const { clock, asked, load } = setup(['one'], [READ, 'timeout', READ, 'timeout']);
    await clock.advance(60_000);
    const { at } = load() ?? {};
    expect([asked.length, load()?.problem]).toEqual([2, null]);
    await clock.advance(10_000);
    expect(asked).toHaveLength(3);
    expect(load()?.at).toBeGreaterThan(at ?? 0);
    // The first one was not counted.
    await clock.advance(80_000);
    expect([asked.length, load()?.problem]).toEqual([5, null]);
  });

  test.each(['move', 'stop'] as const)('a VM is tried again after a %s', async (what) => {
    const { clock, load, move, become, store } = setup(['one'], ['denied']);
    await clock.advance(0);
    expect(load()?.problem).toBe('denied');
    const { snapshots } = store.get();
    if (what === 'move') move('one', '203.0.113.8');
    else {
      become({ snapshots: { a: snapshotWith([vm('one', { status: 'stopped' })]) } });
      become({ snapshots });
    }
    await clock.advance(0);
    expect(load()?.problem).toBeNull();
  });

  test('only what the network may have caused is tried again after a reconnect', async () => {
    const timeouts = ['timeout', 'denied', 'timeout'] as const;
    const { clock, part, load } = setup(['one', 'two'], timeouts);
    await clock.advance(20_000);
    expect([load('one')?.problem, load('two')?.problem]).toEqual(['timeout', 'denied']);
    part.online();
    await clock.advance(0);
    expect([load('one')?.problem, load('two')?.problem]).toEqual([null, 'denied']);
  });

  test('what a sleep interrupts is no failure', async () => {
    const { clock, part, load, slow } = setup();
    slow(15_000);
    for (let count = 0; count < 3; count += 1) {
      part.suspended();
      await clock.advance(60_000);
      part.resumed();
      await clock.advance(5_000);
    }
    expect(load()?.problem ?? null).toBeNull();
  });
});

test('stopping ends queries and closes all connections', async () => {
  const { clock, part, asked, closed } = setup(['one', 'two']);
  await clock.advance(0);
  await part.stop();
  await clock.advance(300_000);
  expect(clock.pending()).toEqual([]);
  expect([asked, closed]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
});

test('samples are kept once a minute for six hours, with gaps', async () => {
  const { clock, part, samplesOf } = setup();
  const samples = () => samplesOf('one');
  await clock.advance(3 * 60_000);
  expect((await samples()).map(({ loads }) => loads[0]?.load)).toEqual([90, 90, 90, 90]);
  part.suspended();
  await clock.advance(3_600_000);
  part.resumed();
  await clock.advance(0);
  expect((await samples()).map(({ loads }) => loads.length)).toEqual([1, 1, 1, 1, 0, 1]);
  await clock.advance(10 * 3_600_000);
  expect(await samples()).toHaveLength(360);
});

test('samples come with the list, too, without SSH', async () => {
  const { clock, store, asked, part, samplesOf } = setup([]);
  const state = (status: string) =>
    snapshotWith([vm('pod', { status, gpuCount: 2, gpuPercents: [94, 3] })]);
  const poll = async (status: string) => {
    store.set({ snapshots: { a: state(status) } });
    part.polled({ accountId: 'a', after: state(status) });
    await clock.advance(20_000);
  };
  for (let count = 0; count < 7; count += 1) await poll('running');
  const samples = () => samplesOf('pod');
  expect((await samples()).map(({ loads }) => loads)).toEqual(
    Array(3).fill([
      { index: 0, load: 94 },
      { index: 1, load: 3 },
    ]),
  );
  await poll('stopped');
  expect([await samples(), asked]).toEqual([[], []]);
});
