import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { clockTime } from '../../src/shared/format/index.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import { armedMachine } from './armed-machine.ts';
import { makeKey } from './host-keys.ts';
import { residentShell } from './resident-shell.ts';
import { freeEndpoint, startSshd } from './sshd.ts';

// The whole application at a simulated provider arms a VM with a real sshd, and is away when the VM stops itself.

const run = residentShell();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Shorter than the 5 s after which the application no longer waits for an SSH server. */
const STEP = 4 * SECOND;

/** Programs that this process runs: sshd, and the logins of the application. */
const programs = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

/** Connections of the application to SSH servers that wait for an answer. */
const asking = new Set<Socket>();
const servers = new Set<number>();

subscribe('net.client.socket', (message) => {
  if (!(typeof message === 'object' && message !== null && 'socket' in message)) return;
  const { socket } = message;
  if (!(socket instanceof Socket)) return;
  socket.once('connect', () => {
    if (servers.has(socket.remotePort ?? 0)) asking.add(socket);
  });
  socket.once('close', () => asking.delete(socket));
});

/** An application whose VM stops itself in 5 min, as the VM has confirmed. */
async function armedApplication(provider: 'runpod' | 'vast') {
  // Its import takes real time, in which simulated time would run on.
  await loadProvider(provider);
  const [{ port: sshPort }, { port: sshServer }] = [await freeEndpoint(), await freeEndpoint()];
  const world = await startWorld({ provider, vms: 0, sshPort, sshServer });
  onTestFinished(world.close);
  const { time, control } = world;
  const parent = await mkdtemp(join(tmpdir(), 'gpu-tray-ssh-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const key = world.credentials[0].apiKeys.read_write;
  const { id: vmId } = control.createVm({ instance_label: 'train', status: 'running' });
  const userKey = makeKey(parent, 'user_key');
  const machine = await armedMachine({
    ...{ shell: 'dash', run, provider, url: world.baseUrl, id: vmId, key, parent },
  });
  await startSshd({
    ...{ folder: parent, userKey, hostKey: makeKey(parent, 'host_key') },
    endpoint: { address: '127.0.0.1', port: sshServer },
    path: machine.bin,
  });
  const titles: string[] = [];
  const onNotified = ({ title }: { readonly title: string }) => void titles.push(title);
  const application = await world.starter({ hasSsh: true, onNotified })();
  onTestFinished(() => application.stop());
  const idle = programs();
  servers.add(sshPort);

  /** The time of the application and its provider. Its logins take real time. */
  async function advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP) {
      await time.pass(Math.min(left, STEP));
      await expect.poll(() => programs() - idle + asking.size).toBe(0);
    }
  }

  async function answer<T>(request: Promise<T>): Promise<T> {
    await advance(10 * SECOND);
    return request;
  }

  const login = { user: userInfo().username, identityFile: userKey.file };
  const account = { provider, baseUrl: world.baseUrl, key, accountId: null };
  const { accountId } = await answer(application.requests.signInWithKey(account));
  await answer(application.requests.changeLogin({ scope: { kind: 'all' }, login }));
  const ready = () => application.state().vmSshAccess[vmKey(accountId, vmId)]?.reach;
  await expect.poll(() => advance(10 * SECOND).then(ready)).toBe('ready');
  const when = { accountId, vmId, when: '5m', onVm: true };
  await answer(application.requests.setAutoStop(when));
  const shown = () => application.state().autoStops[vmKey(accountId, vmId)];
  await expect.poll(() => shown()?.armed).toMatchObject({ isConfirmed: true });
  const { limit } = shown() ?? {};
  if (limit?.kind !== 'time') throw new Error('no time is shown');
  return {
    ...{ titles, shown, advance, end: clockTime(limit.at) },
    /** On both. */
    async pass(minutes: number): Promise<void> {
      for (let passed = 0; passed < minutes; passed += 1) {
        await machine.pass(60);
        await advance(MINUTE);
      }
    },
    /** Until the VM's stop call, while the application does nothing. */
    async passWithout(minutes: number): Promise<void> {
      time.sleep(minutes * MINUTE);
      await machine.pass(minutes * 60);
    },
    suspended: () => application.suspended(),
    resumed: () => application.resumed(),
    status: () => control.vms().find(({ id }) => id === vmId)?.status,
    /** Of whoever sent them. */
    stops: () =>
      control
        .state()
        .requests.log.flatMap(({ method, status }) => (method === 'GET' ? [] : status)),
    undocumented: () => control.state().requests.undocumented,
  };
}

test.each(['runpod', 'vast'] as const)(
  'a VM of %s stops itself while the computer sleeps, and the app tells it',
  async (provider) => {
    const own = await armedApplication(provider);
    await own.pass(3);
    own.suspended();
    await own.passWithout(3);
    const stops = own.stops();
    expect([stops[0], own.status()]).toEqual([200, 'stopping']);
    own.resumed();
    await own.advance(2 * MINUTE);
    expect([own.status(), own.shown()]).toEqual(['stopped', undefined]);
    expect(own.titles).toContain(`train stopped itself at ${own.end}`);
    expect([own.stops(), own.undocumented()]).toEqual([stops, []]);
  },
);
