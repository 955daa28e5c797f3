import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/core/providers/testing/server.ts';
import { newUser, PATIENCE_MS, type Running, runInProcess, start } from './command-line.ts';
import { simulate } from './fixtures.ts';

// `gpu-tray watch` as a process, and the other commands beside it.

const PROFILE = new URL('../../simulator/profile.json', import.meta.url).pathname;

/** A user without a keychain, with a credentials file. */
async function serverUser() {
  const simulator = await simulate({ vms: 0 });
  const { id } = simulator.control.createVm({ status: 'running', instance_label: 'train-1' });
  const { baseUrl, credentials } = simulator;
  const home = await newUser();
  const folder = home['HOME'] ?? '';
  const path = join(folder, 'credentials.json');
  const heartbeat = join(folder, 'heartbeat.json');
  const apiKey = credentials[0].apiKeys.read_write;
  const accounts = [{ provider: 'rental', baseUrl, apiKey, name: 'work' }];
  const write = (sendTo: readonly object[] = []) =>
    writeFile(path, JSON.stringify({ accounts, sendTo }), { mode: 0o600 });
  await write();
  const env = { ...home, GPU_TRAY_CREDENTIALS_FILE: path };
  return {
    ...{ simulator, env, id, write },
    watch: (...args: readonly string[]) =>
      start(['watch', '--heartbeat-file', heartbeat, ...args], { env, skipsTime: true }),
    run: (...args: readonly string[]) => runInProcess(args, '', env),
    /** The names in the messages that wait on disk. */
    async waiting(): Promise<readonly string[]> {
      const file = join(folder, 'config', 'GPU Tray', 'alerts.json');
      const alerts = await readFile(file, 'utf8').catch(() => '{}');
      const queue: readonly { events: readonly { name: string }[] }[] =
        JSON.parse(alerts).outbox?.queue ?? [];
      return queue.flatMap(({ events }) => events.map(({ name }) => name));
    },
    heartbeat: async () => JSON.parse(await readFile(heartbeat, 'utf8')),
    /** Writes a file of the settings folder. */
    async put(name: string, content: object): Promise<void> {
      const place = join(folder, 'config', 'GPU Tray');
      await mkdir(place, { recursive: true });
      await writeFile(join(place, name), JSON.stringify(content));
    },
    stored: async () =>
      JSON.parse(await readFile(join(folder, 'config', 'GPU Tray', 'settings.json'), 'utf8')),
  };
}

/** A receiver of messages, which drops connections while it is down. */
async function startReceiver() {
  const received: string[] = [];
  const state = { isDown: false };
  const server = createServer(async (request, response) => {
    if (state.isDown) return void request.socket.destroy();
    received.push(JSON.parse(await text(request)).title);
    response.end();
  });
  const url = `http://127.0.0.1:${await listen(server)}/hook`;
  onTestFinished(() => void server.close());
  return { received, state, sendTo: [{ kind: 'url', url, topics: ['vm'] }] };
}

function endOf({ child, ended }: Running, signal: NodeJS.Signals) {
  child.kill(signal);
  return ended;
}

test('other commands on the server find the same account, and set an auto-stop for it', async () => {
  const own = await serverUser();
  expect((await own.run('profile', '--set', PROFILE)).code).toBe(0);
  const watching = own.watch();
  await watching.printed(2);
  expect(watching.lines()[1]).toMatch(/^\S+ work: Read: 1 VM, 1 running/);
  const status = await own.run('status');
  expect([status.code, status.stdout]).toEqual([0, expect.stringContaining('train-1')]);
  const doctor = await own.run('doctor');
  expect(doctor.stdout).toMatch(
    /Keychain +Not used: the API keys are read from \S+credentials\.json\./,
  );
  const set = await own.run('autostop', 'train-1', '4h');
  expect([set.code, set.stderr]).toEqual([0, '']);
  expect(set.stdout).toContain(` gpu-tray watch (pid ${watching.child.pid}) is already running.\n`);
  const { accounts, autoStops } = await own.stored();
  expect(accounts).toHaveLength(1);
  expect(autoStops).toMatchObject([{ accountId: accounts[0].id, vmId: own.id }]);
  expect(JSON.stringify(accounts)).not.toContain('sim_live');
  expect((await own.heartbeat()).accounts).toMatchObject([{ id: accounts[0].id, problem: null }]);
  expect((await endOf(watching, 'SIGTERM')).code).toBe(0);
  const again = await own.run('autostop', 'train-1', '4h');
  expect(again.stdout).toContain(
    ' GPU Tray isn’t running here. Start it, or run gpu-tray watch.\n',
  );
});

test('a second one shows who acts, and acts after the first one was killed, whose message it sends', async () => {
  const own = await serverUser();
  const { received, state, sendTo } = await startReceiver();
  state.isDown = true;
  await own.write(sendTo);
  own.simulator.control.setVm(own.id, { status: 'creating' });
  const first = own.watch('--send-to');
  await first.printed(2);
  const second = own.watch('--send-to');
  await second.printed(3);
  const acts = new RegExp(
    ` gpu-tray watch \\(pid ${first.child.pid}\\) is already running\\. gpu-tray watch only shows`,
  );
  expect(second.lines()[1]).toMatch(acts);
  own.simulator.control.setVm(own.id, { status: 'failed' });
  await first.skipUntil('a message', () => first.lines().some((line) => / has failed/.test(line)));
  await expect.poll(own.waiting, { timeout: PATIENCE_MS }).toEqual(['train-1']);
  // A request of the first one that is still on its way would be received too.
  await endOf(first, 'SIGKILL');
  state.isDown = false;
  const isTakenOver = () =>
    second
      .lines()
      .some((line) =>
        / The other process ended\. gpu-tray watch now runs alerts and auto-stops\.$/.test(line),
      );
  // holders.test.ts has the 30 s within which it does.
  await second.skipUntil('a takeover', isTakenOver);
  await second.skipUntil('a message', () => received.length > 0);
  expect(received).toEqual(['train-1 has failed']);
  expect((await endOf(second, 'SIGTERM')).code).toBe(0);
  expect([received.length, await own.waiting()]).toEqual([1, []]);
});

// watch.test.ts has the 3 s in which it ends.
test('ends on a SIGINT, and on a SIGTERM while the service does not answer', async () => {
  const own = await serverUser();
  const idle = own.watch();
  await idle.printed(2);
  const quiet = await endOf(idle, 'SIGINT');
  expect([quiet.code, quiet.stderr]).toEqual([0, '']);
  expect(quiet.stdout).toMatch(/ Ended by a signal\.\n$/);

  own.simulator.control.addFault({ path: '/', fault: { kind: 'stall-before-headers' } });
  const stalled = own.watch();
  await stalled.printed(1);
  await expect.poll(own.simulator.control.stalled, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  const late = await endOf(stalled, 'SIGTERM');
  expect([late.code, late.stderr]).toEqual([0, '']);
});

test('ends with 3 without an account or an address for --send-to, and says what is missing', async () => {
  const own = await serverUser();
  const refused = await own.run('watch', '--send-to');
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('"sendTo": [{')]);
  const { code, stderr } = await start(['watch'], { env: await newUser() }).ended;
  expect([code, stderr]).toEqual([3, 'No account is signed in. Sign in with gpu-tray login.\n']);
});
