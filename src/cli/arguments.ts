import { parseArgs } from 'node:util';
import { type BaseUrl, parseBaseUrl } from '../core/service/base-url.ts';
import { isDay } from '../shared/app/day-range.ts';
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
  yes: { type: 'boolean' },
  wait: { type: 'boolean' },
  csv: { type: 'boolean' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  print: { type: 'boolean' },
  watch: { type: 'boolean' },
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

function readUsageOptions(values: Values) {
  const { check = false } = values;
  if (check && values.csv) return refuse(usage.checkWithCsv);
  return {
    /** Null: the stored accounts. */
    credential: readCredential(values),
    from: readDay(values, 'from'),
    to: readDay(values, 'to'),
    format: readFormat(values),
    /** Compares the bill with what the app measured. */
    check,
    color: !(values['no-color'] ?? false),
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
    json: values.json ?? false,
    color: !(values['no-color'] ?? false),
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
  const password = values['password-stdin'] ? 'password' : base.login;
  return {
    node: values.node ?? base.node,
    gpuType: values['gpu-type'] ?? base.gpuType,
    gpuCount: values['gpu-count'] ?? base.gpuCount,
    storageGb: values['storage-gb'] ?? base.storageGb,
    template: values.template ?? base.template,
    rental: values.rental ?? base.rental,
    months: values.months ?? base.months,
    login: values.auth ?? password,
    sshKeyId: values['ssh-key-id'] ?? base.sshKeyId,
  };
}

function readLaunchOptions(values: Values) {
  const { account = null, like = null } = values;
  const isKey = values['api-key-stdin'] ?? false;
  if (values.email !== undefined) return refuse(usage.launchCredential);
  if (!isKey && values['base-url'] !== undefined) return refuse(usage.missingCredential);
  if (isKey && account !== null) return refuse(usage.accountAndKey);
  const hasPassword = values['password-stdin'] ?? false;
  const draft = draftOf(values, { ...EMPTY_DRAFT, gpuCount: '', storageGb: '' });
  const checked = checkOrder(draft, hasPassword ? MIN_PASSWORD : null);
  // With --like, a VM may have what is missing.
  if (!checked.ok && like === null) throw invalidOrder(checked.errors);
  return {
    /** Null: a stored account. */
    credential: isKey
      ? ({ kind: 'apiKey', baseUrl: requireBaseUrl(values['base-url']) } as const)
      : null,
    /** Id, label or email; null: the only stored one. */
    account,
    /** Alias, label, number or id of a VM; null: none. */
    like,
    /** @param base what the options do not say */
    order: (base: OrderDraft) => (like === null ? draft : draftOf(values, base)),
    hasPassword,
    isConfirmed: values.yes ?? false,
    wait: values.wait ?? false,
    json: values.json ?? false,
  };
}

const COMMON = ['verbose', 'help'];
const OFFER_FILTER = ['gpu-type', 'min-gpus', 'max-price'];
const LAUNCH = [
  ...['base-url', 'api-key-stdin', 'email', 'account', 'like', 'yes', 'wait', 'json'],
  ...Object.values(ORDER_OPTIONS),
];
const CREDENTIAL = ['base-url', 'api-key-stdin', 'email', 'password-stdin'];

function refuseOtherOptions(values: Values, command: string, allowed: readonly string[]): void {
  const other = Object.keys(values).find(
    (name) => !allowed.includes(name) && !COMMON.includes(name),
  );
  if (other !== undefined) refuse(usage.optionOfOther(other, command));
}

function refuseMore(positionals: readonly string[], max: number): void {
  const extra = positionals[max];
  if (extra !== undefined) refuse(usage.unexpectedArgument(extra));
}

/**
 * Parses the command line.
 * @param argv without the program's own names
 * @throws CommandError with exit code 2
 */
export function readArguments(argv: readonly string[]) {
  const { values, positionals } = parseOrRefuse(argv);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return { name: 'help' } as const;
  if (values.version) return { name: 'version' } as const;
  const verbose = values.verbose ?? false;
  switch (name) {
    case 'status':
      refuseOtherOptions(values, name, [...CREDENTIAL, 'json', 'watch', 'no-color']);
      refuseMore(rest, 0);
      return {
        name,
        /** Null: the stored accounts. */
        credential: readCredential(values),
        json: values.json ?? false,
        watch: values.watch ?? false,
        color: !(values['no-color'] ?? false),
        verbose,
      };
    case 'usage':
      refuseOtherOptions(values, name, [
        ...CREDENTIAL,
        ...['from', 'to', 'csv', 'json', 'check', 'no-color'],
      ]);
      refuseMore(rest, 0);
      return { name, ...readUsageOptions(values), verbose };
    case 'events':
      refuseOtherOptions(values, name, ['since', 'json']);
      refuseMore(rest, 0);
      return { name, since: readSince(values), json: values.json ?? false, verbose };
    case 'prices':
      refuseOtherOptions(values, name, ['base-url', 'json', 'no-color']);
      refuseMore(rest, 0);
      return { name, ...readOfferOptions(values), verbose };
    case 'offers':
      refuseOtherOptions(values, name, ['base-url', ...OFFER_FILTER, 'json', 'no-color']);
      refuseMore(rest, 0);
      return { name, ...readOfferOptions(values), verbose };
    case 'launch':
      refuseOtherOptions(values, name, LAUNCH);
      refuseMore(rest, 0);
      return { name, ...readLaunchOptions(values), verbose };
    case 'ssh': {
      refuseOtherOptions(values, name, ['print']);
      refuseMore(rest, 1);
      // An alias, label, number or id.
      const [vm] = rest;
      if (vm === undefined) return refuse(usage.missingVm);
      return { name, vm, print: values.print ?? false, verbose };
    }
    case 'login': {
      refuseOtherOptions(values, name, [...CREDENTIAL, 'account']);
      refuseMore(rest, 0);
      const credential = readCredential(values);
      if (credential === null) return refuse(usage.loginCredential);
      // With an account, signs in to it again.
      return { name, credential, account: values.account ?? null, verbose };
    }
    case 'logout':
      refuseOtherOptions(values, name, []);
      refuseMore(rest, 1);
      // Id, label or email; null: the only stored account.
      return { name, account: rest[0] ?? null, verbose };
    case 'doctor':
      refuseOtherOptions(values, name, [...CREDENTIAL, 'json', 'no-color']);
      refuseMore(rest, 0);
      return {
        name,
        /** Null: the stored accounts. */
        credential: readCredential(values),
        json: values.json ?? false,
        color: !(values['no-color'] ?? false),
        verbose,
      };
    case undefined:
      return refuse(usage.missingCommand);
    default:
      return refuse(usage.unknownCommand(name));
  }
}

/** A valid command line. */
export type Command = ReturnType<typeof readArguments>;
export type StatusCommand = Extract<Command, { name: 'status' }>;
export type UsageCommand = Extract<Command, { name: 'usage' }>;
export type EventsCommand = Extract<Command, { name: 'events' }>;
export type OffersCommand = Extract<Command, { name: 'prices' | 'offers' }>;
export type LaunchCommand = Extract<Command, { name: 'launch' }>;
export type LoginCommand = Extract<Command, { name: 'login' }>;
export type LogoutCommand = Extract<Command, { name: 'logout' }>;
export type SshCommand = Extract<Command, { name: 'ssh' }>;
export type DoctorCommand = Extract<Command, { name: 'doctor' }>;
