import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../src/core/log.ts';
import { parseBaseUrl } from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { startKeyring } from '../keyring/harness.ts';
import { NODE, type Result, runInProcess, start } from './command-line.ts';
import { type Echo, echoingService } from './echoing-service.ts';
import { requestsTo, simulate, temporaryFolder, watch } from './fixtures.ts';
import { type Found, filesOf, leaks, watchProcesses } from './leaks.ts';
import { createSharedTime } from './shared-time.ts';
import { home, signIn } from './signed-in.ts';

/** Parts that no escaping changes, in secrets that escaping does change. */
const PASSWORD_MARK = 'canaryinapassword';
const TOKEN_MARK = 'canaryinatoken';
const CANARY_PASSWORD = `${PASSWORD_MARK} "with \\ and ẞ`;

/** How every access token of the simulator begins: the header of its JWTs. */
const JWT = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64').replace(/=+$/, '');

test('the detector finds a secret in files, arguments and environments', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'deep'));
  const secret = 'sim_live_0123456789abcdef';
  await writeFile(join(folder, 'deep', 'log'), `\0\uffff GET /vms Bearer ${secret}\n`);
  await writeFile(join(folder, 'other'), Buffer.from(secret).toString('base64'));
  await writeFile(join(folder, 'harmless'), 'sim_live_');
  const found = await filesOf(folder);
  expect(leaks(found, [secret]).toSorted()).toEqual([
    'deep/log: sim_live_012…',
    'other: sim_live_012…',
  ]);

  // Runs until it was seen.
  const env = { HOME: folder, CANARY: 'the-canary-in-environ' };
  const run = spawn(NODE, ['-e', 'setInterval(() => {}, 1000)', secret], { env, stdio: 'ignore' });
  onTestFinished(() => void run.kill('SIGKILL'));
  const processes = watchProcesses();
  onTestFinished(processes.stop);
  const places = () => leaks(processes.found, [secret, 'the-canary-in-environ']).toSorted();
  await expect
    .poll(places)
    .toEqual([
      `/proc/${run.pid}/cmdline: sim_live_012…`,
      `/proc/${run.pid}/environ: the-canary-i…`,
    ]);
});

test('a full CLI session leaves no secret in an output, file, argument or environment', async () => {
  const sim = await simulate({ vms: 5, loginPerMinute: 1_000, refreshPerMinute: 1_000 });
  const echoing = await echoingService(TOKEN_MARK);
  const echoingAll = await echoingService('unused', { echoesLogin: true });
  const keyring = await startKeyring();
  onTestFinished(() => keyring.close());
  const home = keyring.env['HOME'] ?? '';
  const TMPDIR = join(home, 'tmp');
  await mkdir(TMPDIR);
  const env = { ...keyring.env, TMPDIR };
  const processes = watchProcesses();
  onTestFinished(processes.stop);
  const [{ email, password, apiKeys }] = sim.credentials;
  const secrets = [
    password,
    PASSWORD_MARK,
    ...Object.values(apiKeys),
    TOKEN_MARK,
    'sim_live_',
    'sim_refresh_',
    JWT,
  ];

  const outputs: Found[] = [];
  const note = (args: readonly string[], { stdout, stderr }: Result) =>
    outputs.push({ where: `output of ${args.join(' ')}`, text: `${stdout}${stderr}` });
  async function run(args: readonly string[], input = ''): Promise<Result> {
    const ended = await start([...args, '--verbose'], { env, input }).ended;
    note(args, ended);
    return ended;
  }
  /** A failure of a command that also ran as a process. */
  async function runHere(args: readonly string[], input = ''): Promise<Result> {
    const ended = await runInProcess([...args, '--verbose'], input, env);
    note(args, ended);
    return ended;
  }
  const at = (baseUrl: string) => ['--base-url', baseUrl];
  const withKey = (baseUrl = sim.baseUrl) => [...at(baseUrl), '--api-key-stdin'];
  const withPassword = (baseUrl = sim.baseUrl) => [
    ...at(baseUrl),
    '--email',
    email,
    '--password-stdin',
  ];

  // Without failures.
  sim.control.createVm();
  expect((await run(['login', ...withPassword()], password)).code).toBe(0);
  expect((await run(['login', ...withKey()], apiKeys.read_write)).code).toBe(0);
  // Polls and refreshes its tokens during everything that follows.
  const watching = start(['status', '--watch', '--json', '--verbose'], { env });
  await watching.printed(1);
  sim.control.expireAccessTokens();
  const day = await Promise.all([
    run(['status']),
    run(['status', '--json', ...withPassword()], password),
    runHere(['status', ...withKey()], apiKeys.billing_only),
  ]);
  expect(day.map(({ code }) => code)).toEqual([0, 0, 0]);
  sim.control.createVm();
  const order = ['--node=vm01', '--gpu=5090', '--gpu-count=1', '--disk-gb=50'];
  const launch = ['launch', ...withKey(), ...order, '--image=100', '--password-stdin', '--yes'];
  const launchInput = `${apiKeys.read_write}\n${CANARY_PASSWORD}\n`;
  expect((await run(launch, launchInput)).code).toBe(0);

  // The service echoes what it was sent.
  const fault = { kind: 'echo-authorization' } as const;
  sim.control.addFault({ method: 'POST', path: '/vms', fault });
  expect((await runHere(launch, launchInput)).code).toBe(2);
  for (const path of ['/vms', '/billing']) sim.control.addFault({ path, fault });
  expect((await runHere(['login', ...withKey()], apiKeys.read_only)).code).toBe(4);
  sim.control.clearFaults();
  const atEcho = ['login', ...withPassword(echoing.baseUrl)];
  expect((await runHere(atEcho, CANARY_PASSWORD)).code).toBe(0);
  // In a text that a command prints; the core is tested with all echoes.
  echoing.echo = 'nested';
  echoingAll.echo = 'nested';
  await Promise.all([
    // With the stored login: its refresh is echoed.
    run(['status']),
    run(['doctor']),
    runHere(['doctor', '--json', ...withKey(echoing.baseUrl)], apiKeys.read_only),
    runHere(['login', ...withPassword(echoingAll.baseUrl)], CANARY_PASSWORD),
  ]);
  // In the status line of HTTP.
  echoing.echo = 'reason';
  await runHere(['status', ...withKey(echoing.baseUrl)], apiKeys.read_only);

  await watching.printed(2);

  // Invalid input.
  await runHere(['login', ...withKey()], `${apiKeys.read_only}\n${password}\n`);

  // The keyring is locked, then gone.
  await keyring.lock();
  expect((await runHere(['login', ...withPassword()], password)).code).toBe(3);
  await keyring.unlock();
  await keyring.kill();
  expect((await runHere(['login', ...withKey()], apiKeys.read_write)).code).toBe(3);
  await keyring.restart();

  watching.child.kill('SIGINT');
  note(['status', '--watch'], await watching.ended);
  const inMidSession = await filesOf(home);
  expect((await run(['logout', new URL(sim.baseUrl).host])).code).toBe(0);
  processes.stop();
  const files = [...inMidSession, ...(await filesOf(home))];

  expect(outputs.length).toBeGreaterThan(12);
  expect(outputs.map(({ text }) => text).join('')).toContain('[redacted]');
  expect(outputs.map(({ text }) => text).join('')).toContain('http.answered');
  expect(files.map(({ where }) => where)).toContain('config/GPU Tray/settings.json');
  expect(processes.found.some(({ text }) => text.includes('keytar-process'))).toBe(true);
  expect(processes.found.some(({ text }) => text.includes('DBUS_SESSION_BUS_ADDRESS'))).toBe(true);
  expect(leaks([...outputs, ...files, ...processes.found], secrets)).toEqual([]);
});

/** Records every log call, including nested and hidden properties. */
function recordingLog(found: Found[]): Log {
  const note = (...written: readonly unknown[]) =>
    void found.push({ where: 'log', text: inspect(written, { depth: 10, showHidden: true }) });
  return { debug: note, info: note, warn: note, error: note };
}

test('the core with a locked keychain: no secret in logs, state, errors or files', async () => {
  const found: Found[] = [];
  const time = createSharedTime();
  const sim = await simulate({ vms: 3 }, time.simulatorClock);
  const user = await home({ clock: time.clock, fetch: time.fetch, log: recordingLog(found) });
  user.store.locked = true;
  const account = await signIn(sim, user.accounts);
  const view = watch(user.accounts.open(account), time.clock);
  const note = (where: string, value: unknown) =>
    found.push(
      { where, text: inspect(value, { depth: 10, showHidden: true }) },
      { where, text: JSON.stringify(value) },
    );
  view.monitor.events.on('poll', (report) => note('report', report));
  await view.monitor.refresh();
  expect(view.status()).toBe('live');
  await time.pass(61 * 60_000 + 1_000);
  await view.monitor.refresh();
  expect(requestsTo(sim, 'POST /auth/refresh')).toBe(1);
  sim.control.addFault({ path: '/', fault: { kind: 'echo-authorization' } });
  await time.pass(1_000);
  await view.monitor.refresh();
  expect(view.problems()).toEqual(['invalid', 'invalid']);

  const files = await filesOf(user.folder);
  expect(await readFile(join(user.folder, 'settings.json'), 'utf8')).toContain(account.id);
  expect(user.store.items.size).toBe(0);
  expect(found.filter(({ where }) => where === 'log').length).toBeGreaterThan(10);
  const { password, apiKeys } = sim.credentials[0];
  const secrets = [password, ...Object.values(apiKeys), 'sim_refresh_', 'eyJhbGciOiJIUzI1NiIs'];
  expect(leaks([...found, ...files], secrets)).toEqual([]);
});

test.each<Echo>(['nested', 'broken-json', 'reason', 'redirect'])(
  'errors of a service that echoes its requests (%s) contain no secret',
  async (echo) => {
    const found: Found[] = [];
    const service = await echoingService(TOKEN_MARK);
    const all = await echoingService('unused', { echoesLogin: true });
    service.echo = echo;
    all.echo = echo;
    const { accounts, another } = await home({ log: recordingLog(found) });
    const signInAt = ({ baseUrl }: { readonly baseUrl: string }) => {
      const parsed = parseBaseUrl(baseUrl);
      if (!parsed.ok) throw new Error(parsed.message);
      const password = new Secret(CANARY_PASSWORD);
      return accounts.signInWithPassword({
        baseUrl: parsed.url,
        email: 'ada@example.test',
        password,
      });
    };
    const note = (error: unknown) =>
      found.push({ where: 'error', text: `${inspect(error, { depth: 10, showHidden: true })}` });
    await signInAt(all).catch(note);
    const { account } = await signInAt(service);
    const client = accounts.open(account);
    await client.listVms().catch(note);
    await client.currentSpend?.().catch(note);
    // Without an access token: the refresh is echoed.
    await another().open(account).listVms().catch(note);
    expect(found.filter(({ where }) => where === 'error')).toHaveLength(4);
    const secrets = [PASSWORD_MARK, TOKEN_MARK];
    expect(leaks(found, secrets)).toEqual([]);
  },
);
