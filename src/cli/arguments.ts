import { type BaseUrl, parseBaseUrl } from '../core/service/base-url.ts';
import { isDay } from '../shared/app/day-range.ts';
import type { VmOperation } from '../shared/domain/index.ts';
import {
  checkOrder,
  EMPTY_DRAFT,
  MIN_PASSWORD,
  type OrderDraft,
  type OrderErrors,
  type OrderField,
} from '../shared/domain/vm-order.ts';
import { CommandError, EXIT } from './errors.ts';
import { usage } from './messages.ts';

// An import would also load what `node:util` passes on, such as workers: 4 ms of every start.
const { parseArgs } = process.getBuiltinModule('node:util');

/** A credential on standard input: arguments and the environment can be read by other programs. */
export type CredentialSource =
  | { readonly kind: 'apiKey'; readonly baseUrl: BaseUrl }
  | { readonly kind: 'login'; readonly baseUrl: BaseUrl; readonly email: string };

const OPTIONS = {
  'base-url': { type: 'string' },
  'api-key-stdin': { type: 'boolean' },
  email: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  account: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  since: { type: 'string' },
  'gpu-type': { type: 'string' },
  'min-gpus': { type: 'string' },
  'max-price': { type: 'string' },
  node: { type: 'string' },
  'gpu-count': { type: 'string' },
  'storage-gb': { type: 'string' },
  template: { type: 'string' },
  rental: { type: 'string' },
  months: { type: 'string' },
  auth: { type: 'string' },
  'ssh-key-id': { type: 'string' },
  like: { type: 'string' },
  preset: { type: 'string' },
  yes: { type: 'boolean' },
  wait: { type: 'boolean' },
  csv: { type: 'boolean' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  print: { type: 'boolean' },
  watch: { type: 'boolean' },
  set: { type: 'string' },
  remove: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function refuse(message: string): never {
  throw new CommandError(EXIT.usage, usage.seeHelp(message));
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
}

function parseOrRefuse(argv: readonly string[]) {
  try {
    return parse(argv);
  } catch (error) {
    const reason = error instanceof Error ? error.message : usage.unreadableOptions;
    // Some of Node's messages continue with advice.
    return refuse(usage.invalidOption((reason.split(/\.\s/)[0] ?? reason).replace(/\.$/, '')));
  }
}

function requireBaseUrl(text: string | undefined): BaseUrl {
  if (text === undefined) return refuse(usage.missingBaseUrl);
  const result = parseBaseUrl(text);
  return result.ok ? result.url : refuse(result.message);
}

/** Null without a credential option. */
function readCredential(values: Values): CredentialSource | null {
  const isKey = values['api-key-stdin'] ?? false;
  const isPassword = values['password-stdin'] ?? false;
  const { email } = values;
  if (isKey && (isPassword || email !== undefined)) return refuse(usage.oneCredential);
  if (isKey) return { kind: 'apiKey', baseUrl: requireBaseUrl(values['base-url']) };
  if (isPassword !== (email !== undefined)) return refuse(usage.emailAndPassword);
  if (email !== undefined) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refuse(usage.invalidEmail);
    return { kind: 'login', baseUrl: requireBaseUrl(values['base-url']), email };
  }
  if (values['base-url'] !== undefined) return refuse(usage.missingCredential);
  return null;
}

/** `YYYY-MM-DD`; null: not given. */
function readDay(values: Values, option: 'from' | 'to'): string | null {
  const day = values[option] ?? null;
  return day === null || isDay(day) ? day : refuse(usage.invalidDay(option));
}

const HOUR_MS = 3_600_000;

/** Such as `24h` or `7d`. */
const AGE = /^([1-9]\d{0,3})([hd])$/;

/** When the events to print begin, from the time of the command; by default a week ago. */
function readSince({ since = '7d' }: Values): (now: number) => number {
  const [, count, unit] = AGE.exec(since) ?? [];
  if (count !== undefined) return (now) => now - Number(count) * (unit === 'd' ? 24 : 1) * HOUR_MS;
  return isDay(since) ? () => Date.parse(since) : refuse(usage.invalidSince);
}

function readFormat({ csv = false, json = false }: Values): 'table' | 'csv' | 'json' {
  if (csv && json) return refuse(usage.oneFormat);
  return csv ? 'csv' : json ? 'json' : 'table';
}

const hasJson = ({ json = false }: Values) => ({ json });
const hasColor = (values: Values) => ({ color: !(values['no-color'] ?? false) });
/** Null: the stored accounts. */
const hasCredential = (values: Values) => ({ credential: readCredential(values) });

const USAGE = ['from', 'to', 'csv', 'json', 'check', 'no-color'] as const;

function readUsageOptions(values: Values) {
  const { check = false } = values;
  if (check && values.csv) return refuse(usage.checkWithCsv);
  return {
    ...hasCredential(values),
    from: readDay(values, 'from'),
    to: readDay(values, 'to'),
    format: readFormat(values),
    /** Compares the bill with what the app measured. */
    check,
    ...hasColor(values),
  };
}

/** A number of at least 0; null: not given. */
function readNumber(values: Values, option: 'min-gpus' | 'max-price'): number | null {
  const text = values[option];
  if (text === undefined) return null;
  const pattern = option === 'min-gpus' ? /^\d{1,6}$/ : /^\d{1,6}(\.\d{1,6})?$/;
  return pattern.test(text) ? Number(text) : refuse(usage.invalidNumber(option));
}

function readOfferOptions(values: Values) {
  const url = values['base-url'];
  return {
    /** Null: the service of the stored accounts. */
    baseUrl: url === undefined ? null : requireBaseUrl(url),
    filter: {
      gpuType: values['gpu-type'] ?? null,
      minGpus: readNumber(values, 'min-gpus'),
      maxPrice: readNumber(values, 'max-price'),
      rentalType: null,
    },
    ...hasJson(values),
    ...hasColor(values),
  };
}

/** The option of each field of an order. */
const ORDER_OPTIONS = {
  node: 'node',
  gpuType: 'gpu-type',
  gpuCount: 'gpu-count',
  storageGb: 'storage-gb',
  template: 'template',
  rental: 'rental',
  months: 'months',
  login: 'auth',
  sshKeyId: 'ssh-key-id',
  password: 'password-stdin',
} as const satisfies Record<OrderField, keyof typeof OPTIONS>;

/** The errors of an order, each at its option. */
export function invalidOrder(errors: OrderErrors): CommandError {
  const named = Object.entries(ORDER_OPTIONS).flatMap(([field, option]) =>
    Object.entries(errors).flatMap(([name, message]) =>
      name === field ? [[option, message] as const] : [],
    ),
  );
  return new CommandError(EXIT.usage, usage.invalidOrder(named));
}

/** An order with what the options say, else as `base`. */
function draftOf(values: Values, base: OrderDraft): OrderDraft {
  const login = values.auth ?? (values['password-stdin'] ? 'password' : base.login);
  const rental = values.rental ?? base.rental;
  return {
    node: values.node ?? base.node,
    gpuType: values['gpu-type'] ?? base.gpuType,
    gpuCount: values['gpu-count'] ?? base.gpuCount,
    storageGb: values['storage-gb'] ?? base.storageGb,
    template: values.template ?? base.template,
    rental,
    months: values.months ?? (rental === 'reserved' ? base.months : ''),
    login,
    sshKeyId: values['ssh-key-id'] ?? (login === 'ssh_key' ? base.sshKeyId : ''),
  };
}

function readLaunchOptions(values: Values) {
  const { account = null, like = null, preset = null } = values;
  const isKey = values['api-key-stdin'] ?? false;
  if (values.email !== undefined) return refuse(usage.launchCredential);
  if (!isKey && values['base-url'] !== undefined) return refuse(usage.missingCredential);
  if (like !== null && preset !== null) return refuse(usage.likeAndPreset);
  if (isKey && account !== null) return refuse(usage.accountAndKey);
  const hasPassword = values['password-stdin'] ?? false;
  const draft = draftOf(values, { ...EMPTY_DRAFT, gpuCount: '', storageGb: '' });
  const checked = checkOrder(draft, hasPassword ? MIN_PASSWORD : null);
  // A VM or a preset may have what is missing.
  const hasBase = like !== null || preset !== null;
  if (!checked.ok && !hasBase) throw invalidOrder(checked.errors);
  return {
    /** Null: a stored account. */
    credential: isKey
      ? ({ kind: 'apiKey', baseUrl: requireBaseUrl(values['base-url']) } as const)
      : null,
    /** Id, label or email; null: the only stored one. */
    account,
    /** Alias, label, number or id of a VM; null: none. */
    like,
    /** The name of a saved order; null: none. */
    preset,
    /** @param base what the options do not say */
    order: (base: OrderDraft) => (hasBase ? draftOf(values, base) : draft),
    hasPassword,
    isConfirmed: values.yes ?? false,
    wait: values.wait ?? false,
    json: values.json ?? false,
  };
}

const LAUNCH = [
  ...([
    'base-url',
    'api-key-stdin',
    'email',
    'account',
    'like',
    'preset',
    'yes',
    'wait',
    'json',
  ] as const),
  ...Object.values(ORDER_OPTIONS),
];
const CREDENTIAL = ['base-url', 'api-key-stdin', 'email', 'password-stdin'] as const;

type Option = keyof typeof OPTIONS;

/** Of every command. */
export const COMMON_OPTIONS: readonly Option[] = ['verbose', 'help'];

function refuseOtherOptions(values: Values, command: string, options: readonly Option[]): void {
  const allowed: readonly string[] = [...options, ...COMMON_OPTIONS];
  const other = Object.keys(values).find((name) => !allowed.includes(name));
  if (other !== undefined) refuse(usage.optionOfOther(other, command));
}

function refuseMore(positionals: readonly string[], max: number): void {
  const extra = positionals[max];
  if (extra !== undefined) refuse(usage.unexpectedArgument(extra));
}

/**
 * A command with its options.
 * @param words the largest number of words after its name @param read its own values, from options and those words
 */
function command<const Name extends string, T extends object>(
  name: Name,
  options: readonly Option[],
  words: number,
  read: (values: Values, words: readonly string[]) => T,
) {
  return {
    name,
    options,
    read(values: Values, given: readonly string[]) {
      refuseOtherOptions(values, name, options);
      refuseMore(given, words);
      return { name, ...read(values, given), verbose: values.verbose ?? false };
    },
  };
}

function operation<const Name extends VmOperation>(name: Name) {
  return command(name, ['yes', 'wait', 'json'], 1, (values, [vm]) => ({
    vm: vm ?? refuse(usage.missingVm(name)),
    yes: values.yes ?? false,
    wait: values.wait ?? false,
    ...hasJson(values),
  }));
}

/** What to do with a service profile; `print`: nothing. `usage --check` takes no value, so the file to check is a word. */
function readProfileChange(
  { set, check = false, remove = false }: Values,
  [file, ...more]: readonly string[],
) {
  const [change = { kind: 'print' } as const, ...others] = [
    ...(set === undefined ? [] : [{ kind: 'set', file: set } as const]),
    ...(check ? [{ kind: 'check', file: file ?? refuse(usage.missingProfile) } as const] : []),
    ...(remove ? [{ kind: 'remove' } as const] : []),
  ];
  if (!check && file !== undefined) refuseMore([file, ...more], 0);
  return others.length === 0 ? change : refuse(usage.oneProfileChange);
}

/** The shells with a script, and the aliases that the scripts ask for. */
const COMPLETIONS = ['bash', 'zsh', 'fish', 'aliases'] as const;

/** Every command. Shells complete their names and options. */
export const COMMANDS = [
  command('status', [...CREDENTIAL, 'json', 'watch', 'no-color'], 0, (values) => ({
    ...hasCredential(values),
    ...hasJson(values),
    watch: values.watch ?? false,
    ...hasColor(values),
  })),
  command('usage', [...CREDENTIAL, ...USAGE], 0, readUsageOptions),
  command('events', ['since', 'json'], 0, (values) => ({
    since: readSince(values),
    ...hasJson(values),
  })),
  command('prices', ['base-url', 'json', 'no-color'], 0, readOfferOptions),
  command(
    'offers',
    ['base-url', 'gpu-type', 'min-gpus', 'max-price', 'json', 'no-color'],
    0,
    readOfferOptions,
  ),
  command('launch', LAUNCH, 0, readLaunchOptions),
  // An alias, label, number or id.
  command('ssh', ['print'], 1, ({ print = false }, [vm]) => ({
    vm: vm ?? refuse(usage.missingVm('ssh')),
    print,
  })),
  operation('start'),
  operation('stop'),
  operation('destroy'),
  command('lease', [], 2, (_, [vm, when]) => ({
    vm: vm ?? refuse(usage.missingVm('lease')),
    when: when ?? refuse(usage.missingTime),
  })),
  command('profile', ['account', 'set', 'check', 'remove'], 1, (values, words) => ({
    account: values.account ?? null,
    change: readProfileChange(values, words),
  })),
  // With an account, signs in to it again.
  command('login', [...CREDENTIAL, 'account'], 0, (values) => ({
    credential: readCredential(values) ?? refuse(usage.loginCredential),
    account: values.account ?? null,
  })),
  // Id, label or email; null: the only stored account.
  command('logout', [], 1, (_, [account = null]) => ({ account })),
  command('doctor', [...CREDENTIAL, 'json', 'no-color'], 0, (values) => ({
    ...hasCredential(values),
    ...hasJson(values),
    ...hasColor(values),
  })),
  command('completion', [], 1, (_, [typed]) => ({
    what: COMPLETIONS.find((what) => what === typed) ?? refuse(usage.completion),
  })),
] as const;

const NAMES = COMMANDS.map(({ name }) => name);

/** A valid command line. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'version' }
  | ReturnType<(typeof COMMANDS)[number]['read']>;

/**
 * Parses the command line.
 * @param argv without the program's own names
 * @throws CommandError with exit code 2
 */
export function readArguments(argv: readonly string[]): Command {
  const { values, positionals } = parseOrRefuse(argv);
  const [name, ...words] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  if (values.version) return { name: 'version' };
  if (name === undefined) return refuse(usage.missingCommand(NAMES));
  const found = COMMANDS.find((each) => each.name === name);
  return found === undefined
    ? refuse(usage.unknownCommand(name, NAMES))
    : found.read(values, words);
}

export type StatusCommand = Extract<Command, { name: 'status' }>;
export type UsageCommand = Extract<Command, { name: 'usage' }>;
export type EventsCommand = Extract<Command, { name: 'events' }>;
export type OffersCommand = Extract<Command, { name: 'prices' | 'offers' }>;
export type LaunchCommand = Extract<Command, { name: 'launch' }>;
export type LoginCommand = Extract<Command, { name: 'login' }>;
export type LogoutCommand = Extract<Command, { name: 'logout' }>;
export type SshCommand = Extract<Command, { name: 'ssh' }>;
export type OperateCommand = Extract<Command, { name: VmOperation }>;
export type LeaseCommand = Extract<Command, { name: 'lease' }>;
export type ProfileCommand = Extract<Command, { name: 'profile' }>;
export type DoctorCommand = Extract<Command, { name: 'doctor' }>;
export type CompletionCommand = Extract<Command, { name: 'completion' }>;
