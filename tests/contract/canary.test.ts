import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startKeyring } from '../keyring/harness.ts';
import { type Ended, NODE, PATIENCE_MS, start } from './command-line.ts';
import { type Echo, echoingService } from './echoing-service.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { type Found, filesOf, leaks, watchProcesses } from './leaks.ts';

// Forty commands, most of them one after the other.
vi.setConfig({ testTimeout: 5 * PATIENCE_MS });

/** Of the ways in which a service gives away what it was sent, those that differ for a command; the core meets all. */
const ECHOES: readonly Echo[] = ['detail', 'nested', 'broken-json', 'reason'];

/** Words that no escaping changes, in secrets that escaping does change. */
const PASSWORD_MARK = 'canaryinapassword';
const TOKEN_MARK = 'canaryinatoken';

/** How every access token of the simulator begins: the header of its JWTs. */
const JWT = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64').replace(/=+$/, '');

it('the detector finds a secret wherever it stands', async () => {
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

  // One that stays until it was seen, however seldom this process gets to look.
  const env = { HOME: folder, CANARY: 'the-canary-in-environ' };
  const run = spawn(NODE, ['-e', 'setInterval(() => {}, 1000)', secret], { env, stdio: 'ignore' });
  onTestFinished(() => void run.kill('SIGKILL'));
  const processes = watchProcesses();
  const places = () => leaks(processes.found, [secret, 'the-canary-in-environ']).toSorted();
  await expect
    .poll(places)
    .toEqual([
      `/proc/${run.pid}/cmdline: sim_live_012…`,
      `/proc/${run.pid}/environ: the-canary-i…`,
    ]);
});

it('a full session leaves no secret in any output, file, argument or environment', async () => {
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
  const [{ email, password, apiKeys }] = sim.credentials;
  const canaryPassword = `${PASSWORD_MARK} "with \\ and ẞ`;
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
  const note = (args: readonly string[], { stdout, stderr }: Ended) =>
    outputs.push({ where: `output of ${args.join(' ')}`, text: `${stdout}${stderr}` });
  async function run(args: readonly string[], input = ''): Promise<Ended> {
    const ended = await start([...args, '--verbose'], { env, input }).ended;
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

  // A day as it should be.
  sim.control.createVm();
  expect((await run(['login', ...withPassword()], password)).code).toBe(0);
  expect((await run(['login', ...withKey()], apiKeys.read_write)).code).toBe(0);
  // Polls and refreshes its tokens beside everything that follows.
  const watching = start(['status', '--watch', '--json', '--verbose'], { env });
  await watching.printed(1);
  sim.control.expireAccessTokens();
  const day = await Promise.all([
    run(['status']),
    run(['status', '--json']),
    run(['status', ...withPassword()], password),
    run(['status', ...withKey()], apiKeys.billing_only),
  ]);
  expect(day.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  sim.control.createVm();

  // The service says back what it was sent.
  const fault = { kind: 'echo-authorization' } as const;
  for (const path of ['/vms', '/billing']) sim.control.addFault({ path, fault });
  expect((await run(['status'])).code).toBe(4);
  expect((await run(['login', ...withKey()], apiKeys.read_only)).code).toBe(4);
  sim.control.clearFaults();
  expect((await run(['login', ...withPassword(echoing.baseUrl)], canaryPassword)).code).toBe(0);
  for (const echo of ECHOES) {
    echoing.echo = echo;
    echoingAll.echo = echo;
    await Promise.all([
      // With the stored login, whose refresh is echoed.
      run(['status']),
      run(['status', '--json', ...withPassword(echoing.baseUrl)], canaryPassword),
      run(['status', ...withKey(echoing.baseUrl)], apiKeys.read_only),
      run(['login', ...withPassword(echoingAll.baseUrl)], canaryPassword),
    ]);
  }

  await watching.printed(2);

  // What is piped in is wrong, or more than a credential.
  await run(['login', ...withKey()], `${apiKeys.read_only}\n${password}\n`);
  await run(['status', '--api-key-stdin'], apiKeys.read_only);
  await run(['login', ...withKey('http://127.0.0.1:9')], apiKeys.read_only);

  // The keyring is locked, then gone: what is signed in with stays in memory and ends with the command.
  await keyring.lock();
  expect((await run(['status'])).code).toBe(3);
  expect((await run(['login', ...withPassword()], password)).code).toBe(3);
  await keyring.unlock();
  await keyring.kill();
  expect((await run(['login', ...withKey()], apiKeys.read_write)).code).toBe(3);
  await keyring.restart();

  watching.child.kill('SIGINT');
  note(['status', '--watch'], await watching.ended);
  const inMidSession = await filesOf(home);
  expect((await run(['logout', new URL(sim.baseUrl).host])).code).toBe(0);
  processes.stop();
  const files = [...inMidSession, ...(await filesOf(home))];

  expect(outputs.length).toBeGreaterThan(25);
  expect(outputs.map(({ text }) => text).join('')).toContain('[redacted]');
  expect(outputs.map(({ text }) => text).join('')).toContain('http.answered');
  expect(files.map(({ where }) => where)).toContain('config/GPU Tray/settings.json');
  expect(processes.found.some(({ text }) => text.includes('keytar-process'))).toBe(true);
  expect(processes.found.some(({ text }) => text.includes('DBUS_SESSION_BUS_ADDRESS'))).toBe(true);
  expect(leaks([...outputs, ...files, ...processes.found], secrets)).toEqual([]);
});
