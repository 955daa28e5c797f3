import { FIRST_PROVIDER, PROVIDER_IDS } from '../shared/providers/index.ts';
import { CommandError, EXIT } from './errors.ts';
import { usage } from './messages.ts';

// An import would also load what `node:util` passes on, such as workers: 4 ms of every start.
const { parseArgs } = process.getBuiltinModule('node:util');

/** @param value how the help names it: `--base-url <url>` */
const text = (value: string) => ({ type: 'string', value }) as const;
const FLAG = { type: 'boolean' } as const;

export const OPTIONS = {
  provider: text('name'),
  'base-url': text('url'),
  'api-key-stdin': FLAG,
  email: text('email'),
  'password-stdin': FLAG,
  account: text('account'),
  from: text('day'),
  to: text('day'),
  since: text('day'),
  'gpu-type': text('type'),
  'min-gpus': text('n'),
  'max-price': text('$/h'),
  node: text('id'),
  'gpu-count': text('n'),
  'storage-gb': text('n'),
  template: text('n'),
  rental: text('type'),
  months: text('n'),
  auth: text('method'),
  'ssh-key-id': text('id'),
  like: text('vm'),
  preset: text('name'),
  yes: FLAG,
  'erase-data': FLAG,
  'on-vm': FLAG,
  remind: FLAG,
  anyway: FLAG,
  wait: FLAG,
  csv: FLAG,
  check: FLAG,
  shapes: FLAG,
  json: FLAG,
  print: FLAG,
  watch: FLAG,
  'credentials-file': text('file'),
  'heartbeat-file': text('file'),
  'send-to': FLAG,
  'idle-stop': text('duration'),
  metrics: text('address'),
  set: text('file'),
  profile: text('file'),
  remove: FLAG,
  'no-color': FLAG,
  verbose: FLAG,
  help: { type: 'boolean', short: 'h' },
  version: FLAG,
} as const;

export type Option = keyof typeof OPTIONS;

/** Options with their texts in the help, in its order. */
export type OptionTexts = Readonly<Partial<Record<Option, string>>>;

export type Values = ReturnType<typeof parse>['values'];

/** An invalid command line. `readArguments` adds where the help is. */
export class Refusal extends CommandError {
  constructor(message: string) {
    super(EXIT.usage, message);
  }
}

export function refuse(message: string): never {
  throw new Refusal(message);
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
}

export function parseOrRefuse(argv: readonly string[]) {
  try {
    return parse(argv);
  } catch (error) {
    const reason = error instanceof Error ? error.message : usage.unreadableOptions;
    // Some of Node's messages continue with advice.
    return refuse(usage.invalidOption((reason.split(/\.\s/)[0] ?? reason).replace(/\.$/, '')));
  }
}

export const COMMON: OptionTexts = {
  verbose: 'Log each step to standard error',
  help: 'Show this help',
};

/** The place of an account, or of a public list. */
export const PROVIDER = {
  provider: `Where you rent: ${PROVIDER_IDS.join(' or ')}; default: ${FIRST_PROVIDER}`,
} satisfies OptionTexts;

/** From standard input only: arguments and the environment can be read by other programs. */
export const CREDENTIAL = {
  ...PROVIDER,
  'base-url': "Service URL, starting with https://; replaces a provider's",
  'api-key-stdin': 'Read an API key; a read-only key is enough to look',
  email: 'Sign in with a password, with --password-stdin',
  'password-stdin': 'Read the password; it is used once and not stored',
} satisfies OptionTexts;

export const WRITE_CREDENTIAL: OptionTexts = {
  ...CREDENTIAL,
  'api-key-stdin': 'Read an API key that may change VMs',
};

export const JSON_OPTION: OptionTexts = { json: 'Print one JSON object' };

export const COLOR: OptionTexts = { 'no-color': 'Print without colors, as with NO_COLOR' };
