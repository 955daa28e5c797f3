import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HELP } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { commandSetup, HEALTHY, pipe } from './testing/command-setup.ts';
import { fakeTerminal } from './testing/fake-terminal.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const BASE = ['--base-url', 'https://api.example.com'];
const WITH_KEY = ['status', ...BASE, '--api-key-stdin'];
const WITH_PASSWORD = ['status', ...BASE, '--email', 'ada@example.com', '--password-stdin'];
const refuse = (status: number, detail: string) => () => Response.json({ detail }, { status });

describe('a command line', () => {
  test('that asks for help gets it, and touches nothing', async () => {
    const setup = await commandSetup();
    expect(await setup.run(['--help'])).toEqual({ exitCode: 0, out: `${HELP}\n`, errors: '' });
    expect(await setup.traces()).toEqual([]);
  });

  test.each([[[]], [['unknown']], [['status', '--unknown']], [['status', ...BASE]]])(
    'that is wrong (%j) ends with one line and exit code 2',
    async (argv) => {
      const setup = await commandSetup();
      const { exitCode, out, errors } = await setup.run(argv);
      expect(exitCode).toBe(2);
      expect(out).toBe('');
      expect(errors).toMatch(/^[^\n]+ See gpu-tray --help\.\n$/);
      expect(setup.requests).toEqual([]);
      expect(await setup.traces()).toEqual([]);
    },
  );
});

describe('status with a key from standard input', () => {
  test('prints the figures, and leaves no trace', async () => {
    const setup = await commandSetup();
    const { exitCode, out, errors } = await setup.run([...WITH_KEY, '--json'], pipe('canary\n'));
    expect(errors).toBe('');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      accounts: [{ id: 'command-line', label: 'api.example.com', status: 'live', problem: null }],
      totals: { running: 0, ratePerHour: 0.69 },
    });
    expect(setup.requests.toSorted()).toEqual(['GET /billing/current-spend', 'GET /vms']);
    expect(await setup.traces()).toEqual([]);
  });

  test('prints the figures for people, and says on standard error what is wrong', async () => {
    const setup = await commandSetup({ ...HEALTHY, '/vms': refuse(500, 'canary') });
    const { exitCode, out, errors } = await setup.run(WITH_KEY, pipe('canary'));
    expect(exitCode).toBe(4);
    expect(out).toMatch(/^api\.example\.com {2}stale, 0 s old\n(.*\n)* {2}\$0\.69\/h /);
    expect(errors).toBe('The service returned an error (HTTP 500). Try again later.\n');
  });

  test.each([
    [
      'refused',
      refuse(403, 'Bad key canary'),
      3,
      'Permission denied: Bad key [redacted]. Use an API key with a wider scope.\n',
    ],
    [
      'rejected',
      refuse(401, 'No'),
      3,
      'This API key was not accepted. Check the key, or sign in with another one.\n',
    ],
    [
      'unreachable',
      () => Promise.reject(new TypeError('fetch failed')),
      4,
      'Failed to reach the service. Check your network and the service URL.\n',
    ],
  ])('that is %s ends in one message', async (_name, answer, exitCode, message) => {
    const setup = await commandSetup({ '/vms': answer, '/billing/current-spend': answer });
    const run = await setup.run([...WITH_KEY, '--json'], pipe('canary'));
    expect(run).toMatchObject({ exitCode, errors: message });
    expect(JSON.parse(run.out).accounts[0].problem.message).toBe(message.trim());
    expect(run.out).not.toContain('canary');
  });

  test('without a key asks nothing of the service', async () => {
    const setup = await commandSetup();
    const { exitCode, errors } = await setup.run(WITH_KEY);
    expect(exitCode).toBe(2);
    expect(errors).toBe('Standard input held no API key; pipe it in, or type it at the prompt.\n');
    expect(setup.requests).toEqual([]);
  });

  test('with --verbose says what happens, without the key', async () => {
    const setup = await commandSetup();
    const { exitCode, errors } = await setup.run([...WITH_KEY, '--verbose'], pipe('canary'));
    expect(exitCode).toBe(0);
    expect(errors).toMatch(/^(debug http\.answered endpoint="GET \/[a-z/-]+" ms=\d+\n){2}$/);
  });
});

describe('status with a password from standard input', () => {
  const tokens = { access_token: 'canary-access', refresh_token: 'canary-refresh' };

  test('signs in for this once', async () => {
    const bodies: unknown[] = [];
    const setup = await commandSetup({
      ...HEALTHY,
      async '/auth/login'(request) {
        bodies.push(await request.json());
        return Response.json(tokens);
      },
    });
    const { exitCode, out, errors } = await setup.run(WITH_PASSWORD, pipe('canary-password\n'));
    expect(bodies).toEqual([{ email: 'ada@example.com', password: 'canary-password' }]);
    expect([exitCode, errors]).toEqual([0, '']);
    expect(out).toMatch(/^ada@example\.com {2}live, 0 s old\n/);
    expect(out).not.toContain('canary');
    expect(setup.requests[0]).toBe('POST /auth/login');
    expect(await setup.traces()).toEqual([]);
  });

  test('that is wrong is a snapshot without figures', async () => {
    const setup = await commandSetup({ '/auth/login': refuse(401, 'Wrong password') });
    const { exitCode, out, errors } = await setup.run([...WITH_PASSWORD, '--json'], pipe('x'));
    expect(exitCode).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      accounts: [{ label: 'ada@example.com', status: 'signedOut', vms: [], spend: null }],
      totals: { running: 0, ratePerHour: null },
    });
    expect(errors).toBe('Wrong email or password. Check both and try again.\n');
    expect(setup.requests).toEqual(['POST /auth/login']);
  });
});

describe('the stored accounts', () => {
  test.each([
    [
      'status',
      'No account is signed in; sign one in with the login command, or give --base-url and --api-key-stdin.\n',
    ],
    ['logout', 'No account is signed in, so there is nothing to do.\n'],
  ])('%s without any says so', async (command, message) => {
    const setup = await commandSetup();
    expect(await setup.run([command])).toEqual({ exitCode: 3, out: '', errors: message });
  });

  test('login with a refused key stores nothing', async () => {
    const setup = await commandSetup({ '/billing/current-spend': refuse(401, 'Unknown key') });
    const run = await setup.run(['login', ...BASE, '--api-key-stdin'], pipe('canary'));
    expect(run).toEqual({
      exitCode: 3,
      out: '',
      errors: 'This API key was not accepted. Check the key, or sign in with another one.\n',
    });
    expect(await setup.traces()).toEqual([]);
  });
});

describe('the settings', () => {
  test('that were damaged are told about, and the command goes on', async () => {
    const setup = await commandSetup();
    await setup.putSettings('damaged');
    const { exitCode, out, errors } = await setup.run([...WITH_KEY, '--json'], pipe('key'));
    expect(exitCode).toBe(0);
    expect(errors).toMatch(
      /^The settings file was damaged and is kept as [^\n]+ start afresh\.\n$/,
    );
    expect(JSON.parse(out)).toHaveProperty('totals');
  });

  test('that cannot be read end the command in one message', async () => {
    const setup = await commandSetup();
    await mkdir(join(setup.settingsFolder, 'settings.json'), { recursive: true });
    expect(await setup.run(['status'])).toEqual({
      exitCode: 4,
      out: '',
      errors: `The settings file ${join(setup.settingsFolder, 'settings.json')} cannot be read (EISDIR). Check its permissions.\n`,
    });
  });

  test('whose folder takes no lock end a login in one message', async () => {
    const setup = await commandSetup();
    await mkdir(join(setup.settingsFolder, 'settings.json.lock'), { recursive: true });
    await setup.putSettings('damaged');
    const { exitCode, errors } = await setup.run(['status']);
    expect(exitCode).toBe(4);
    expect(errors).toMatch(/^The settings file [^\n]+ cannot be written [^\n]+\n$/);
  });
});

describe('an interrupted command', () => {
  const hanging = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  const answers = { '/vms': hanging, '/billing/current-spend': hanging, '/auth/login': hanging };

  test.each([
    ['status', WITH_KEY],
    ['status while it signs in', WITH_PASSWORD],
    ['login', ['login', ...BASE, '--api-key-stdin']],
  ])('%s has not done what it was asked for', async (_name, argv) => {
    const setup = await commandSetup(answers);
    const running = setup.run(argv, pipe('key'));
    await vi.waitFor(() => expect(setup.requests).not.toEqual([]));
    setup.interrupt.abort();
    expect(await running).toEqual({ exitCode: 4, out: '', errors: 'Interrupted.\n' });
  });

  test.each([
    ['at its first look', WITH_KEY],
    ['while it signs in', WITH_PASSWORD],
  ])('a watch has, also %s', async (_name, argv) => {
    const setup = await commandSetup(answers);
    const running = setup.run([...argv, '--watch'], pipe('key'));
    await vi.waitFor(() => expect(setup.requests).not.toEqual([]));
    setup.interrupt.abort();
    expect(await running).toEqual({ exitCode: 0, out: '', errors: '' });
  });
});

test('a defect shows itself, and ends with an exit code of its own', async () => {
  await commandSetup();
  const terminal = {
    ...fakeTerminal(),
    out() {
      throw new TypeError('x is not a function');
    },
  };
  const exitCode = await runCommand(['help'], {
    terminal,
    input: pipe(''),
    prompt: () => {},
    fetch: globalThis.fetch,
    clock: { now: () => 0, monotonic: () => 0, after: () => () => {} },
    signal: new AbortController().signal,
  });
  expect(exitCode).toBe(1);
  expect(terminal.takeErrors()).toMatch(
    /^This is a defect of GPU Tray, please report it: TypeError: x is not a function\n/,
  );
});
