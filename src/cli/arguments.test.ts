import { describe, expect, test } from 'vitest';
import { readArguments as read } from './arguments.ts';
import { CommandError, EXIT } from './errors.ts';

const NOW = Date.UTC(2026, 10, 22, 18);
const readArguments = (argv: readonly string[]) => read(argv, NOW);

const URL_ARGS = ['--base-url', 'https://api.example.com/v1/'];
const BASE_URL = { href: 'https://api.example.com/v1', isLoopback: false };
const KEY = { kind: 'apiKey', provider: 'rental', baseUrl: BASE_URL };
const RUNPOD = {
  ...{ kind: 'apiKey', provider: 'runpod' },
  baseUrl: { href: 'https://api.runpod.io', isLoopback: false },
};
const LOGIN = { ...KEY, kind: 'login', email: 'ada@example.com' };
const LOGIN_ARGS = [...URL_ARGS, '--email', 'ada@example.com', '--password-stdin'];

const STATUS = {
  name: 'status',
  credential: null,
  json: false,
  watch: false,
  color: true,
  verbose: false,
};

const USAGE = {
  ...{ name: 'usage', credential: null, range: { from: '2026-11-01', to: '2026-11-22' } },
  ...{ format: 'table', check: false, color: true, verbose: false },
};

describe('valid command lines', () => {
  test.each<[string[], object]>([
    [['status'], STATUS],
    [
      ['status', '--json', '--watch', '--no-color', '--verbose'],
      { ...STATUS, json: true, watch: true, color: false, verbose: true },
    ],
    [['--json', 'status'], { ...STATUS, json: true }],
    [['status', ...URL_ARGS, '--api-key-stdin'], { ...STATUS, credential: KEY }],
    [['status', ...LOGIN_ARGS], { ...STATUS, credential: LOGIN }],
    [
      ['status', '--base-url=http://127.0.0.1:4010', '--api-key-stdin'],
      {
        ...STATUS,
        credential: {
          kind: 'apiKey',
          provider: 'rental',
          baseUrl: { href: 'http://127.0.0.1:4010', isLoopback: true },
        },
      },
    ],
    [
      ['login', ...URL_ARGS, '--api-key-stdin', '--account', 'ada'],
      {
        name: 'login',
        credential: KEY,
        account: 'ada',
        verbose: false,
      },
    ],
    [
      ['login', '--provider', 'runpod', '--api-key-stdin'],
      { name: 'login', credential: RUNPOD, account: null, verbose: false },
    ],
    [
      ['status', '--provider', 'runpod', ...URL_ARGS, '--api-key-stdin'],
      { ...STATUS, credential: { ...RUNPOD, baseUrl: BASE_URL } },
    ],
    [
      ['status', '--provider', 'rental', ...URL_ARGS, '--api-key-stdin'],
      { ...STATUS, credential: KEY },
    ],
    [
      ['stop', 'scratch', '--provider', 'runpod', '--api-key-stdin', '--yes'],
      {
        ...{ name: 'stop', vm: 'scratch' },
        given: { credential: RUNPOD, profile: null },
        ...{ idle: false, yes: true, eraseData: false, wait: false, json: false, verbose: false },
      },
    ],
    [
      ['stop', 'scratch', '--yes', '--json'],
      {
        ...{ name: 'stop', vm: 'scratch' },
        ...{ given: null, idle: false, yes: true, eraseData: false },
        ...{ wait: false, json: true, verbose: false },
      },
    ],
    [
      ['destroy', 'scratch', ...URL_ARGS, '--api-key-stdin', '--profile', 'my.json'],
      {
        ...{ name: 'destroy', vm: 'scratch' },
        given: { credential: KEY, profile: 'my.json' },
        ...{ idle: false, yes: false, eraseData: false, wait: false, json: false, verbose: false },
      },
    ],
    [
      ['profile', '--set', 'my.json', '--account', 'ada'],
      {
        ...{ name: 'profile', account: 'ada', verbose: false },
        change: { kind: 'set', file: 'my.json' },
      },
    ],
    ...[
      ['--check', 'my.json'],
      ['my.json', '--check'],
    ].map((check): [string[], object] => [
      ['profile', ...check],
      {
        ...{ name: 'profile', account: null, verbose: false },
        change: { kind: 'check', file: 'my.json' },
      },
    ]),
    [['profile'], { name: 'profile', account: null, change: { kind: 'print' }, verbose: false }],
    [['logout'], { name: 'logout', account: null, verbose: false }],
    [['logout', 'ada', '--verbose'], { name: 'logout', account: 'ada', verbose: true }],
    [['logout', '--', '-odd'], { name: 'logout', account: '-odd', verbose: false }],
    [
      ['doctor', ...URL_ARGS, '--api-key-stdin', '--json', '--no-color'],
      {
        name: 'doctor',
        credential: KEY,
        ...{ json: true, color: false, verbose: false, shapes: false },
      },
    ],
    [['usage'], USAGE],
    [
      ['usage', '--from', '2026-11-01', '--to=2026-11-12', '--csv', '--no-color', '--verbose'],
      {
        ...{ ...USAGE, range: { from: '2026-11-01', to: '2026-11-12' }, format: 'csv' },
        ...{ color: false, verbose: true },
      },
    ],
    [
      ['usage', ...URL_ARGS, '--api-key-stdin', '--json'],
      { ...USAGE, credential: KEY, format: 'json' },
    ],
    [
      ['events', '--since', '24h', '--json'],
      { name: 'events', since: NOW - 86_400_000, json: true, verbose: false },
    ],
    [
      ['offers', ...URL_ARGS, '--gpu', '4090', '--min-gpus', '2', '--max-price=1.20'],
      {
        ...{ name: 'offers', json: false, color: true, verbose: false, providers: [] },
        given: { provider: 'rental', base: BASE_URL },
        search: {
          ...{ gpus: ['4090'], minGpus: 2, maxPrice: 1.2, minVramGb: null },
          ...{ isInterruptible: false, diskGb: 100, provider: null },
        },
      },
    ],
    [
      ['prices', '--provider=vast', '--provider', 'lambda', '--disk-gb=50', '--interruptible'],
      {
        ...{ name: 'prices', json: false, color: true, verbose: false, given: null },
        providers: ['vast', 'lambda'],
        search: {
          ...{ gpus: [], minGpus: null, maxPrice: null, minVramGb: null },
          ...{ isInterruptible: true, diskGb: 50, provider: null },
        },
      },
    ],
    ...[[], ['help'], ['--help'], ['-h']].map((argv): [string[], object] => [
      argv,
      { name: 'help', topic: null },
    ]),
    [['help', 'ssh'], { name: 'help', topic: 'ssh' }],
    [['--version'], { name: 'version' }],
    [
      ['show', '4', '--json'],
      { name: 'show', vm: '4', credential: null, json: true, verbose: false },
    ],
    [['ssh', 'Train 1', '--print'], { name: 'ssh', vm: 'Train 1', print: true, verbose: false }],
    [['status', '-h', '--account', 'x'], { name: 'help', topic: 'status' }],
  ])('%j', (argv, command) => {
    expect(readArguments(argv)).toEqual(command);
  });
});

describe('days and ages', () => {
  test.each([
    ['2026-11-01', '2026-11-01T00:00Z'],
    ['today', '2026-11-22T00:00Z'],
    ['yesterday', '2026-11-21T00:00Z'],
    ['24h', '2026-11-21T18:00Z'],
    ['7d', '2026-11-15T18:00Z'],
  ])('%s is read alike by all commands', (text, time) => {
    const since = Date.parse(time);
    const day = time.slice(0, 10);
    expect(readArguments(['events', '--since', text])).toMatchObject({ since });
    expect(readArguments(['usage', '--from', text, '--to', text])).toMatchObject({
      range: { from: day, to: day },
    });
  });

  test.each(['0d', '24', 'tomorrow', '=1', '2026-02-30', '99999d'])('%s is neither', (text) => {
    for (const [command, option] of [
      ['events', '--since'],
      ['usage', '--from'],
      ['usage', '--to'],
    ] as const)
      expect(() => readArguments([command, option, text])).toThrow(
        `${option} is neither a day, such as 2026-11-01 or yesterday, nor an age, such as 24h or 7d.`,
      );
  });
});

describe('invalid command lines', () => {
  test.each<[string[], string]>([
    [['--json'], 'Missing command.'],
    [['statsu'], 'Unknown command "statsu". Did you mean status?'],
    [['help', 'destory'], 'Unknown command "destory". Did you mean destroy?'],
    [['shh'], 'Unknown command "shh". Did you mean ssh?'],
    [['list'], 'Unknown command "list".'],
    [['status', 'now'], 'Unexpected argument "now".'],
    // It may be a credential.
    [['key_0123456789abcdef'.repeat(2)], 'Unknown command.'],
    [['login', 'key_0123456789abcdef'.repeat(2)], 'Unexpected argument.'],
    [['sim_live_a1b2'], 'Unknown command.'],
    [['logout', 'a', 'sim_live_a1b2'], 'Unexpected argument.'],
    [['status', '--sim_live_a1b2'], "Unknown option '--[redacted]'."],
    [['status', '--a1b2c3d4e5f60718293a'], "Unknown option '--[redacted]'."],
    [['login', 'ada', ...LOGIN_ARGS], 'Unexpected argument "ada".'],
    [['logout', 'a', 'b'], 'Unexpected argument "b".'],
    [['status', '--jsno'], "Unknown option '--jsno'."],
    [['status', '-j'], "Unknown option '-j'."],
    [['status', '--json=yes'], "Option '--json' does not take an argument."],
    [['status', '--base-url'], "Option '--base-url <value>' argument missing."],
    [['status', '--base-url', '--json'], "Option '--base-url' argument is ambiguous."],
    [['status', '--account', 'ada'], 'status has no option --account.'],
    [['login', '--json', ...LOGIN_ARGS], 'login has no option --json.'],
    [['login', '--no-color', ...LOGIN_ARGS], 'login has no option --no-color.'],
    [['logout', '--watch'], 'logout has no option --watch.'],
    [['doctor', '--watch'], 'doctor has no option --watch.'],
    [['doctor', 'now'], 'Unexpected argument "now".'],
    [['logout', '--api-key-stdin'], 'logout has no option --api-key-stdin.'],
    [
      ['status', ...LOGIN_ARGS, '--api-key-stdin'],
      'Use either --api-key-stdin or --email with --password-stdin, not both.',
    ],
    [
      ['status', ...URL_ARGS, '--api-key-stdin', '--email', 'ada@example.com'],
      'Use either --api-key-stdin or --email with --password-stdin, not both.',
    ],
    [['status', '--api-key-stdin'], 'Missing --base-url, the service URL.'],
    [
      ['status', ...URL_ARGS, '--email', 'ada@example.com'],
      'Use --email and --password-stdin together.',
    ],
    [['status', ...URL_ARGS, '--password-stdin'], 'Use --email and --password-stdin together.'],
    [
      ['status', ...URL_ARGS, '--email', 'ada', '--password-stdin'],
      '--email is not an email address.',
    ],
    [
      ['status', ...URL_ARGS],
      '--base-url requires a credential: --api-key-stdin, or --email with --password-stdin.',
    ],
    [['usage', '--csv', '--json'], 'Use either --csv or --json, not both.'],
    [['usage', '--from', '2026-11-23'], 'The first day is after the last one.'],
    [['offers', '--min-gpus', '0'], '--min-gpus is not a whole number, such as 2.'],
    [['offers', '--min-gpus', '1.5'], '--min-gpus is not a whole number, such as 2.'],
    [['offers', '--max-price', '$2'], '--max-price is not a number, such as 1.20.'],
    [['prices', '--min-vram', '2.5'], '--min-vram is not a whole number, such as 2.'],
    [
      ['offers', '--provider', 'other'],
      'Unknown provider "other". Known: runpod, vast, lambda, rental.',
    ],
    [
      ['offers', '--provider', 'runpod', ...URL_ARGS],
      'RunPod shows its offers to accounts only. Sign in with gpu-tray login.',
    ],
    [
      ['offers', '--provider=vast', '--provider=rental', ...URL_ARGS],
      'Use --base-url with one --provider.',
    ],
    [['completion'], 'completion requires a shell: bash, zsh or fish.'],
    [['completion', 'tcsh'], 'completion requires a shell: bash, zsh or fish.'],
    [['usage', '--watch'], 'usage has no option --watch.'],
    [['status', '--from', '2026-11-01'], 'status has no option --from.'],
    [['events', '--csv'], 'events has no option --csv.'],
    [['show'], 'show requires a VM: its alias, label or number, such as gpu-train-1.'],
    [['ssh'], 'ssh requires a VM: its alias, label or number, such as gpu-train-1.'],
    [['ssh', 'gpu-a', 'ls'], 'Unexpected argument "ls".'],
    [['ssh', 'gpu-a', '--json'], 'ssh has no option --json.'],
    ...[['--base-url=a'], ['--api-key-stdin'], ['--profile=f'], ['--email=a@b.c'], LOGIN_ARGS].map(
      (given): [string[], string] => [
        ['stop', 'a', ...given],
        'Use --base-url, --api-key-stdin or --email with --password-stdin, and --profile together, or a stored account.',
      ],
    ),
    [
      ['status', '--provider', 'cloud9'],
      'Unknown provider "cloud9". Known: runpod, vast, lambda, rental.',
    ],
    [
      ['status', '--provider', 'runpod'],
      '--provider requires a credential: --api-key-stdin, or --email with --password-stdin.',
    ],
    [
      ['login', '--provider', 'runpod', '--email', 'ada@example.com', '--password-stdin'],
      'RunPod doesn’t support password sign-in. Use --api-key-stdin.',
    ],
    [
      ['stop', '1', '--provider', 'runpod'],
      'Use --provider and --api-key-stdin together, or a stored account.',
    ],
    [
      ['stop', '1', '--provider', 'runpod', '--api-key-stdin', '--profile', 'my.json'],
      '--profile is only for GPU rental services by URL.',
    ],
    [
      ['status', '--provider', 'runpod', '--base-url', 'http://a.example', '--api-key-stdin'],
      'The service URL must begin with https:// to keep your credential encrypted.',
    ],
    [
      ['status', '--base-url', 'http://api.example.com', '--api-key-stdin'],
      'The service URL must begin with https:// to keep your credential encrypted.',
    ],
    [
      ['status', '--base-url', 'https://', '--api-key-stdin'],
      'The service URL is not a valid web address. Check it for typos.',
    ],
    [['two\nlines\u001b[31m'], 'Unknown command "two lines [31m".'],
    [['status', 'a\nb'], 'Unexpected argument "a b".'],
    [['status', '--a\nb'], "Unknown option '--a b'."],
  ])('%j: one line and exit code 2', (argv, message) => {
    let refusal: unknown;
    try {
      readArguments(argv);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(CommandError);
    expect(refusal).toMatchObject({
      exitCode: EXIT.usage,
      message: expect.stringMatching(/^[^\n]+ See gpu-tray ([a-z]+ )?--help\.$/),
    });
    expect(refusal).toMatchObject({
      message: expect.stringContaining(`${message} See `),
    });
  });

  test.each([
    ['status', '--api-key-stdin=canary'],
    ['status', '--password-stdin=canary'],
    ['status', '--api-key=canary'],
    ['status', '--api-key', 'canary'],
    ['status', '-pcanary'],
  ])('%s %s %s: the message omits what may be a secret', (...argv) => {
    expect(() => readArguments(argv)).toThrow(expect.not.stringContaining('canary'));
  });
});

test.each([
  [['statsu'], 'See gpu-tray --help.'],
  [['usage', '--csv', '--json'], 'See gpu-tray usage --help.'],
  [['ssh', '--jsno'], 'See gpu-tray ssh --help.'],
  [['show', '--base-url', 'stop'], 'See gpu-tray show --help.'],
])('the refusal of %j names the help to read', (argv, advice) => {
  expect(() => readArguments(argv)).toThrow(advice);
});
