import { describe, expect, test } from 'vitest';
import { type AppState, vmKey } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { silentLog } from '../../log.ts';
import type { KeyComparison, SshHost, SshNews } from '../../ssh/index.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import { createStateStore } from '../state-store.ts';
import { createSshWatch } from './ssh-watch.ts';
import { account, snapshotWith, stateWith, vm } from './testing/snapshots.ts';

/** Hosts as the files would have them: an alias per VM, everything remembered until it is gone. */
function rememberingFiles(remembered: readonly SshHost[] = []) {
  let hosts = new Map(remembered.map((host) => [`${host.accountId} ${host.vmId}`, host]));
  const news: SshNews[] = [];
  let failure: Error | null = null;
  return {
    news,
    remembered: () => [...hosts.values()].map(({ vmId }) => vmId).toSorted(),
    fail: (error: Error | null) => {
      failure = error;
    },
    async update(latest: SshNews): Promise<readonly SshHost[]> {
      news.push(latest);
      if (failure !== null) throw failure;
      const gone = latest.gone.map(({ accountId, vmId }) => `${accountId} ${vmId}`);
      hosts = new Map(
        [...hosts].filter(
          ([key, { accountId }]) => latest.accountIds.includes(accountId) && !gone.includes(key),
        ),
      );
      for (const { accountId, vmId, label, address, login } of latest.vms) {
        const names = { alias: `gpu-${label}`, hostKeyAlias: `gpu-tray-vm-${vmId}` };
        hosts.set(`${accountId} ${vmId}`, { accountId, vmId, ...names, address, login });
      }
      return [...hosts.values()];
    },
  };
}

interface Options {
  readonly remembered?: readonly SshHost[];
  readonly goneIds?: readonly string[] | 'neverAnswered';
}

function setup(first: AppState, { remembered = [], goneIds = [] }: Options = {}) {
  const clock = createVirtualClock();
  const store = createStateStore(first);
  const files = rememberingFiles(remembered);
  const tried: string[] = [];
  const asked: string[] = [];
  const ready: (readonly [string, boolean])[] = [];
  const changed: string[] = [];
  const up = new Set<string>();
  let comparison: KeyComparison = { state: 'unknown' };
  const watch = createSshWatch({
    store,
    remembered: async () => remembered,
    update: files.update,
    compareHostKey: async () => comparison,
    async answers({ address, port }) {
      tried.push(`${address}:${port}`);
      return up.has(address);
    },
    async isGone({ vmId }) {
      asked.push(vmId);
      return goneIds === 'neverAnswered' ? new Promise(() => {}) : goneIds.includes(vmId);
    },
    templates: new Map(),
    onReady: ({ alias }, isAwaited) => ready.push([alias, isAwaited]),
    onKeyChanged: ({ alias }) => changed.push(alias),
    clock,
    log: silentLog,
    random: () => 0.5,
  });
  return {
    ...{ clock, store, files, tried, asked, ready, changed, up, watch },
    answerKeys(next: KeyComparison) {
      comparison = next;
    },
    login: (vmId: string) => store.get().vmLogins[vmKey('a', vmId)],
    async show(vms: readonly Vm[]) {
      store.set({ snapshots: { ...store.get().snapshots, a: snapshotWith(vms) } });
      watch.look();
      await clock.advance(0);
    },
  };
}

const EMPTY = stateWith({ a: snapshotWith(null) });
const ADDRESS = '203.0.113.7';

describe('the watch over ssh', () => {
  test('gives each VM its alias, and says when ssh answers', async () => {
    const { show, login, up, ready, clock, tried } = setup(EMPTY);
    await show([vm('one'), vm('two', { status: 'stopped' })]);
    expect(login('one')).toMatchObject({ alias: 'gpu-one', hasAddress: true, reach: 'waiting' });
    expect(login('two')).toMatchObject({ alias: 'gpu-two', reach: null });
    up.add(ADDRESS);
    await clock.advance(1_050);
    expect(login('one')).toMatchObject({ reach: 'ready' });
    expect(ready).toEqual([['gpu-one', false]]);
    expect(new Set(tried)).toEqual(new Set([`${ADDRESS}:22`]));
  });

  test('tells apart those whose start somebody waited for', async () => {
    const { show, watch, up, ready } = setup(EMPTY);
    await show([vm('one', { status: 'creating', ipAddress: null })]);
    up.add(ADDRESS);
    watch.turnedRunning({ accountId: 'a', vmId: 'one' });
    await show([vm('one')]);
    expect(ready).toEqual([['gpu-one', true]]);
  });

  test('a wait ends when the VM stops: its next start, unseen, is nobody’s news', async () => {
    const { show, watch, up, ready } = setup(EMPTY);
    await show([vm('one', { status: 'creating' })]);
    watch.turnedRunning({ accountId: 'a', vmId: 'one' });
    await show([vm('one')]);
    await show([vm('one', { status: 'stopped' })]);
    up.add(ADDRESS);
    await show([vm('one')]);
    expect(ready).toEqual([['gpu-one', false]]);
  });

  test('a look that brings nothing new writes nothing and keeps the state the same object', async () => {
    const { show, files, store, watch, clock } = setup(EMPTY);
    const vms = [vm('one')];
    await show(vms);
    const { vmLogins } = store.get();
    await show([{ ...vm('one'), cpuPercent: 99 }]);
    watch.look();
    await clock.advance(0);
    expect(files.news).toHaveLength(1);
    expect(store.get().vmLogins).toBe(vmLogins);
  });

  test('an address that may not be connected to is not tried', async () => {
    const { show, login, tried } = setup(EMPTY);
    await show([
      vm('one', { ipAddress: '127.0.0.1' }),
      vm('two', { ipAddress: '-oProxyCommand=x' }),
    ]);
    expect(login('one')).toMatchObject({ hasAddress: false, reach: 'waiting' });
    expect(login('two')).toMatchObject({ hasAddress: false });
    expect(tried).toEqual([]);
  });

  test('a VM that leaves the list, or is called destroyed, is asked for before it leaves the files', async () => {
    const { show, files, asked, login } = setup(EMPTY, { goneIds: ['one', 'three'] });
    await show([vm('one'), vm('two'), vm('three'), vm('four')]);
    await show([vm('two'), vm('three', { status: 'destroyed' })]);
    expect(asked.toSorted()).toEqual(['four', 'one', 'three']);
    expect(files.news.some(({ gone }) => gone.length === 2)).toBe(true);
    expect(files.remembered()).toEqual(['four', 'two']);
    expect(login('one')).toBeUndefined();
  });

  test('nobody waits for a name while old VMs are asked for', async () => {
    const { show, files, login } = setup(EMPTY, { goneIds: 'neverAnswered' });
    await show([vm('old')]);
    await show([vm('new')]);
    expect(files.remembered()).toEqual(['new', 'old']);
    expect(login('new')).toMatchObject({ alias: 'gpu-new' });
  });

  test('one remembered from before the start is asked for once before it is called gone', async () => {
    const host = (vmId: string): SshHost => ({
      ...{ accountId: 'a', vmId, alias: `gpu-${vmId}`, hostKeyAlias: `gpu-tray-vm-${vmId}` },
      address: null,
      login: { user: null, port: null, identityFile: null, options: [] },
    });
    const remembered = [host('old'), host('hidden')];
    const { show, files, asked } = setup(EMPTY, { remembered, goneIds: ['old'] });
    await show([vm('one')]);
    expect(files.remembered()).toEqual(['hidden', 'one']);
    await show([vm('one', { cpuPercent: 51 })]);
    await show([vm('one', { cpuPercent: 52 })]);
    expect(asked.toSorted()).toEqual(['hidden', 'old']);
  });

  test('files that cannot be written are told, tried again, and keep nobody from the rest', async () => {
    const { show, files, watch, login } = setup(EMPTY);
    files.fail(new Error('EROFS: read-only file system'));
    await show([vm('one')]);
    expect(watch.trouble()).toContain('EROFS');
    expect(login('one')).toMatchObject({ alias: null, hasAddress: true });
    files.fail(null);
    await show([vm('one', { cpuPercent: 50 })]);
    expect(watch.trouble()).toBeNull();
    expect(login('one')).toMatchObject({ alias: 'gpu-one' });
  });

  test('after a write that failed, only a host that is as it should be is one to log in to', async () => {
    const { show, store, watch, files, clock } = setup(EMPTY);
    const one = { accountId: 'a', vmId: 'one' };
    await show([vm('one')]);
    expect(watch.hostOf(one)?.login.port).toBeNull();
    files.fail(new Error('EROFS'));
    watch.lookAnew();
    await clock.advance(0);
    expect(watch.trouble()).toContain('EROFS');
    expect(watch.hostOf(one)).not.toBeNull();
    await show([vm('one', { label: 'renamed' })]);
    expect(watch.hostOf(one)).not.toBeNull();
    const { ssh } = store.get();
    const all = { ...ssh.logins.all, port: 2222 };
    store.set({ ssh: { ...ssh, logins: { ...ssh.logins, all } } });
    watch.look();
    await clock.advance(0);
    expect(watch.hostOf(one)).toBeNull();
    files.fail(null);
    watch.lookAnew();
    await clock.advance(0);
    expect(watch.hostOf(one)?.login.port).toBe(2222);
  });

  test('another host key is told once, shown with both fingerprints, and gone when it is right again', async () => {
    const { show, up, answerKeys, changed, login, watch, clock } = setup(EMPTY);
    const stored = [{ type: 'ED25519', sha256: 'SHA256:old' }];
    answerKeys({ state: 'changed', stored, offered: [{ type: 'ED25519', sha256: 'SHA256:new' }] });
    up.add(ADDRESS);
    await show([vm('one')]);
    await clock.advance(50);
    expect(login('one')?.changedKey).toEqual({
      stored: ['ED25519 SHA256:old'],
      offered: ['ED25519 SHA256:new'],
    });
    const host = watch.hostOf({ accountId: 'a', vmId: 'one' });
    if (host === null) throw new Error('no host');
    await watch.checkHostKey(host);
    expect(changed).toEqual(['gpu-one']);
    answerKeys({ state: 'unreachable' });
    await watch.checkHostKey(host);
    expect(login('one')?.changedKey).not.toBeNull();
    answerKeys({ state: 'same' });
    await watch.checkHostKey(host);
    await clock.advance(50);
    expect(login('one')?.changedKey).toBeNull();
  });

  test('an account that is signed out takes its VMs along', async () => {
    const { show, store, watch, files, clock } = setup(EMPTY);
    await show([vm('one')]);
    store.set({ accounts: [account('b')], snapshots: { b: snapshotWith([]) } });
    watch.look();
    await clock.advance(0);
    expect(files.news.at(-1)).toEqual({ vms: [], gone: [], accountIds: ['b'] });
    expect(store.get().vmLogins).toEqual({});
  });

  test('without an account nothing is written, unless something is to be taken away', async () => {
    const nobody = setup(stateWith({}));
    nobody.watch.look();
    await nobody.clock.advance(0);
    expect(nobody.files.news).toEqual([]);
    const left: SshHost = {
      ...{ accountId: 'x', vmId: 'old', alias: 'gpu-old', hostKeyAlias: 'gpu-tray-vm-old' },
      address: null,
      login: { user: null, port: null, identityFile: null, options: [] },
    };
    const leaver = setup(stateWith({}), { remembered: [left] });
    leaver.watch.look();
    await leaver.clock.advance(0);
    expect(leaver.files.remembered()).toEqual([]);
  });

  test('a look anew writes what somebody has removed meanwhile', async () => {
    const { show, files, watch, clock } = setup(EMPTY);
    await show([vm('one')]);
    watch.lookAnew();
    await clock.advance(0);
    expect(files.news).toHaveLength(2);
  });

  test('after the stop nothing is tried, written or shown', async () => {
    const { show, watch, files, tried, clock } = setup(EMPTY);
    await show([vm('one')]);
    watch.stop();
    const before = [files.news.length, tried.length];
    await show([vm('two')]);
    await clock.advance(3_600_000);
    expect([files.news.length, tried.length]).toEqual(before);
  });
});
