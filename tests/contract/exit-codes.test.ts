import { describe, expect, it, vi } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { gpuTray, newUser, PATIENCE_MS, statusWithKey } from './command-line.ts';
import { simulate } from './fixtures.ts';
import { onlyAccount } from './status-object.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

const URL = ['--base-url', 'http://127.0.0.1:9'];

/** One line: a sentence that says what is, and what to do. */
const ONE_SENTENCE = /^[^\n]+\.\n$/;

describe('2: the command line is wrong', () => {
  const MISTAKES: readonly (readonly [readonly string[], string, RegExp])[] = [
    [[], '', /Missing command\. /],
    [['stauts'], '', /Unknown command "stauts"/],
    [['status', '--jsn'], '', /--jsn/],
    [['status', 'now'], '', /Unexpected argument "now"/],
    [['status', '--account', 'x'], '', /status has no option --account/],
    [['status', '--api-key-stdin'], 'key', /Missing --base-url/],
    [['status', ...URL], '', /requires a credential/],
    [['status', '--base-url', 'http://api.example.com', '--api-key-stdin'], 'k', /https:\/\//],
    [['status', '--base-url', 'api.example.com', '--api-key-stdin'], 'k', /https:\/\//],
    [['status', ...URL, '--api-key-stdin', '--email', 'a@b.c'], 'k', /not both/],
    [['status', ...URL, '--email', 'a@b.c'], '', /--password-stdin together/],
    [['status', ...URL, '--email', 'ada', '--password-stdin'], 'p', /email address/],
    [['status', ...URL, '--api-key-stdin'], '', /No API key on standard input/],
    [['status', ...URL, '--api-key-stdin'], 'one\ntwo\n', /more than one line/],
    [['login'], '', /login requires --base-url/],
    [['ssh'], '', /ssh requires the alias of a VM/],
    [['ssh', 'gpu-a', 'gpu-b'], '', /Unexpected argument "gpu-b"/],
    [['ssh', 'gpu-a', '--json'], '', /ssh has no option --json/],
    [['logout', 'nobody@example.test'], '', /No stored account matches/],
  ];

  it('one message says what is wrong with it', async () => {
    const env = await newUser();
    const runs = MISTAKES.map(async ([args, input, message]) => {
      const { code, stdout, stderr } = await gpuTray(args, { env, input });
      const what = args.join(' ');
      expect(stderr, what).toMatch(message);
      expect(stderr, what).toMatch(ONE_SENTENCE);
      expect([code, stdout], what).toEqual([2, '']);
    });
    await Promise.all(runs);
  });

  it('--help is no mistake', async () => {
    const { code, stdout, stderr } = await gpuTray(['--help'], { env: await newUser() });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('EXIT CODES');
  });
});

describe('3: signed out or refused', () => {
  it('status --json without an account still prints its one object', async () => {
    const { code, stdout } = await gpuTray(['status', '--json'], { env: await newUser() });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({ accounts: [], totals: { running: 0, ratePerHour: null } });
  });

  it.each([['status'], ['logout'], ['ssh gpu-train-1']])('%s without an account', async (line) => {
    const command = line.split(' ');
    const { code, stdout, stderr } = await gpuTray(command, { env: await newUser() });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/No account is signed in/);
    expect(stderr).toMatch(ONE_SENTENCE);
  });

  it('a wrong password', async () => {
    const sim = await simulate();
    const args = ['--base-url', sim.baseUrl, '--email', sim.credentials[0].email];
    for (const command of ['status', 'login']) {
      const env = await newUser();
      const wrong = { env, input: 'wrong\n' };
      const { code, stderr } = await gpuTray([command, ...args, '--password-stdin'], wrong);
      expect(code).toBe(3);
      expect(stderr).toBe('Wrong email or password. Check both and try again.\n');
    }
  });

  it('a key that may see nothing at all', async () => {
    const sim = await simulate();
    sim.control.addFault({ path: '/', fault: { kind: 'status', status: 403 } });
    const { code, stdout, stderr } = await statusWithKey(sim, await newUser(), ['--json']);
    expect(code).toBe(3);
    expect(stderr).toMatch(ONE_SENTENCE);
    expect(onlyAccount(stdout)).toMatchObject({ status: 'blocked', vms: [], spend: null });
  });
});

describe('4: unreachable, limited or stale', () => {
  it.each<[string, FaultInput['fault'], string]>([
    ['500', { kind: 'status', status: 500 }, 'server'],
    ['a web page', { kind: 'html' }, 'notTheService'],
    ['a redirect', { kind: 'redirect' }, 'notTheService'],
    ['another service', { kind: 'json', body: { hello: 'world' } }, 'incompatible'],
    ['a dropped connection', { kind: 'drop-connection' }, 'network'],
    ['half an answer', { kind: 'cut-body' }, 'network'],
  ])('%s', async (_name, fault, kind) => {
    const sim = await simulate();
    sim.control.addFault({ path: '/', fault });
    const { code, stdout, stderr } = await statusWithKey(sim, await newUser(), ['--json']);
    expect(code).toBe(4);
    const { problem, ...account } = onlyAccount(stdout);
    expect(account).toMatchObject({ status: 'stale', vms: [], spend: null });
    expect(problem).toMatchObject({ kind, retryAt: null });
    expect(stderr).toBe(`${problem?.message}\n`);
    expect(stderr).toMatch(ONE_SENTENCE);
  });

  it('too many requests: says when the next one is welcome', async () => {
    const sim = await simulate({ readsPerMinute: 1 });
    const env = await newUser();
    await statusWithKey(sim, env);
    const { code, stdout } = await statusWithKey(sim, env, ['--json']);
    expect(code).toBe(4);
    const { problem } = onlyAccount(stdout);
    expect(problem?.kind).toBe('rateLimited');
    const inSeconds = (Date.parse(problem?.retryAt ?? '') - Date.now()) / 1000;
    expect(inSeconds).toBeLessThanOrEqual(60);
    expect(inSeconds).toBeGreaterThan(-60);
  });

  it('nobody is there', async () => {
    const { credentials } = await simulate();
    // Not at an address that was its own: by now that may be somebody else's.
    const nobody = { credentials, baseUrl: 'http://127.0.0.1:9' };
    const env = await newUser();
    for (const options of [[], ['--json']]) {
      const { code, stderr } = await statusWithKey(nobody, env, options);
      expect(code).toBe(4);
      expect(stderr).toBe('Failed to reach the service. Check your network and the service URL.\n');
    }
  });

  it('one half is missing: the other is shown', async () => {
    const sim = await simulate({ vms: 4 });
    const env = await newUser();
    const spend = sim.control.addFault({ path: '/billing', fault: { kind: 'html' } });
    const onlyVms = await statusWithKey(sim, env, ['--json']);
    expect(onlyVms.code).toBe(4);
    expect(onlyAccount(onlyVms.stdout)).toMatchObject({ status: 'stale', spend: null });
    expect(onlyAccount(onlyVms.stdout).vms).toHaveLength(4);
    expect(JSON.parse(onlyVms.stdout)).toMatchObject({ totals: { ratePerHour: null } });

    spend.clear();
    sim.control.addFault({ path: '/vms', fault: { kind: 'html' } });
    const onlySpend = await statusWithKey(sim, env, ['--json']);
    expect(onlySpend.code).toBe(4);
    expect(onlyAccount(onlySpend.stdout)).toMatchObject({ status: 'stale', vms: [] });
    expect(onlyAccount(onlySpend.stdout).spend?.perHour).toBeGreaterThan(0);
  });
});
