import { describe, expect, test } from 'vitest';
import { readArguments as read } from './arguments.ts';
import { COMMANDS } from './commands.ts';
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

const STOP = {
  ...{ name: 'stop', vm: 'scratch', given: null, idle: false, yes: false },
  ...{ eraseData: false, wait: false, json: false, verbose: false },
};
/** The option of a stop is a confirmation, too. */
const ERASE = { yes: true, eraseData: true };
const PROFILE = {
  ...{ name: 'profile', account: null, verbose: false },
  ...{ set: null, remove: false, checked: null },
};
const SEARCH = {
  ...{ gpu: '', minGpus: 1, maxPrice: null, minVramGb: null },
  ...{ isInterruptible: false, diskGb: 100, provider: null },
};

const USAGE = {
  ...{ name: 'usage', credential: null, range: { from: '2026-11-01', to: '2026-11-22' } },
  ...{ format: 'table', check: false, color: true, verbose: false },
};

test.each<[string[], object]>([
  [['status'], STATUS],
  [
    ['status', '--json', '--watch', '--no-color', '--verbose'],
    { ...STATUS, json: true, watch: true, color: false, verbose: true },
  ],
  [['status', ...URL_ARGS, '--api-key-stdin'], { ...STATUS, credential: KEY }],
  [['status', ...LOGIN_ARGS], { ...STATUS, credential: LOGIN }],
  [
    ['login', '--provider', 'runpod', '--api-key-stdin', '--account', 'ada'],
    { name: 'login', credential: RUNPOD, account: 'ada', verbose: false },
  ],
  [
    ['status', '--provider', 'runpod', ...URL_ARGS, '--api-key-stdin'],
    { ...STATUS, credential: { ...RUNPOD, baseUrl: BASE_URL } },
  ],
  [
    ['stop', 'scratch', '--provider', 'runpod', '--api-key-stdin', '--yes'],
    { ...STOP, given: { credential: RUNPOD, profile: null }, yes: true },
  ],
  [['stop', 'scratch', '--erase-data', '--json'], { ...STOP, ...ERASE, json: true }],
  [
    ['destroy', 'scratch', ...URL_ARGS, '--api-key-stdin', '--profile', 'my.json'],
    { ...STOP, name: 'destroy', given: { credential: KEY, profile: 'my.json' } },
  ],
  [
    ['profile', '--set', 'my.json', '--account', 'ada'],
    { ...PROFILE, account: 'ada', set: 'my.json' },
  ],
  [['profile', 'my.json', '--check'], { ...PROFILE, checked: 'my.json' }],
  [['profile', '--remove'], { ...PROFILE, remove: true }],
  [['profile'], PROFILE],
  [['logout', 'ada', '--verbose'], { name: 'logout', account: 'ada', verbose: true }],
  [['logout', '--', '-odd'], { name: 'logout', account: '-odd', verbose: false }],
  [['usage'], USAGE],
  [
    ['usage', '--from', '2026-11-01', '--to=2026-11-12', '--csv', '--no-color'],
    { ...USAGE, range: { from: '2026-11-01', to: '2026-11-12' }, format: 'csv', color: false },
  ],
  [
    ['offers', ...URL_ARGS, '--gpu', '4090', '--min-gpus', '2', '--max-price=1.20'],
    {
      ...{ name: 'offers', json: false, color: true, verbose: false, providers: [] },
      given: { provider: 'rental', base: BASE_URL },
      search: { ...SEARCH, gpu: '4090', minGpus: 2, maxPrice: 1.2 },
    },
  ],
  [
    ['prices', '--provider=vast', '--provider', 'lambda', '--disk-gb=50', '--interruptible'],
    {
      ...{ name: 'prices', json: false, color: true, verbose: false, given: null },
      providers: ['vast', 'lambda'],
      search: { ...SEARCH, isInterruptible: true, diskGb: 50 },
    },
  ],
  ...[[], ['help'], ['--help'], ['-h']].map((argv): [string[], object] => [
    argv,
    { name: 'help', topic: null },
  ]),
  [['help', 'ssh'], { name: 'help', topic: 'ssh' }],
  [['status', '-h', '--account', 'x'], { name: 'help', topic: 'status' }],
  [['--version'], { name: 'version' }],
  [['ssh', 'Train 1', '--print'], { name: 'ssh', vm: 'Train 1', print: true, verbose: false }],
])('the command line %j is read', (argv, command) => {
  expect(readArguments(argv)).toEqual(command);
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
        `${option} is not a day, such as 2026-11-01 or yesterday, or an age, such as 24h or 7d.`,
      );
  });
});

const CREDENTIAL = 'Pass one credential: --api-key-stdin, or --email with --password-stdin.';

describe('invalid command lines', () => {
  test.each<[string[], string]>([
    [['--json'], 'Missing command.'],
    [['statsu'], 'Unknown command "statsu". Did you mean status?'],
    [['help', 'destory'], 'Unknown command "destory". Did you mean destroy?'],
    [['shh'], 'Unknown command "shh". Did you mean ssh?'],
    [['list'], 'Unknown command "list".'],
    [['status', 'now'], 'Unexpected argument "now".'],
    [['profile', 'my.json'], 'Unexpected argument "my.json".'],
    [['logout', 'a', 'b'], 'Unexpected argument "b".'],
    // It may be a credential.
    [['key_0123456789abcdef'.repeat(2)], 'Unknown command.'],
    [['login', 'key_0123456789abcdef'.repeat(2)], 'Unexpected argument.'],
    [['logout', 'a', 'sim_live_a1b2'], 'Unexpected argument.'],
    [['status', '--sim_live_a1b2'], "Unknown option '--[redacted]'."],
    [['status', '--jsno'], "Unknown option '--jsno'."],
    [['status', '--base-url'], "Option '--base-url <value>' argument missing."],
    [['status', '--account', 'ada'], 'status has no option --account.'],
    [['usage', '--watch'], 'usage has no option --watch.'],
    [['logout', '--api-key-stdin'], 'logout has no option --api-key-stdin.'],
    [['status', ...LOGIN_ARGS, '--api-key-stdin'], CREDENTIAL],
    [['status', ...URL_ARGS, '--email', 'ada@example.com'], CREDENTIAL],
    [['status', ...URL_ARGS, '--password-stdin'], CREDENTIAL],
    [['status', ...URL_ARGS], CREDENTIAL],
    [['status', '--provider', 'runpod'], CREDENTIAL],
    [['stop', 'a', '--profile=f'], CREDENTIAL],
    [['status', '--api-key-stdin'], 'Missing --base-url, the service URL.'],
    [['stop', 'a', ...LOGIN_ARGS], 'A service by URL requires --profile, or use a stored account.'],
    [
      ['stop', '1', '--provider', 'runpod', '--api-key-stdin', '--profile', 'my.json'],
      '--profile is only for GPU rental services by URL.',
    ],
    [
      ['status', ...URL_ARGS, '--email', 'ada', '--password-stdin'],
      '--email is not an email address.',
    ],
    [
      ['login', '--provider', 'runpod', '--email', 'ada@example.com', '--password-stdin'],
      'RunPod doesn’t support password sign-in. Use --api-key-stdin.',
    ],
    [['status', '--provider', 'cloud9'], '--provider is not one of runpod, vast, lambda, rental.'],
    [
      ['status', '--provider', 'runpod', '--base-url', 'http://a.example', '--api-key-stdin'],
      'The service URL must begin with https:// to keep your credential encrypted.',
    ],
    [
      ['status', '--base-url', 'https://', '--api-key-stdin'],
      'The service URL is not a valid web address. Check it for typos.',
    ],
    [['usage', '--csv', '--json'], 'Use either --csv or --json, not both.'],
    [['usage', '--csv', '--check'], 'Use either --check or --csv, not both.'],
    [['stop', 'a', '--idle'], 'Use either <vm> or --idle, not both.'],
    [['profile', '--set=a', '--remove'], 'Use either --set or --remove, not both.'],
    [['usage', '--from', '2026-11-23'], 'The first day is after the last one.'],
    [['offers', '--min-gpus', '0'], '--min-gpus is not a whole number, such as 2.'],
    [['prices', '--min-vram', '2.5'], '--min-vram is not a whole number, such as 2.'],
    [['offers', '--max-price', '$2'], '--max-price is not a number, such as 1.20.'],
    [
      ['offers', '--provider', 'runpod', ...URL_ARGS],
      'RunPod shows its offers to accounts only. Sign in with gpu-tray login.',
    ],
    [
      ['offers', '--provider=vast', '--provider=rental', ...URL_ARGS],
      'Use --base-url with one --provider.',
    ],
    [['completion', 'tcsh'], 'completion requires a shell: bash, zsh or fish.'],
    [['show'], 'Missing VM: its alias, label or number, such as gpu-train-1.'],
    [['two\nlines\u001b[31m'], 'Unknown command "two lines [31m".'],
    [['status', '--a\nb'], "Unknown option '--a b'."],
  ])('%j: one line and exit code 2', (argv, message) => {
    const escaped = message.replaceAll(/[^\w ]/g, String.raw`\$&`);
    const topic = COMMANDS.some(({ name }) => name === argv[0]) ? `${argv[0]} ` : '';
    const whole = new RegExp(`^${escaped} See gpu-tray ${topic}--help\\.$`);
    const refuse = () => readArguments(argv);
    expect(refuse).toThrow(CommandError);
    expect(refuse).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
    expect(refuse).toThrow(whole);
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
