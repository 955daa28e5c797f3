import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sentPod } from '../core/providers/runpod/testing/pods.ts';
import { helpText } from './help.ts';
import { runCommand } from './run-command.ts';
import { fakeTerminal } from './testing/fakes.ts';
import { commandSetup, HEALTHY, pipe } from './testing/setups.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const BASE = ['--base-url', 'https://api.example.com'];
const WITH_KEY = ['status', ...BASE, '--api-key-stdin'];
const WITH_PASSWORD = ['status', ...BASE, '--email', 'ada@example.com', '--password-stdin'];
const refuse = (status: number, detail: string) => () => Response.json({ detail }, { status });

describe('the command line', () => {
  test('prints its help and version without touching a file', async () => {
    const setup = await commandSetup();
    for (const argv of [['--help'], ['help']])
      expect((await setup.run(argv)).out).toBe(`${helpText(null)}\n`);
    expect((await setup.run(['ssh', '--help'])).out).toBe(`${helpText('ssh')}\n`);
    expect((await setup.run(['--version'])).out).toMatch(/^gpu-tray \d+\.\d+\.\d+\n$/);
    expect(await setup.files()).toEqual([]);
  });

  test.each([[['unknown']], [['status', '--unknown']], [['status', ...BASE]]])(
    'refuses %j with one line and exit code 2',
    async (argv) => {
      const setup = await commandSetup();
      const { exitCode, out, errors } = await setup.run(argv);
      expect(exitCode).toBe(2);
      expect(out).toBe('');
      expect(errors).toMatch(/^[^\n]+ See gpu-tray (status )?--help\.\n$/);
      expect(setup.requests).toEqual([]);
      expect(await setup.files()).toEqual([]);
    },
  );
});

test('status at a provider sends its key to the address of the provider only, and names the provider', async () => {
  const setup = await commandSetup({
    '/v2/pods': () => Response.json({ pods: [sentPod()] }),
    '/v2/billing': () => Response.json({ records: [], metadata: {} }),
    '/v2/billing/pods': () => Response.json({ records: [], metadata: {} }),
  });
  const argv = ['status', '--provider', 'runpod', '--api-key-stdin', '--json'];
  const { out } = await setup.run(argv, pipe('canary\n'));
  expect(JSON.parse(out).accounts).toMatchObject([
    { provider: 'runpod', label: 'RunPod', vms: [{ id: 'pod1', billedPerHour: 0.44 }] },
  ]);
  expect([...setup.hosts]).toEqual(['api.runpod.io']);
  expect(setup.requests).toContain('GET /v2/pods');
  expect(await setup.files()).toEqual([]);
});

describe('status with an API key from standard input', () => {
  test('prints the status and writes no file', async () => {
    const setup = await commandSetup();
    const { exitCode, out, errors } = await setup.run([...WITH_KEY, '--json'], pipe('canary\n'));
    expect(errors).toBe('');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      accounts: [{ id: 'command-line', label: 'api.example.com', status: 'live', problem: null }],
      totals: { running: 0, ratePerHour: 0.69, today: 12.5, month: 12.5, costProblem: null },
    });
    expect(setup.requests.toSorted()).toEqual([
      'GET /billing/current-spend',
      'GET /billing/usage',
      'GET /billing/usage',
      'GET /vms',
    ]);
    expect(await setup.files()).toEqual([]);
  });

  test('prints a table, and what failed on standard error', async () => {
    const setup = await commandSetup({ ...HEALTHY, '/vms': refuse(500, 'canary') });
    const { exitCode, out, errors } = await setup.run(WITH_KEY, pipe('canary'));
    expect(exitCode).toBe(4);
    expect(out).toMatch(
      /^example {2}out of date, updated 0 s ago\n(.*\n)* {2}\$0\.69\/h (?!.*HTTP 500)/s,
    );
    expect(errors).toBe('The service returned an error (HTTP 500): [redacted]. Try again later.\n');
  });

  test.each([
    [
      'refused',
      refuse(403, 'Bad key canary'),
      3,
      'Permission denied: Bad key [redacted]. Use an API key with more permissions.\n',
    ],
    [
      'rejected',
      refuse(401, 'No'),
      3,
      'API key rejected (401): No. Sign in again with a valid key.\n',
    ],
    [
      'unreachable',
      () => Promise.reject(new TypeError('fetch failed')),
      4,
      'Failed to reach the service. Check your network and the service URL.\n',
    ],
  ])('that is %s: one message and its exit code', async (_name, answer, exitCode, message) => {
    const setup = await commandSetup({ '/vms': answer, '/billing/current-spend': answer });
    for (const argv of [WITH_KEY, [...WITH_KEY, '--json']])
      expect(await setup.run(argv, pipe('canary'))).toEqual({ exitCode, out: '', errors: message });
  });

  test('shows the costs also where the spend is refused, and only then', async () => {
    const refused = (status: number) => ({
      ...HEALTHY,
      '/billing/current-spend': () => Response.json({ detail: 'No' }, { status }),
    });
    const { run } = await commandSetup(refused(403));
    const { exitCode, out } = await run([...WITH_KEY, '--json'], pipe('secret'));
    expect(exitCode).toBe(0);
    expect(JSON.parse(out).totals).toMatchObject({ today: 12.5, month: 12.5, costProblem: null });
    const down = await commandSetup(refused(500));
    await down.run([...WITH_KEY, '--json'], pipe('secret'));
    expect(down.requests).not.toContain('GET /billing/usage');
  });
});

describe('status with a password from standard input', () => {
  const tokens = { access_token: 'canary-access', refresh_token: 'canary-refresh' };

  test('signs in once and stores nothing', async () => {
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
    expect(out).toMatch(/^example {2}up to date, updated 0 s ago\n/);
    expect(out).not.toContain('canary');
    expect(setup.requests[0]).toBe('POST /auth/login');
    expect(await setup.files()).toEqual([]);
  });

  test('prints nothing but the reason when the password is wrong, and signs in once', async () => {
    const setup = await commandSetup({ '/auth/login': refuse(401, 'Wrong password') });
    expect(await setup.run([...WITH_PASSWORD, '--json', '--watch'], pipe('x'))).toEqual({
      exitCode: 3,
      out: '',
      errors:
        'Sign-in rejected (401): Wrong password. Check your email and password before you try again.\n',
    });
    expect(setup.requests).toEqual(['POST /auth/login']);
  });

  test('prints a JSON object for an account that answers in part', async () => {
    const setup = await commandSetup({ ...HEALTHY, '/vms': refuse(401, 'Bad key canary') });
    const { exitCode, out, errors } = await setup.run([...WITH_KEY, '--json'], pipe('canary'));
    expect([exitCode, errors]).toEqual([3, expect.stringMatching(/: Bad key \[redacted\]\. /)]);
    expect(JSON.parse(out)).toMatchObject({
      accounts: [{ status: 'signedOut', problem: { message: errors.trim() }, vms: [] }],
    });
  });
});

describe('stored accounts', () => {
  test.each(['status', 'logout', 'usage --json', 'ssh gpu-a'])(
    '%s fails without an account',
    async (line) => {
      const { exitCode, out, errors } = await (await commandSetup()).run(line.split(' '));
      expect([exitCode, out]).toEqual([3, '']);
      expect(errors).toMatch(/^No account is signed in\.[^\n]*\n$/);
    },
  );

  test('gpu-tray alone says the next step without an account, and otherwise shows the help', async () => {
    const setup = await commandSetup();
    const next = { exitCode: 0, out: 'No account yet. Run: gpu-tray login\n', errors: '' };
    expect(await setup.run([])).toEqual(next);
    // Which login creates.
    vi.stubEnv('GPU_TRAY_CREDENTIALS_FILE', join(setup.settingsFolder, 'keys.json'));
    expect(await setup.run([])).toEqual(next);
    await mkdir(join(setup.settingsFolder, 'settings.json'), { recursive: true });
    expect((await setup.run([])).out).toMatch(/^Show your rented GPU VMs/);
  });

  test('login without a credential needs a terminal to ask at', async () => {
    const setup = await commandSetup();
    expect(await setup.run(['login'])).toMatchObject({
      exitCode: 2,
      errors:
        'login requires --base-url or --provider with --api-key-stdin, or --email and --password-stdin. See gpu-tray login --help.\n',
    });
  });
});

test.each([['login'], ['status'], ['show', 'gpu-a']])(
  '%s with a wrong path in the service URL says so, and nothing else',
  async (...command) => {
    const missing = refuse(404, 'Not Found');
    const setup = await commandSetup({ '/billing/current-spend': missing, '/vms': missing });
    expect(await setup.run([...command, ...BASE, '--api-key-stdin'], pipe('canary'))).toMatchObject(
      {
        ...{ exitCode: 4, out: '' },
        errors: expect.stringMatching(
          /^No API at this address: Not Found\. Check the service URL\.\n/,
        ),
      },
    );
  },
);

describe('settings', () => {
  test('are reset with a warning when damaged', async () => {
    const setup = await commandSetup();
    await setup.writeSettings('damaged');
    const { exitCode, out, errors } = await setup.run([...WITH_KEY, '--json'], pipe('key'));
    expect(exitCode).toBe(0);
    expect(errors).toMatch(
      /^The settings file was damaged and is kept as [^\n]+ settings were reset\.\n$/,
    );
    expect(JSON.parse(out)).toHaveProperty('totals');
  });

  test('that cannot be read end the command with one message', async () => {
    const setup = await commandSetup();
    await mkdir(join(setup.settingsFolder, 'settings.json'), { recursive: true });
    expect(await setup.run(['status'])).toEqual({
      exitCode: 4,
      out: '',
      errors: `Failed to read the settings file ${join(setup.settingsFolder, 'settings.json')}: it is not a regular file. Move it away.\n`,
    });
  });
});

const hanging = (request: Request) =>
  new Promise<Response>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });
const answers = { '/vms': hanging, '/billing/current-spend': hanging, '/auth/login': hanging };

test.each([
  ['status', WITH_KEY],
  ['status during its sign-in', WITH_PASSWORD],
  ['login', ['login', ...BASE, '--api-key-stdin']],
  // Interrupting is how a watch ends.
  ['a watch', [...WITH_KEY, '--watch']],
  ['a watch during its sign-in', [...WITH_PASSWORD, '--watch']],
])('an interrupted command %s ends', async (name, argv) => {
  const setup = await commandSetup(answers);
  const running = setup.run(argv, pipe('key'));
  await expect.poll(() => setup.requests).not.toEqual([]);
  setup.interrupt.abort();
  const [exitCode, errors] = name.startsWith('a watch') ? [0, ''] : [130, 'Interrupted.\n'];
  expect(await running).toEqual({ exitCode, out: '', errors });
});

test('an internal error prints its stack and has its own exit code', async () => {
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
    /^Internal error\. Please report it\.\nTypeError: x is not a function\n/,
  );
});
