import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { type Clock, systemClock } from '../../clock.ts';
import type { Notification } from '../../events/index.ts';
import { showingEach } from '../../events/testing/group-of.ts';
import { silentLog } from '../../log.ts';
import type { PollReport, VmEvent } from '../../monitor/index.ts';
import { createSettingsFile, DEFAULT_SETTINGS } from '../../settings/index.ts';
import type { Ssh } from '../../ssh/index.ts';
import { freshSsh } from '../../ssh/testing/fresh-ssh.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startSsh } from './start-ssh.ts';
import { account, snapshotWith, stateWith, vm } from './testing/records.ts';

/** A loopback service, so that its VMs may have loopback addresses. */
const BASE_URL = 'http://127.0.0.1:1/';
const ADDRESS = '127.20.0.7';

/** Listens on `ADDRESS` and sends a greeting. @returns the port */
async function listen(greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(greeting);
  }).listen(0, ADDRESS);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port was bound');
  return bound.port;
}

interface Options {
  readonly ssh?: Ssh;
  readonly port?: number;
  readonly vms?: readonly Vm[];
  readonly clock?: Clock;
}

async function setup({ ssh, port = 1, vms = [], clock = systemClock }: Options = {}) {
  const opened = ssh ?? (await freshSsh());
  const blank = stateWith({ a: snapshotWith(vms) });
  const first: AppState = {
    ...blank,
    accounts: [account('a', BASE_URL)],
  };
  const store = createStateStore(first);
  const notifications: Notification[] = [];
  const show = (shown: Notification) => void notifications.push(shown);
  let savedIds: readonly string[] = [];
  let zedSearches = 0;
  const part = startSsh({
    ssh: opened,
    store,
    monitor: {
      setSavedIds(_, ids) {
        savedIds = ids;
      },
    },
    desktop: {
      copy: async () => {},
      editors: {
        async isInstalled(scheme) {
          if (scheme === 'zed') zedSearches += 1;
          return scheme === 'zed';
        },
        open: async () => {},
      },
    },
    deliver: showingEach(show, store.get, systemClock.now),
    loaded: { ...DEFAULT_SETTINGS, ssh: { user: null, port } },
    settings: createSettingsFile({
      path: join(opened.places.folder, 'settings.json'),
      clock: systemClock,
      log: silentLog,
      onNotice: () => {},
    }),
    settingsChanged: () => {},
    env: {},
    clock,
    log: silentLog,
    random: () => 0.5,
  });
  onTestFinished(() => part.stop());
  await part.watch.settled();
  const poll = (vms: readonly Vm[], change: Partial<PollReport> = {}) => {
    store.set({ snapshots: { a: snapshotWith(vms) } });
    const after = { ...UNKNOWN_STATE };
    const report = { accountId: 'a', before: UNKNOWN_STATE, after, hasFailed: false, asOf: null };
    part.polled({ ...report, events: [], isAfterWake: false, ...change });
  };
  return {
    ...{
      part,
      store,
      notifications,
      poll,
      ssh: opened,
      savedIds: () => savedIds,
      zedSearches: () => zedSearches,
    },
    login: (id: string) => store.get().vmSshAccess[vmKey('a', id)],
    turnRunning(now: Vm, isAfterWake = false) {
      const events: readonly VmEvent[] = [{ kind: 'statusChanged', vm: now }];
      poll([now], { events, isAfterWake });
    },
    config: () => readFile(opened.places.configFile, 'utf8'),
  };
}

const running = vm('one', { ipAddress: ADDRESS });
const creating = vm('one', { ipAddress: null, status: 'creating' });

describe('the ready notification', () => {
  test('is sent once for a VM that turned running, as soon as SSH answers', async () => {
    const port = await listen('SSH-2.0-test\r\n');
    const { turnRunning, notifications, login, store, poll, part } = await setup({
      port,
      vms: [creating],
    });
    turnRunning(running);
    await expect.poll(() => login('one')?.reach).toBe('ready');
    poll([{ ...running, cpuPercent: 99 }]);
    await part.watch.settled();
    await expect.poll(() => notifications).toHaveLength(1);
    expect(notifications[0]).toMatchObject({
      title: 'You can log in to one',
      body: `$0.69/h. Click to copy: ssh -p ${port} ${ADDRESS}`,
      destination: { kind: 'vm', accountId: 'a', vmId: 'one' },
      copy: { accountId: 'a', vmId: 'one', what: 'ssh' },
    });
    expect(store.get().vmSshAccess[vmKey('a', 'one')]?.alias).toBe('gpu-one');
  });

  test.each([
    ['that ran at the start', 'start'],
    ['that turned running while the computer slept', 'wake'],
    ['while the notification is off', 'off'],
  ])('is not sent for a VM %s', async (_, why) => {
    const port = await listen('SSH-2.0-test\r\n');
    const vms = why === 'start' ? [running] : [creating];
    const { turnRunning, notifications, login, store } = await setup({ port, vms });
    const { preferences } = store.get();
    if (why === 'off') store.set({ preferences: { ...preferences, notifyReady: false } });
    if (why !== 'start') turnRunning(running, why === 'wake');
    await expect.poll(() => login('one')?.reach).toBe('ready');
    expect(notifications).toEqual([]);
  });
});

test('a VM of an earlier run is given to the monitor, and leaves our files once it is gone', async () => {
  const ssh = await freshSsh();
  const first = await setup({ ssh, vms: [vm('old', { ipAddress: ADDRESS })] });
  expect(await first.config()).toContain('Host gpu-old');
  await first.part.stop();
  const { poll, part, config, savedIds } = await setup({ ssh, vms: [running] });
  poll([{ ...running, cpuPercent: 50 }]);
  await part.watch.settled();
  expect(savedIds().toSorted()).toEqual(['old', 'one']);
  expect(await config()).toContain('Host gpu-old');
  poll([running], { goneIds: ['old'] });
  await expect.poll(config).not.toContain('gpu-old');
  await part.watch.settled();
  expect(await config()).toContain('Host gpu-one');
});

describe('the SSH setup of the computer', () => {
  test('is read after the first poll', async () => {
    const ssh = await freshSsh();
    await ssh.include.add();
    const { store, poll } = await setup({ ssh });
    poll([]);
    await expect
      .poll(() => store.get().ssh)
      .toMatchObject({
        include: 'active',
        editors: [{ id: 'zed', name: 'Zed' }],
      });
  });

  test('searches for programs once a minute at most where the panel opens, and each time in Settings', async () => {
    let passed = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passed };
    const { part, zedSearches } = await setup({ clock });
    part.panelOpened(true);
    part.panelOpened(true);
    expect(zedSearches()).toBe(1);
    passed = 60_000;
    part.panelOpened(true);
    expect(zedSearches()).toBe(2);
    await part.requests.rescan();
    expect(zedSearches()).toBe(3);
  });

  test('is asked for by one poll of all, also where ssh does not answer', async () => {
    const ssh = await freshSsh();
    let asked = 0;
    async function state() {
      asked += 1;
      return 'unknown' as const;
    }
    const { part, poll } = await setup({ ssh: { ...ssh, include: { ...ssh.include, state } } });
    for (let polls = 0; polls < 3; polls += 1) poll([]);
    await expect.poll(() => asked).toBeGreaterThan(0);
    await part.stop();
    expect(asked).toBe(1);
  });

  test('the shown command follows the Include and the login', async () => {
    const { part, login, ssh } = await setup({ port: 2222, vms: [running] });
    await expect.poll(() => login('one')?.command).toBe(`ssh -p 2222 ${ADDRESS}`);
    await ssh.include.add();
    await part.readInclude();
    expect(login('one')?.command).toBe('ssh gpu-one');
    await ssh.include.remove();
    part.settingsChanged({ ...DEFAULT_SETTINGS, ssh: { user: 'lea', port: 2222 } });
    await part.readInclude();
    await expect.poll(() => login('one')?.command).toBe(`ssh -p 2222 lea@${ADDRESS}`);
  });

  test('changed settings are applied', async () => {
    const { part, store, config } = await setup({ vms: [running] });
    const vms = { 'a/one': { user: 'lea', port: null } };
    part.settingsChanged({ ...DEFAULT_SETTINGS, ssh: { user: null, port: null, vms } });
    expect(store.get().ssh.logins.vms['a/one']).toMatchObject({ user: 'lea' });
    await expect.poll(config).toContain('User lea');
  });
});

test('a VM that is muted while it is awaited notifies of nothing', async () => {
  const port = await listen('SSH-2.0-test\r\n');
  const { turnRunning, notifications, login, store, part } = await setup({ port, vms: [creating] });
  part.online(false);
  turnRunning(running);
  await part.watch.settled();
  const mutedVms = [vmKey('a', 'one')];
  store.set({ preferences: { ...store.get().preferences, mutedVms } });
  part.online(true);
  await expect.poll(() => login('one')?.reach).toBe('ready');
  expect(notifications).toEqual([]);
});

test('stop waits for the files, and later polls change nothing', async () => {
  const { part, poll, config, store } = await setup({ vms: [running] });
  poll([running, vm('two', { ipAddress: '127.20.0.8' })]);
  await part.stop();
  expect(await config()).toContain('Host gpu-two');
  const { vmSshAccess } = store.get();
  poll([]);
  await part.watch.settled();
  expect(store.get().vmSshAccess).toBe(vmSshAccess);
  expect(await config()).toContain('Host gpu-two');
});
