import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { type StartOptions, startOptionsSchema } from './options.ts';

interface Flag {
  readonly kind: 'number' | 'word' | 'switch' | 'off-switch';
  readonly help: string;
  /** Default: the key in kebab case. */
  readonly name?: string;
}

/** One flag per start option, in the order of `--help`. */
const FLAGS: Readonly<Record<keyof StartOptions, Flag>> = {
  port: { kind: 'number', help: 'port on 127.0.0.1, 0 for a free one (8700)' },
  seed: { kind: 'number', help: 'determines the fleet and the API keys (1)' },
  vms: { kind: 'number', help: 'VMs of the first account, 0 to 10000 (12)' },
  speed: { kind: 'number', help: 'simulated seconds per second (1)' },
  sshPort: {
    kind: 'number',
    help: 'running VMs answer like SSH servers on this port, each on its own address (off)',
  },
  basePath: { kind: 'word', help: 'path of the service, such as /v1' },
  tokenTtlSeconds: {
    kind: 'number',
    help: 'lifetime of access tokens in real seconds (3600)',
    name: 'token-ttl',
  },
  refreshTokens: { kind: 'word', help: 'rotate (default), keep' },
  refreshReuse: {
    kind: 'word',
    help: 'a used refresh token: reject (default), grace (valid once more), revoke (ends the login)',
  },
  refreshAnswer: {
    kind: 'word',
    help: 'full (default), no-refresh-token, no-expires-in, access-only',
  },
  vmList: {
    kind: 'word',
    help: 'array (default), items-total, vms, data-count, data-page-count',
  },
  listDestroyed: {
    kind: 'off-switch',
    help: 'do not list destroyed VMs',
    name: 'hide-destroyed',
  },
  offers: { kind: 'word', help: 'array (default), object' },
  pricing: { kind: 'word', help: 'array (default), object, map' },
  usagePeriod: { kind: 'word', help: 'date-time (default), date' },
  amounts: { kind: 'word', help: 'in messages: plain (default), dollar' },
  detail422: { kind: 'word', help: 'string (default), array', name: 'detail-422' },
  rateReset: { kind: 'word', help: 'seconds-left (default), epoch-seconds, epoch-milliseconds' },
  retryAfter: {
    kind: 'word',
    help: 'seconds (default), http-date, absent, negative, word, huge',
  },
  loginPerMinute: { kind: 'number', help: '(5)' },
  refreshPerMinute: { kind: 'number', help: '(10)' },
  readsPerMinute: { kind: 'number', help: '(600)' },
  vmOperationsPerMinute: { kind: 'number', help: '(30)' },
  maxLimit: { kind: 'number', help: 'maximum page size (none)' },
  overMaxLimit: { kind: 'word', help: 'above the maximum page size: clamp (default), reject' },
  ignoreLimit: { kind: 'switch', help: 'every page has 50 VMs' },
  ignoreOffset: { kind: 'switch', help: 'every page is the first' },
};

interface NamedFlag extends Flag {
  readonly key: string;
  readonly name: string;
}

const NAMED_FLAGS: readonly NamedFlag[] = Object.entries(FLAGS).map(([key, flag]) => ({
  key,
  name: key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ...flag,
}));

/** The text of `--help`. */
export function helpText(): string {
  const rows = [
    ...NAMED_FLAGS.map(({ name, kind, help }) => {
      const value = kind === 'number' ? ' N' : kind === 'word' ? ' WORD' : '';
      return [`--${name}${value}`, help] as const;
    }),
    ['--json', 'print addresses and credentials as one line of JSON'] as const,
    ['--help', 'print this help'] as const,
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return [
    'The simulated rental service. Listens on 127.0.0.1 until interrupted.',
    '',
    'Usage: npm run simulator -- [options]',
    '',
    ...rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    '',
    'See simulator/README.md for the options.',
    '',
  ].join('\n');
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'serve'; readonly options: StartOptions; readonly isJson: boolean };

const DEFAULT_PORT = 8700;

function readValue(flag: Flag, given: string | boolean): unknown {
  switch (flag.kind) {
    case 'word':
      return given;
    case 'number':
      // Number('') is 0.
      return given === '' ? Number.NaN : Number(given);
    case 'switch':
      return true;
    case 'off-switch':
      return false;
  }
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const flag = NAMED_FLAGS.find(({ key }) => key === issue.path[0]);
      const isNumber = flag?.kind === 'number' && issue.code === 'invalid_type';
      return `--${flag?.name ?? issue.path.join('.')}: ${isNumber ? 'must be a number' : issue.message}`;
    })
    .join('\n');
}

function parseFlags(argv: readonly string[]) {
  const options = Object.fromEntries(
    NAMED_FLAGS.map(({ name, kind }) => {
      const type = kind === 'number' || kind === 'word' ? 'string' : 'boolean';
      return [name, { type } as const];
    }),
  );
  return parseArgs({
    args: [...argv],
    options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    strict: true,
    allowPositionals: false,
  }).values;
}

/** @param argv the arguments after the program's name */
export function readCommand(argv: readonly string[]): Command {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    values = parseFlags(argv);
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
  const { json, help, ...given } = values;
  if (help === true) return { kind: 'help' };
  const options = NAMED_FLAGS.flatMap((flag) => {
    const value = given[flag.name];
    return value === undefined ? [] : [[flag.key, readValue(flag, value)] as const];
  });
  const parsed = startOptionsSchema.safeParse({
    port: DEFAULT_PORT,
    ...Object.fromEntries(options),
  });
  if (!parsed.success) return { kind: 'invalid', message: describeIssues(parsed.error) };
  return { kind: 'serve', options: parsed.data, isJson: json === true };
}
