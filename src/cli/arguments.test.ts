import { describe, expect, test } from 'vitest';
import { HELP, readArguments } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';

const URL_ARGS = ['--base-url', 'https://api.example.com/v1/'];
const BASE_URL = { href: 'https://api.example.com/v1', isLoopback: false };
const LOGIN_ARGS = [...URL_ARGS, '--email', 'ada@example.com', '--password-stdin'];

const STATUS = {
  name: 'status',
  credential: null,
  json: false,
  watch: false,
  color: true,
  verbose: false,
};

describe('what is understood', () => {
  test.each<[string[], object]>([
    [['status'], STATUS],
    [
      ['status', '--json', '--watch', '--no-color', '--verbose'],
      { ...STATUS, json: true, watch: true, color: false, verbose: true },
    ],
    [['--json', 'status'], { ...STATUS, json: true }],
    [
      ['status', ...URL_ARGS, '--api-key-stdin'],
      { ...STATUS, credential: { kind: 'apiKey', baseUrl: BASE_URL } },
    ],
    [
      ['status', ...LOGIN_ARGS],
      { ...STATUS, credential: { kind: 'login', baseUrl: BASE_URL, email: 'ada@example.com' } },
    ],
    [
      ['status', '--base-url=http://127.0.0.1:4010', '--api-key-stdin'],
      {
        ...STATUS,
        credential: {
          kind: 'apiKey',
          baseUrl: { href: 'http://127.0.0.1:4010', isLoopback: true },
        },
      },
    ],
    [
      ['login', ...URL_ARGS, '--api-key-stdin', '--account', 'ada'],
      {
        name: 'login',
        credential: { kind: 'apiKey', baseUrl: BASE_URL },
        account: 'ada',
        verbose: false,
      },
    ],
    [['logout'], { name: 'logout', account: null, verbose: false }],
    [['logout', 'ada', '--verbose'], { name: 'logout', account: 'ada', verbose: true }],
    [['logout', '--', '-odd'], { name: 'logout', account: '-odd', verbose: false }],
    [['help'], { name: 'help' }],
    [['--help'], { name: 'help' }],
    [['-h'], { name: 'help' }],
    [['status', '-h', '--account', 'x'], { name: 'help' }],
  ])('%j', (argv, command) => {
    expect(readArguments(argv)).toEqual(command);
  });
});

describe('what is refused', () => {
  test.each<[string[], string]>([
    [[], 'Which command? status, ssh, login or logout.'],
    [['statsu'], '"statsu" is no command; there are status, ssh, login and logout.'],
    [['status', 'now'], '"now" is one argument too many.'],
    [['login', 'ada', ...LOGIN_ARGS], '"ada" is one argument too many.'],
    [['logout', 'a', 'b'], '"b" is one argument too many.'],
    [['status', '--jsno'], "Unknown option '--jsno'."],
    [['status', '-j'], "Unknown option '-j'."],
    [['status', '--json=yes'], "Option '--json' does not take an argument."],
    [['status', '--base-url'], "Option '--base-url <value>' argument missing."],
    [['status', '--base-url', '--json'], "Option '--base-url' argument is ambiguous."],
    [['status', '--account', 'ada'], '--account does not belong to status.'],
    [['login', '--json', ...LOGIN_ARGS], '--json does not belong to login.'],
    [['login', '--no-color', ...LOGIN_ARGS], '--no-color does not belong to login.'],
    [['logout', '--watch'], '--watch does not belong to logout.'],
    [['logout', '--api-key-stdin'], '--api-key-stdin does not belong to logout.'],
    [
      ['status', ...LOGIN_ARGS, '--api-key-stdin'],
      'Give either --api-key-stdin or --email with --password-stdin, not both.',
    ],
    [
      ['status', ...URL_ARGS, '--api-key-stdin', '--email', 'ada@example.com'],
      'Give either --api-key-stdin or --email with --password-stdin, not both.',
    ],
    [['status', '--api-key-stdin'], '--base-url is missing: give the address of the service.'],
    [
      ['status', ...URL_ARGS, '--email', 'ada@example.com'],
      '--email and --password-stdin belong together.',
    ],
    [['status', ...URL_ARGS, '--password-stdin'], '--email and --password-stdin belong together.'],
    [
      ['status', ...URL_ARGS, '--email', 'ada', '--password-stdin'],
      '--email does not look like an email address.',
    ],
    [
      ['status', ...URL_ARGS],
      'With --base-url a credential is needed: --api-key-stdin, or --email with --password-stdin.',
    ],
    [['ssh'], 'ssh needs the alias of a VM, such as gpu-train-1.'],
    [['ssh', 'gpu-a', 'ls'], '"ls" is one argument too many.'],
    [['ssh', 'gpu-a', '--json'], '--json does not belong to ssh.'],
    [['login'], 'login needs --base-url and --api-key-stdin, or --email with --password-stdin.'],
    [
      ['status', '--base-url', 'http://api.example.com', '--api-key-stdin'],
      'The service URL must begin with https:// to keep your credential encrypted.',
    ],
    [
      ['status', '--base-url', 'api.example.com', '--api-key-stdin'],
      'Enter a full web address, such as https://api.example.com.',
    ],
    [
      ['two\nlines\u001b[31m'],
      '"two lines [31m" is no command; there are status, ssh, login and logout.',
    ],
    [['status', 'a\nb'], '"a b" is one argument too many.'],
    [['status', '--a\nb'], "Unknown option '--a b'."],
  ])('%j, in one sentence and with exit code 2', (argv, message) => {
    let refusal: unknown;
    try {
      readArguments(argv);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(CommandError);
    expect(refusal).toMatchObject({
      exitCode: EXIT.usage,
      message: `${message} See gpu-tray --help.`,
    });
  });

  test.each([
    ['status', '--api-key-stdin=canary'],
    ['status', '--password-stdin=canary'],
    ['status', '--api-key=canary'],
    ['status', '--api-key', 'canary'],
    ['status', '-pcanary'],
  ])('%s %s %s, without repeating what may be a secret', (...argv) => {
    expect(() => readArguments(argv)).toThrow(expect.not.stringContaining('canary'));
  });
});

test('the help names every option, and the exit codes', () => {
  for (const option of [
    '--base-url',
    '--api-key-stdin',
    '--email',
    '--password-stdin',
    '--json',
    '--print',
    '--watch',
    '--no-color',
    '--account',
    '--verbose',
  ])
    expect(HELP).toContain(option);
  expect(HELP).toContain(
    'Exit codes: 0 fresh, 2 usage, 3 signed out or refused, 4 unreachable, limited or stale.',
  );
  for (const line of HELP.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});
