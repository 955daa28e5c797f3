import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AppState, vmKey } from '../../../shared/app/index.ts';
import { UNKNOWN_STATE, type Vm } from '../../../shared/domain/index.ts';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import type { PollReport, VmEvent } from '../../monitor/index.ts';
import { ServiceError } from '../../service/index.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import type { Ssh } from '../../ssh/index.ts';
import { freshSsh } from '../../ssh/testing/fresh-ssh.ts';
import type { Notification } from '../application.ts';
import { createStateStore } from '../state-store.ts';
import { startSsh } from './start-ssh.ts';
import { PLAIN } from './testing/hosts.ts';
import { account, snapshotWith, stateWith, vm } from './testing/snapshots.ts';

/** The service is on this machine, so its VMs may be. */
const BASE_URL = 'http://127.0.0.1:1/';
const ADDRESS = '127.20.0.7';

/** A port on `ADDRESS` that greets as ssh servers do, or as none. */
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
  /** What the service says of a VM that it is asked for; null: there is no way to ask. */
  readonly getVm?: ((id: string) => Promise<Vm>) | null;
  readonly env?: NodeJS.ProcessEnv;
  readonly hasHandler?: (scheme: string) => Promise<boolean>;
}

async function setup({ ssh, port = 1, vms = [], getVm = null, ...desktop }: Options = {}) {
  const opened = ssh ?? (await freshSsh());
  const blank = stateWith({ a: snapshotWith(vms) });
  const first: AppState = {
    ...blank,
    accounts: [account('a', BASE_URL)],
    ssh: { ...blank.ssh, logins: { ...blank.ssh.logins, all: { ...PLAIN, port } } },
  };
  const store = createStateStore(first);
  const notifications: Notification[] = [];
  const listeners = new Set<(report: PollReport) => void>();
  const part = startSsh({
    ssh: opened,
    store,
    monitor: {
      onPoll(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    clientOf: () => (getVm === null ? undefined : { getVm }),
    desktop: {
      notify: (notification) => notifications.push(notification),
      hasHandler: desktop.hasHandler ?? (async (scheme) => scheme === 'zed'),
      openEditor: async () => {},
    },
    settings: DEFAULT_SETTINGS,
    env: desktop.env ?? {},
    clock: systemClock,
    log: silentLog,
    random: () => 0.5,
  });
  onTestFinished(() => part.stop());
  await part.watch.settled();
  const show = (next: readonly Vm[]) => store.set({ snapshots: { a: snapshotWith(next) } });
  return {
    ...{ part, store, notifications, listeners, show, ssh: opened },
    login: (id: string) => store.get().vmLogins[vmKey('a', id)],
    /** As the monitor tells it: the state first, then what happened. */
    turnRunning(now: Vm, { isAfterWake = false, isNew = false } = {}) {
      show([now]);
      const events: readonly VmEvent[] = [
        isNew
          ? { kind: 'appeared', vm: now }
          : { kind: 'statusChanged', vm: now, from: 'creating', to: 'running' },
      ];
      const [before, after] = [UNKNOWN_STATE, UNKNOWN_STATE];
      for (const listener of listeners)
        listener({
          ...{ accountId: 'a', before, after, events, isAfterWake },
          ...{ hasFailed: false, asOf: null },
        });
    },
    config: () => readFile(join(opened.places.folder, 'config'), 'utf8'),
  };
}

const running = vm('one', { ipAddress: ADDRESS });
const creating = vm('one', { ipAddress: null, status: 'creating' });

describe('who can be logged in to', () => {
  test('a VM that turned running is told once, as soon as ssh answers', async () => {
    const port = await listen('SSH-2.0-test\r\n');
    const { turnRunning, notifications, login, store, show, part } = await setup({
      port,
      vms: [creating],
    });
    turnRunning(running);
    await expect.poll(() => login('one')?.reach).toBe('ready');
    show([{ ...running, cpuPercent: 99 }]);
    await part.watch.settled();
    expect(notifications).toHaveLength(1);
    expect(notifications[0]).toEqual({
      title: 'You can log in to one',
      body: 'ssh gpu-one',
      destination: { kind: 'vm', accountId: 'a', vmId: 'one' },
    });
    expect(store.get().vmLogins[vmKey('a', 'one')]?.alias).toBe('gpu-one');
  });

  test('so is one that was started and ran within one poll', async () => {
    const port = await listen('SSH-2.0-test\r\n');
    const { turnRunning, notifications } = await setup({ port, vms: [] });
    turnRunning(running, { isNew: true });
    await expect
      .poll(() => notifications.map(({ title }) => title))
      .toEqual(['You can log in to one']);
  });

  test.each([
    ['that ran at the start', 'start'],
    ['that turned running while the computer slept', 'wake'],
    ['of somebody who wants no such news', 'unwanted'],
  ])('a VM %s is shown, and not told', async (_, why) => {
    const port = await listen('SSH-2.0-test\r\n');
    const vms = why === 'start' ? [running] : [creating];
    const { turnRunning, notifications, login, store } = await setup({ port, vms });
    const { preferences } = store.get();
    if (why === 'unwanted') store.set({ preferences: { ...preferences, notifyReady: false } });
    if (why !== 'start') turnRunning(running, { isAfterWake: why === 'wake' });
    await expect.poll(() => login('one')?.reach).toBe('ready');
    expect(notifications).toEqual([]);
  });

  test('something else that answers there is no ssh', async () => {
    const port = await listen('HTTP/1.1 200 OK\r\n\r\n');
    const { login, part } = await setup({ port, vms: [running] });
    await part.watch.settled();
    await expect.poll(() => login('one')?.reach).toBe('waiting');
  });
});

describe('VMs from an earlier time', () => {
  /** Files that remember a VM which the list, whole, does not have. */
  async function remembering(getVm: Options['getVm']) {
    const ssh = await freshSsh();
    const first = await setup({ ssh, vms: [vm('old', { ipAddress: ADDRESS })] });
    expect(await first.config()).toContain('Host gpu-old');
    await first.part.stop();
    return setup({ ssh, vms: [running], ...(getVm === undefined ? {} : { getVm }) });
  }
  const fails = (problem: ServiceError['problem']) => () =>
    Promise.reject(new ServiceError(problem));

  test.each<[string, NonNullable<Options['getVm']>]>([
    ['does not know', fails({ kind: 'notFound', detail: null })],
    ['calls destroyed', async (id) => vm(id, { status: 'destroyed' })],
  ])('leave the files when the service %s them', async (_, getVm) => {
    const { show, part, config } = await remembering(getVm);
    show([{ ...running, cpuPercent: 50 }]);
    await expect.poll(config).not.toContain('gpu-old');
    await part.watch.settled();
    expect(await config()).toContain('Host gpu-one');
  });

  test.each<[string, Options['getVm']]>([
    ['still has', async (id) => vm(id, { ipAddress: ADDRESS })],
    ['cannot say anything of', fails({ kind: 'network' })],
    ['cannot be asked for', null],
  ])('stay when the service %s them', async (_, getVm) => {
    const { show, part, config } = await remembering(getVm);
    show([{ ...running, cpuPercent: 50 }]);
    await part.watch.settled();
    expect(await config()).toContain('Host gpu-old');
  });
});

describe('what is around', () => {
  test('the Include and the programs are known soon after the start', async () => {
    const ssh = await freshSsh();
    await ssh.include.add();
    const { store } = await setup({ ssh });
    await expect
      .poll(() => store.get().ssh)
      .toMatchObject({
        include: 'active',
        editors: [{ id: 'zed', name: 'Zed' }],
      });
  });

  test('a change by hand is seen at the next look, and no change keeps the state as it is', async () => {
    const { store, part, ssh } = await setup();
    await expect.poll(() => store.get().ssh.editors).toHaveLength(1);
    const before = store.get().ssh;
    part.rescan();
    part.includeChanged();
    expect(store.get().ssh).toBe(before);
    await writeFile(join(ssh.places.home, '.ssh', 'config'), 'Host x\nInclude gpu-tray/config\n');
    part.rescan();
    expect(store.get().ssh.include).toBe('notFirst');
  });

  test('a terminal that was installed meanwhile is there at the next look', async () => {
    const bin = await temporaryFolder();
    const { store, part } = await setup({ env: { PATH: bin } });
    await expect.poll(() => store.get().ssh.editors).toHaveLength(1);
    expect(store.get().ssh.terminals).toEqual([]);
    await writeFile(join(bin, 'kitty'), '', { mode: 0o755 });
    part.rescan();
    await expect.poll(() => store.get().ssh.terminals).toEqual([{ id: 'kitty', name: 'kitty' }]);
  });

  test('a desktop that is still being asked is not asked again, one that did not answer is', async () => {
    const asked: string[] = [];
    const silent = Promise.withResolvers<boolean>();
    let hasFailed = false;
    const { store, part } = await setup({
      async hasHandler(scheme) {
        asked.push(scheme);
        return hasFailed ? scheme === 'zed' : silent.promise;
      },
    });
    await expect.poll(() => asked).toContain('zed');
    const once = [...asked];
    part.rescan();
    expect(asked).toEqual(once);
    hasFailed = true;
    silent.reject(new Error('no desktop'));
    await expect
      .poll(() => {
        part.rescan();
        return store.get().ssh.editors;
      })
      .toEqual([{ id: 'zed', name: 'Zed' }]);
  });

  test('what a VM was made from is shown as soon as it is told', async () => {
    const { part, login } = await setup({ vms: [running] });
    part.settingsChanged({
      ...DEFAULT_SETTINGS,
      ssh: { user: null, port: null, vmTemplates: { 'a/one': 102 } },
    });
    expect(login('one')?.template).toBe(102);
  });
});

test('after the stop nobody listens, and the files say what was known', async () => {
  const { part, listeners, show, config, store } = await setup({ vms: [running] });
  show([running, vm('two', { ipAddress: '127.20.0.8' })]);
  await part.stop();
  expect(await config()).toContain('Host gpu-two');
  expect(listeners.size).toBe(0);
  const { vmLogins } = store.get();
  show([]);
  await part.watch.settled();
  expect(store.get().vmLogins).toBe(vmLogins);
  expect(await config()).toContain('Host gpu-two');
});
