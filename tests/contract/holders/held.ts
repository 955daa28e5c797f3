import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, vi } from 'vitest';
import { startWorld } from '../../../scripts/world/world.ts';
import { runCommand } from '../../../src/cli/run-command.ts';
import { fakeTerminal } from '../../../src/cli/testing/fakes.ts';
import { pipe } from '../../../src/cli/testing/setups.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { silentLog } from '../../../src/core/log.ts';
import { type Fetch, loadProvider } from '../../../src/core/providers/index.ts';
import { listen } from '../../../src/core/providers/testing/server.ts';
import { createSettingsFile, withAutoStop, withStop } from '../../../src/core/settings/index.ts';
import type { ActingProgram } from '../../../src/shared/acting/acting.ts';
import { PATIENCE_MS, temporaryHome } from '../command-line.ts';
import { freePort } from '../fixtures.ts';

const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** The time and the network of a process that can be killed: from then on nothing of it happens. */
function mortal(time: { readonly clock: Clock; readonly fetch: Fetch }) {
  let isKilled = false;
  return {
    isKilled: () => isKilled,
    kill(): void {
      isKilled = true;
    },
    /** Children that start after the kill, as a test ends its script, would go on. */
    clock: {
      ...time.clock,
      after: (ms, run) => time.clock.after(ms, isKilled ? run : () => isKilled || run()),
    } satisfies Clock,
    fetch: (async (url, init) =>
      isKilled ? new Promise(() => {}) : time.fetch(url, init)) satisfies Fetch,
  };
}

/** A receiver of messages, which can be down. */
async function startReceiver() {
  const received: string[] = [];
  const state = { isDown: false };
  const server = createServer(async (request, response) => {
    if (state.isDown) return void request.socket.destroy();
    const { alerts } = JSON.parse(await text(request));
    received.push(...alerts.map(({ title }: { title: string }) => title));
    response.end();
  });
  const url = `http://127.0.0.1:${await listen(server)}/hook`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, state, url };
}

/** One program that may act on the settings folder. */
export interface Holder {
  /** Its computer sleeps, meanwhile that happens. A process without a desktop is not told. */
  sleep(meanwhile: () => void): void;
  quit(): Promise<void>;
  /** At once. */
  kill(): Promise<void>;
}

/**
 * A settings folder with a signed-in account and a running VM, on which the app and `gpu-tray watch` may act, in simulated time.
 * @param sender sends messages, too
 */
export async function startHeld(sender: ActingProgram | null = null) {
  await loadProvider('runpod');
  // A login that is more than a shell, which its VM can be armed by.
  const world = await startWorld({ provider: 'runpod', vms: 0, sshPort: await freePort() });
  onTestFinished(world.close);
  const { time, control } = world;
  const folder = join(world.folder, 'GPU Tray');
  // Without ssh, which would call the VM.
  await temporaryHome({ HOME: world.folder, XDG_CONFIG_HOME: world.folder, PATH: world.folder });
  const receiver = await startReceiver();
  const told: string[] = [];
  function tell(said: string): void {
    // A probe takes real time: a VM that restarts within a second is ready anew only if one arrived meanwhile.
    if (!said.includes('You can log in to')) told.push(said);
  }
  const { id: vmId } = control.createVm({
    ...{ instance_label: 'train', gpu_count: 2, load: 'idle', status: 'running' },
  });
  /** Called in the second in which a stop is sent, before it arrives. */
  const says = { beforeStop: () => {}, afterStop: () => {} };
  const network: Fetch = async (url, init) => {
    const isStop = init.method === 'POST' && url.endsWith(`/pods/${vmId}/action`);
    if (isStop) says.beforeStop();
    const response = await time.fetch(url, init);
    if (isStop) says.afterStop();
    return response;
  };
  const start = world.starter({ folder });
  const settings = createSettingsFile({
    ...{ path: join(folder, 'settings.json'), clock: time.clock, log: silentLog },
    onNotice: (notice) => expect.unreachable(notice),
  });

  async function answer<T>(request: Promise<T>): Promise<T> {
    await time.pass(10 * SECOND);
    return request;
  }

  async function ended(stopped: Promise<unknown>): Promise<void> {
    await time.pass(5 * SECOND);
    await stopped;
  }

  async function startApp(): Promise<Holder> {
    const process = mortal({ clock: time.clock, fetch: network });
    const application = await start({
      ...{ clock: process.clock, fetch: process.fetch },
      onNotified: ({ title, body }) =>
        process.isKilled() || tell(`app: ${title}${body && `. ${body}`}`),
    });
    onTestFinished(application.stop);
    await time.pass(SECOND);
    return {
      sleep(meanwhile) {
        application.suspended();
        meanwhile();
        application.resumed();
      },
      quit: () => ended(application.stop()),
      kill() {
        process.kill();
        return application.stop();
      },
    };
  }

  const credentials = join(world.folder, 'credentials.json');
  const account = { provider: 'runpod', baseUrl: world.baseUrl } as const;
  const apiKey = world.credentials[0].apiKeys.read_write;

  async function startWatch(): Promise<Holder> {
    const process = mortal({ clock: time.clock, fetch: network });
    const interrupt = new AbortController();
    const terminal = fakeTerminal();
    function take(printed: string): void {
      for (const line of printed.split('\n').slice(0, -1)) {
        const { kind, text: said } = JSON.parse(line);
        if (!process.isKilled() && ['notification', 'error'].includes(kind)) tell(`watch: ${said}`);
      }
    }
    let isStarted = false;
    const out = (printed: string) => {
      isStarted = true;
      take(printed);
    };
    const args = ['watch', '--json', '--credentials-file', credentials];
    const code = runCommand(sender === 'watch' ? [...args, '--send-to'] : args, {
      terminal: { ...terminal, out, error: take },
      input: pipe(''),
      prompt: terminal.error,
      ...{ clock: process.clock, fetch: process.fetch, signal: interrupt.signal },
    });
    const stop = async (): Promise<number> => {
      interrupt.abort();
      return code;
    };
    onTestFinished(() => interrupt.abort());
    // It loads the application, while no time passes.
    await vi.waitUntil(() => isStarted, { timeout: PATIENCE_MS });
    await time.pass(SECOND);
    return {
      sleep: (meanwhile) => meanwhile(),
      quit: () => ended(stop().then((left) => expect(left).toBe(0))),
      async kill() {
        process.kill();
        await stop();
      },
    };
  }

  const first = await start();
  const { requests } = first;
  const { accountId } = await answer(
    requests.signInWithKey({ ...account, key: apiKey, accountId: null }),
  );
  const destination = { kind: 'url', url: receiver.url } as const;
  const topics = ['vm', 'money'] as const;
  if (sender === 'app')
    await answer(
      requests.addDestination({
        ...{ address: destination, topics },
      }),
    );
  const sendTo = sender === 'watch' ? [{ ...destination, topics }] : [];
  const accounts = [{ ...account, apiKey }];
  await writeFile(credentials, JSON.stringify({ accounts, sendTo }), { mode: 0o600 });
  await ended(first.stop());
  const vm = { accountId, vmId, name: 'train' };
  const stored = () => settings.load();

  return {
    ...{ time, control, told, receiver, says, vmId },
    start: (name: ActingProgram) => (name === 'app' ? startApp() : startWatch()),
    pass: (minutes: number) => time.pass(minutes * MINUTE),
    /** As `gpu-tray autostop` does. Returns its end. */
    async setAutoStop(minutes: number): Promise<number> {
      const at = time.now() + minutes * MINUTE;
      await settings.update((current) => withAutoStop(current, vm, { kind: 'time', at }));
      return at;
    },
    /** The VM has confirmed that it stops itself then, too. */
    async arm(minutes: number): Promise<number> {
      const at = time.now() + minutes * MINUTE;
      const limit = { kind: 'time', at } as const;
      const timer = { ...vm, number: 1, held: limit, run: null };
      const autoStop = { ...vm, limit, onVm: true };
      await settings.update((current) => withStop(current, vm, { autoStop, timer }));
      return at;
    },
    /** At the provider: by the VM itself, or by another client. */
    becomes: (status: 'stopped' | 'running') => control.setVm(vmId, { status }),
    status: () => control.vms().find(({ id }) => id === vmId)?.status,
    stops: () => control.state().requests.counts['POST /v2/pods/:id/action'] ?? 0,
    autoStops: async () => (await stored()).autoStops?.length ?? 0,
  };
}

export type Held = Awaited<ReturnType<typeof startHeld>>;
