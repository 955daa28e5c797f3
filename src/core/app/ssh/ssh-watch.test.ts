import { describe, expect, test } from 'vitest';
import {
  asUnconfirmed,
  type VmLogin as ProvidedLogin,
  type Vm,
} from '../../../shared/domain/vm.ts';
import { EMPTY_LOGIN, vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { silentLog } from '../../log.ts';
import { MAX_IN_TURN } from '../../own-turn.ts';
import type { SshHost, SshSetup } from '../../ssh/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { createSshWatch, type LoginFacts, vmLoginsOf } from './ssh-watch.ts';
import { fakeFiles } from './testing/fake-files.ts';
import { account, host, snapshotWith, stateWith, vm } from './testing/records.ts';

const SETUP: SshSetup = {
  ...{ isIncluded: true, configArguments: [], folder: '/tray', configFile: '/tray/config' },
  ...{ home: '/home/ann', accountHome: '/home/ann', platform: 'linux' },
};

interface Options {
  readonly stored?: readonly SshHost[];
}

function setup(first: AppState = NO_VMS, { stored = [] }: Options = {}) {
  const clock = createVirtualClock();
  const store = createStateStore(first);
  const files = fakeFiles(stored);
  const tried: string[] = [];
  const ready: string[] = [];
  const overdue: string[] = [];
  const up = new Set<string>();
  const watch = createSshWatch({
    store,
    ssh: { hosts: { load: files.load, update: files.write }, setupFor: () => SETUP },
    async answers({ address, port }) {
      tried.push(`${address}:${port}`);
      return up.has(address);
    },
    readInclude: async () => true,
    async deliver([event]) {
      if (event?.kind === 'ready') ready.push(event.vmId);
      if (event?.kind === 'noLogin') overdue.push(event.vmId);
    },
    clock,
    log: silentLog,
    random: () => 0.5,
  });
  return {
    ...{ clock, store, files, tried, ready, overdue, up, watch },
    login: (vmId: string) => store.get().vmSshAccess[vmKey('a', vmId)],
    async rescan() {
      watch.rescan();
      await clock.advance(0);
    },
    /** A poll. */
    async show(vms: readonly Vm[], unconfirmed: readonly Vm[] = []) {
      const snapshot = snapshotWith([...vms, ...unconfirmed.map(asUnconfirmed)]);
      store.set({ snapshots: { ...store.get().snapshots, a: snapshot } });
      watch.update();
      await clock.advance(0);
    },
  };
}

const NO_VMS = stateWith({ a: snapshotWith(null) });
const ADDRESS = '203.0.113.7';
const ONE = { accountId: 'a', vmId: 'one' };

describe('readiness', () => {
  test('the provider’s port is tried, and a proxy that answers for all VMs is not', async () => {
    const { show, tried } = setup();
    const login = { host: ADDRESS, port: 34_446, user: 'root', isShellOnly: false };
    await show([vm('one', { login }), vm('two', { login: { ...login, isShellOnly: true } })]);
    expect(tried).toEqual([`${ADDRESS}:34446`]);
  });

  test('each VM gets an alias, and is ready once SSH answers', async () => {
    const { show, login, up, ready, clock, tried } = setup();
    await show([vm('one'), vm('two', { status: 'stopped' })]);
    expect(login('one')).toMatchObject({ alias: 'gpu-one', hasAddress: true, reach: 'waiting' });
    expect(login('two')).toMatchObject({ alias: 'gpu-two', reach: null });
    up.add(ADDRESS);
    await clock.advance(1_050);
    expect(login('one')).toMatchObject({ reach: 'ready' });
    expect(ready).toEqual([]);
    expect(new Set(tried)).toEqual(new Set([`${ADDRESS}:22`]));
  });

  test('a VM that stops is no longer awaited', async () => {
    const { show, watch, up, ready } = setup();
    await show([vm('one', { status: 'creating' })]);
    watch.turnedRunning(ONE);
    await show([vm('one')]);
    await show([vm('one', { status: 'stopped' })]);
    up.add(ADDRESS);
    await show([vm('one')]);
    expect(ready).toEqual([]);
  });

  test('a VM is awaited over a pause, which counts for no time without an answer', async () => {
    const { show, watch, up, ready, overdue, clock } = setup();
    await show([vm('one', { status: 'creating' })]);
    watch.turnedRunning(ONE);
    watch.pause();
    await show([vm('one')]);
    await clock.advance(60 * 60_000);
    expect(overdue).toEqual([]);
    up.add(ADDRESS);
    watch.resume();
    await clock.advance(60_000);
    expect([ready, overdue]).toEqual([['one'], []]);
  });

  test('SSH that does not answer for five minutes after a start is reported once', async () => {
    const { show, watch, up, ready, overdue, clock } = setup();
    await show([vm('one', { status: 'creating' })]);
    watch.turnedRunning(ONE);
    await show([vm('one')]);
    await clock.advance(5 * 60_000 - 1);
    expect(overdue).toEqual([]);
    await clock.advance(60_000);
    expect(overdue).toEqual(['one']);
    up.add(ADDRESS);
    await clock.advance(10 * 60_000);
    expect([overdue, ready]).toEqual([['one'], []]);
    watch.stop();
    expect(clock.pending()).toEqual([]);
  });
});

describe('VMs that are missing from the list', () => {
  test('stay in our files while they are unconfirmed, and leave them once they are gone', async () => {
    const { show, files, login, watch } = setup();
    await show([vm('one'), vm('two')]);
    await show([vm('two')], [vm('one')]);
    expect(files.ids()).toEqual(['one', 'two']);
    watch.forget({ accountId: 'a', vmId: 'one' });
    await show([vm('two')]);
    expect(files.ids()).toEqual(['two']);
    expect(login('one')).toBeUndefined();
  });

  test('leave our files when they are listed as destroyed', async () => {
    const { show, files } = setup();
    await show([vm('one'), vm('two')]);
    await show([vm('one', { status: 'destroyed' }), vm('two')]);
    expect(files.ids()).toEqual(['two']);
  });
});

describe('our files', () => {
  test('get at most a thousand VMs of an incomplete list', async () => {
    const list = snapshotWith(Array.from({ length: 1_500 }, (_, n) => vm(`${n}`)));
    const value = list.vms.value && { ...list.vms.value, isComplete: false };
    const { rescan, files } = setup(stateWith({ a: { ...list, vms: { ...list.vms, value } } }));
    await rescan();
    expect(files.ids()).toHaveLength(1_000);
  });

  test('an update without changes writes nothing and keeps the same state', async () => {
    const { show, files, store, watch, clock } = setup();
    await show([vm('one')]);
    const { vmSshAccess } = store.get();
    await show([{ ...vm('one'), cpuPercent: 99 }]);
    watch.update();
    await clock.advance(0);
    expect(files.updates).toHaveLength(1);
    expect(store.get().vmSshAccess).toBe(vmSshAccess);
  });

  test.each([1, 0])('of more than a thousand VMs wait for another turn: %i', async (now) => {
    const { store, watch, files, clock } = setup();
    const vms = Array.from({ length: MAX_IN_TURN + 1 - now }, (_, index) => vm(`${index}`));
    const shown = () => [files.updates.length, Object.keys(store.get().vmSshAccess).length];
    store.set({ snapshots: { a: snapshotWith(vms) } });
    watch.update();
    for (let step = 0; step < 50; step += 1) await Promise.resolve();
    expect(shown()).toEqual([now, now * vms.length]);
    await clock.advance(50);
    expect(shown()).toEqual([1, vms.length]);
  });

  test('a failed write is reported and retried, and the VMs stay usable', async () => {
    const { show, files, watch, login } = setup();
    files.fail(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    await show([vm('one')]);
    expect(watch.problem()).toMatchObject({ code: 'ENOSPC' });
    expect(login('one')).toMatchObject({ alias: null, hasAddress: true });
    files.fail(null);
    await show([vm('one', { cpuPercent: 50 })]);
    expect(watch.problem()).toBeNull();
    expect(login('one')).toMatchObject({ alias: 'gpu-one' });
  });

  test('after a failed write, only hosts with the current address and login are returned', async () => {
    const { show, store, watch, files, rescan, clock } = setup();
    await show([vm('one')]);
    files.fail(new Error('EROFS'));
    await rescan();
    expect(watch.hostOf(ONE)?.login.port).toBeNull();
    await show([vm('one', { label: 'renamed' })]);
    expect(watch.hostOf(ONE)).not.toBeNull();
    const { ssh } = store.get();
    const all = { ...ssh.logins.all, port: 2222 };
    store.set({ ssh: { ...ssh, logins: { ...ssh.logins, all } } });
    watch.update();
    await clock.advance(0);
    expect(watch.hostOf(ONE)).toBeNull();
    files.fail(null);
    await rescan();
    expect(watch.hostOf(ONE)?.login.port).toBe(2222);
  });

  test('lose the VMs of an account that was signed out', async () => {
    const { show, store, watch, files, clock } = setup();
    await show([vm('one')]);
    store.set({ accounts: [account('b')], snapshots: { b: snapshotWith([]) } });
    watch.update();
    await clock.advance(0);
    expect(files.updates.at(-1)).toEqual({ vms: [], gone: [], accountIds: ['b'] });
    expect(store.get().vmSshAccess).toEqual({});
  });

  test('without accounts, are written only to remove hosts', async () => {
    const empty = setup(stateWith({}));
    await empty.rescan();
    expect(empty.files.updates).toEqual([]);
    const leftover = setup(stateWith({}), { stored: [host({ accountId: 'x' })] });
    await leftover.rescan();
    expect(leftover.files.ids()).toEqual([]);
  });

  const STARTING = { ...snapshotWith(null), freshness: 'starting' as const };

  test('before the first poll, are read and not written', async () => {
    const { rescan, files, watch } = setup(stateWith({ a: STARTING }), { stored: [host()] });
    await rescan();
    expect([watch.hosts(), files.updates]).toEqual([[host()], []]);
  });

  test('that cannot be read before are written after it, which repairs their folder', async () => {
    const { show, files, rescan, watch } = setup(stateWith({ a: STARTING }));
    files.lock(new Error('EACCES'));
    await rescan();
    expect([watch.problem(), files.updates]).toEqual([new Error('EACCES'), []]);
    await show([vm('one')]);
    expect([watch.problem(), files.ids()]).toEqual([null, ['one']]);
  });
});

const KEY = vmKey('a', 'one');

function facts(change: Partial<LoginFacts> = {}): LoginFacts {
  const hosts = new Map([[KEY, host()]]);
  return {
    hosts,
    reachOf: () => 'waiting',
    commandOf: ({ address }) => `ssh ${address}`,
    ...change,
  };
}

const LISTED = stateWith({ a: snapshotWith([vm('one'), vm('two')]) });

test('each listed VM has an entry, with its alias once the files contain it', () => {
  const login = {
    ...{ alias: 'gpu-one', command: 'ssh 203.0.113.7' },
    ...{ hasAddress: true, reach: 'waiting' },
  };
  expect(vmLoginsOf(LISTED, facts())).toEqual({
    [KEY]: login,
    [vmKey('a', 'two')]: { ...login, alias: null, command: null },
  });
});

test('while the files have another address than the service, there is no command', () => {
  const hosts = new Map([[KEY, host({ address: '203.0.113.99' })]]);
  expect(vmLoginsOf(LISTED, facts({ hosts }))[KEY]).toMatchObject({
    alias: 'gpu-one',
    command: null,
  });
});

test.each([null, '-oProxyCommand=x', '127.0.0.1', '203.0.113.7%eth0'])(
  '%j is not an address, whether or not the files contain the VM',
  (ipAddress) => {
    const state = stateWith({ a: snapshotWith([vm('one', { ipAddress })]) });
    for (const hosts of [new Map(), new Map([[KEY, host()]])])
      expect(vmLoginsOf(state, facts({ hosts }))[KEY]?.hasAddress).toBe(false);
  },
);

test.each([
  ['running', true, 'ready'],
  ['running', false, 'waiting'],
  ['stopped', true, null],
  ['creating', false, null],
  ['hibernating', true, null],
])(
  'a %s VM, SSH answered: %s, has reach %s, and a command if it may run',
  (status, isReachable, reach) => {
    const state = stateWith({ a: snapshotWith([vm('one', { status })]) });
    expect(
      vmLoginsOf(state, facts({ reachOf: () => (isReachable ? 'ready' : undefined) }))[KEY],
    ).toMatchObject({
      reach,
      command: ['running', 'hibernating'].includes(status) ? 'ssh 203.0.113.7' : null,
    });
  },
);

const PROVIDED: ProvidedLogin = {
  ...{ host: '203.0.113.7', port: 34_446, user: 'root', isShellOnly: false },
};

test('while the files have another port than the provider names, there is no command', () => {
  const state = stateWith({ a: snapshotWith([vm('one', { login: PROVIDED })]) });
  const login = { ...EMPTY_LOGIN, port: 34_446 };
  const hosts = new Map([[KEY, host({ login })]]);
  expect(vmLoginsOf(state, facts())[KEY]?.command).toBeNull();
  expect(vmLoginsOf(state, facts({ hosts }))[KEY]?.command).toBe('ssh 203.0.113.7');
});

test('SSH that does not answer for minutes is silent where the provider names a login', () => {
  const vms = [vm('one', { login: PROVIDED }), vm('two')];
  const state = stateWith({ a: snapshotWith(vms) });
  const after = vmLoginsOf(state, facts({ reachOf: () => 'silent' }));
  expect(after[KEY]?.reach).toBe('silent');
  expect(after[vmKey('a', 'two')]?.reach).toBe('waiting');
});

test('unchanged entries stay the same objects', () => {
  const hosts = new Map([
    [KEY, host()],
    [vmKey('a', 'two'), host({ vmId: 'two', alias: 'gpu-two' })],
  ]);
  const vmSshAccess = vmLoginsOf(LISTED, facts({ hosts }));
  const state = { ...LISTED, vmSshAccess };
  expect(vmLoginsOf(state, facts({ hosts: new Map(hosts) }))).toBe(vmSshAccess);
  const reachOf = (key: string) => (key === KEY ? 'ready' : 'waiting');
  const after = vmLoginsOf(state, facts({ hosts, reachOf }));
  expect(after[KEY]).not.toBe(vmSshAccess[KEY]);
  expect(after[vmKey('a', 'two')]).toBe(vmSshAccess[vmKey('a', 'two')]);
});

test('a VM that leaves the list loses its entry, and so do those of a removed account', () => {
  const state = { ...LISTED, vmSshAccess: vmLoginsOf(LISTED, facts()) };
  expect(vmLoginsOf({ ...state, snapshots: { a: snapshotWith([]) } }, facts())).toEqual({});
  expect(vmLoginsOf({ ...state, accounts: [] }, facts())).toEqual({});
});
