import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { fakeTerminal } from '../../src/cli/testing/fakes.ts';
import { pipe } from '../../src/cli/testing/setups.ts';
import { temporaryHome } from './command-line.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

// `gpu-tray watch` against the simulator over HTTP, in simulated time.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Long enough to be announced. */
const STOP_MS = 12 * MINUTE;
const ID = '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11';
const PROFILE = JSON.parse(
  await readFile(new URL('../../simulator/profile.json', import.meta.url), 'utf8'),
);

/** A server with an account of a credentials file, and a running VM with an auto-stop. */
async function server(scope: 'read_write' | 'read_only' = 'read_write', stopMs = STOP_MS) {
  const time = createSharedTime({ random: () => 0 });
  const simulator = await simulate({ vms: 0 }, time.simulatorClock);
  time.observe(simulator);
  const { control, baseUrl, credentials } = simulator;
  const { id: vmId } = control.createVm({ status: 'running' });
  const home = await temporaryFolder();
  await temporaryHome({ HOME: home, XDG_CONFIG_HOME: home });
  const folder = join(home, 'GPU Tray');
  const path = join(home, 'credentials.json');
  const heartbeat = join(home, 'heartbeat.json');
  const { apiKeys } = credentials[0];
  const limit = { kind: 'time', at: time.now() + stopMs };
  const place = { provider: 'rental', baseUrl };
  const account = { id: ID, label: 'work', ...place, credential: 'apiKey', email: null };
  await mkdir(folder);
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({
      ...{ version: 1, ssh: { user: null, port: null } },
      accounts: [{ ...account, hasCredential: true, profile: PROFILE }],
      autoStops: [{ accountId: ID, vmId, name: 'train', limit }],
    }),
  );
  const writeKey = async (apiKey: string) => {
    await writeFile(path, JSON.stringify({ accounts: [{ ...place, apiKey }] }));
    await chmod(path, 0o600);
  };
  await writeKey(apiKeys[scope]);
  const interrupt = new AbortController();
  const terminal = fakeTerminal();
  const run = (...options: readonly string[]) =>
    runCommand(['watch', '--credentials-file', path, '--heartbeat-file', heartbeat, ...options], {
      terminal,
      input: pipe(''),
      prompt: terminal.error,
      fetch: time.fetch,
      clock: time.clock,
      signal: interrupt.signal,
    });
  onTestFinished(() => interrupt.abort());
  let out = '';
  let ended = Promise.resolve(0);
  const printed = () => {
    out += terminal.takeOut();
    return out;
  };
  return {
    ...{ time, control, run, folder, path, apiKeys, writeKey, printed },
    /** Resolves when it watches: the first start loads the application, while no time passes. */
    async start(...options: readonly string[]): Promise<void> {
      ended = run(...options);
      await expect.poll(printed).toContain('watches 1 account');
    },
    status: () => control.vms().find(({ id }) => id === vmId)?.status,
    stops: () => control.state().requests.counts['PUT /machines/:vm_id/power/off'] ?? 0,
    requests: () =>
      Object.values(control.state().requests.counts).reduce((sum, count) => sum + count, 0),
    /** Without their times. */
    lines: () =>
      printed()
        .split('\n')
        .slice(0, -1)
        .map((line) => line.slice(25)),
    errors: () => terminal.takeErrors(),
    heartbeat: async () => JSON.parse(await readFile(heartbeat, 'utf8')),
    async autoStops(): Promise<number> {
      const { autoStops } = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'));
      return autoStops.length;
    },
    /** @returns the exit code */
    async end(): Promise<number> {
      interrupt.abort();
      await time.pass(3 * SECOND);
      return ended;
    },
  };
}

test('stops a VM at its time without the app, and prints each change on a line', async () => {
  const own = await server();
  await own.start();
  await own.time.pass(STOP_MS - SECOND);
  expect([own.status(), own.stops()]).toEqual(['running', 0]);
  await own.time.pass(2 * MINUTE);
  expect([own.status(), own.stops(), await own.autoStops()]).toEqual(['stopped', 1, 0]);
  expect(await own.end()).toBe(0);
  expect(own.errors()).toBe('');
  expect(own.lines()).toEqual([
    expect.stringMatching(/^gpu-tray \S+ watches 1 account, with the settings in /),
    expect.stringMatching(/^work: Read: 1 VM, 1 running, \$/),
    expect.stringMatching(/^work: train stops at \d\d:\d\d\. /),
    expect.stringMatching(/^work: vm-\d+ has stopped$/),
    'Ended by a signal.',
  ]);
});

test('prints one JSON object a line for programs', async () => {
  const own = await server();
  await own.start('--json');
  await own.time.pass(STOP_MS + 2 * MINUTE);
  expect(await own.end()).toBe(0);
  const lines = own
    .printed()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ kind }) => kind)).toEqual(['start', 'reading', 'notification', 'vm', 'end']);
  expect(lines[3]).toEqual({
    at: expect.stringMatching(/^2026-01-15T12:1[\d:.]+Z$/),
    kind: 'vm',
    account: { id: ID, name: 'work', provider: 'rental', label: 'work' },
    vmId: expect.any(String),
    text: expect.stringMatching(/ has stopped$/),
  });
});

test('goes on after a 401 within a minute of a new key in the file', async () => {
  const own = await server('read_write', 8 * HOUR);
  await own.start();
  await own.time.pass(MINUTE);
  const revoked = own.control.addFault({ path: '/', fault: { kind: 'status', status: 401 } });
  await own.time.pass(40 * MINUTE);
  expect(
    own.lines().filter((line) => line.startsWith('work: API key rejected (401)')),
  ).toHaveLength(1);
  revoked.clear();
  const before = own.requests();
  await own.time.pass(2 * MINUTE);
  // The refused key is tried rarely.
  expect(own.requests()).toBe(before);
  await own.writeKey(own.apiKeys.read_only);
  await own.time.pass(MINUTE + SECOND);
  expect(own.requests()).toBeGreaterThan(before);
  expect(own.lines().filter((line) => line.startsWith('work: Read: 1 VM'))).toHaveLength(2);
  expect(own.lines().at(-1)).toMatch(/^work: Back up to date after 43 min/);
  expect(await own.end()).toBe(0);
});

test('stops a VM with the key that is in the file when it is due, and within a minute of another one', async () => {
  const early = await server('read_only');
  await early.start();
  await early.time.pass(STOP_MS - 30 * SECOND);
  await early.writeKey(early.apiKeys.read_write);
  await early.time.pass(MINUTE);
  expect([early.status(), early.stops()]).toEqual(['stopped', 1]);
  expect(await early.end()).toBe(0);

  const late = await server('read_only');
  await late.start();
  await late.time.pass(STOP_MS + 10 * MINUTE);
  expect(late.status()).toBe('running');
  await late.writeKey(late.apiKeys.read_write);
  await late.time.pass(MINUTE + 30 * SECOND);
  expect(late.status()).toBe('stopped');
  expect(await late.end()).toBe(0);
});

test('alerts of a stop that is not confirmed after 5 minutes, again and again, and ends with 4', async () => {
  const own = await server();
  await own.start();
  own.control.addFault({ path: '/machines', fault: { kind: 'status', status: 503 } });
  await own.time.pass(STOP_MS + 4 * MINUTE);
  expect(own.errors()).toBe('');
  await own.time.pass(3 * MINUTE);
  expect(own.errors()).toMatch(
    /^\S+ work: train is not confirmed as stopped\. \$\S+ · Its auto-stop was due at \d\d:\d\d\. Last reading: running\. GPU Tray keeps trying\. Check it in the console\.\n$/,
  );
  expect((await own.heartbeat()).unconfirmedStops).toMatchObject([{ name: 'train' }]);
  await own.time.pass(30 * MINUTE);
  expect(own.errors().match(/not confirmed as stopped/g)).toHaveLength(2);
  expect(await own.end()).toBe(4);
  expect(own.errors()).toMatch(
    /Ended by a signal\. Not confirmed as stopped: train\. Start gpu-tray/,
  );
  expect([own.status(), await own.autoStops()]).toEqual(['running', 1]);
});

test('writes the heartbeat after each round, read or failed, with the last reading of each account', async () => {
  const own = await server();
  await own.start();
  await own.time.pass(SECOND);
  const first = await own.heartbeat();
  const [account] = first.accounts;
  expect(account).toMatchObject({ id: ID, label: 'work', provider: 'rental', problem: null });
  expect([account.readAt, account.triedAt]).toEqual([first.at, first.at]);
  own.control.addFault({ path: '/', fault: { kind: 'drop-connection' } });
  await own.time.pass(5 * MINUTE);
  const failed = await own.heartbeat();
  expect(Date.parse(failed.at)).toBeGreaterThan(Date.parse(first.at) + MINUTE);
  expect(failed.accounts).toEqual([
    {
      ...account,
      readAt: account.readAt,
      triedAt: failed.at,
      problem: expect.stringContaining('Failed to reach the service'),
    },
  ]);
  expect(JSON.stringify(failed)).not.toContain(own.apiKeys.read_write);
  expect(await own.end()).toBe(0);
});

test('ends within 3 s while the service does not answer', async () => {
  const own = await server();
  await own.start();
  await own.time.pass(SECOND);
  own.control.addFault({ path: '/', fault: { kind: 'stall-before-headers' } });
  while (own.control.stalled() === 0) await own.time.pass(SECOND);
  expect(await own.end()).toBe(0);
  expect(own.lines().at(-1)).toBe('Ended by a signal.');
});

test('--idle-stop stops a VM that is idle and has no auto-stop, and says so first', async () => {
  const own = await server();
  const file = join(own.folder, 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...settings, autoStops: [] }));
  for (const { id } of own.control.vms()) own.control.setVm(id, { cpu_percent: 1, ram_percent: 2 });
  await own.start('--idle-stop', '20m');
  await own.time.pass(12 * MINUTE);
  expect([own.status(), await own.autoStops()]).toEqual(['running', 1]);
  await own.time.pass(15 * MINUTE);
  expect([own.status(), own.stops(), await own.autoStops()]).toEqual(['stopped', 1, 0]);
  expect(own.printed()).toContain('idle for 20 m, including those that others started');
  expect(await own.end()).toBe(0);
});
