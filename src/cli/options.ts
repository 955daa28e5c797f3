import { type BaseUrl, parseBaseUrl } from '../core/service/index.ts';
import {
  checkOrder,
  EMPTY_DRAFT,
  MIN_PASSWORD,
  type OrderDraft,
  type OrderErrors,
  type OrderField,
} from '../shared/domain/vm-order.ts';
import { HOUR_MS } from '../shared/format/index.ts';
import { isDay } from '../shared/usage/day-range.ts';
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
  anyway: { type: 'boolean' },
  wait: { type: 'boolean' },
  csv: { type: 'boolean' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  print: { type: 'boolean' },
  watch: { type: 'boolean' },
  set: { type: 'string' },
  profile: { type: 'string' },
  remove: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export type Values = ReturnType<typeof parse>['values'];

export function refuse(message: string): never {
  throw new CommandError(EXIT.usage, usage.seeHelp(message));
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

function requireBaseUrl(text: string | undefined): BaseUrl {
  if (text === undefined) return refuse(usage.missingBaseUrl);
  const result = parseBaseUrl(text);
  return result.ok ? result.url : refuse(result.message);
}

/** Null without a credential option. */
export function readCredential(values: Values): CredentialSource | null {
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

const AGE = /^([1-9]\d{0,3})([hd])$/;

/** The start of the events, from the time of the command; default: a week ago. */
export function readSince({ since = '7d' }: Values): (now: number) => number {
  const [, count, unit] = AGE.exec(since) ?? [];
  if (count !== undefined) return (now) => now - Number(count) * (unit === 'd' ? 24 : 1) * HOUR_MS;
  return isDay(since) ? () => Date.parse(since) : refuse(usage.invalidSince);
}

function readFormat({ csv = false, json = false }: Values): 'table' | 'csv' | 'json' {
  if (csv && json) return refuse(usage.oneFormat);
  return csv ? 'csv' : json ? 'json' : 'table';
}

export const hasJson = ({ json = false }: Values) => ({ json });
export const hasColor = (values: Values) => ({ color: !(values['no-color'] ?? false) });
/** Null: the stored accounts. */
export const hasCredential = (values: Values) => ({ credential: readCredential(values) });

export const USAGE = ['from', 'to', 'csv', 'json', 'check', 'no-color'] as const;

export function readUsageOptions(values: Values) {
  const { check = false } = values;
  if (check && values.csv) return refuse(usage.checkWithCsv);
  return {
    ...hasCredential(values),
    from: readDay(values, 'from'),
    to: readDay(values, 'to'),
    format: readFormat(values),
    check,
    ...hasColor(values),
  };
}

/** Null: not given. */
function readNumber(values: Values, option: 'min-gpus' | 'max-price'): number | null {
  const text = values[option];
  if (text === undefined) return null;
  const pattern = option === 'min-gpus' ? /^\d{1,6}$/ : /^\d{1,6}(\.\d{1,6})?$/;
  return pattern.test(text) ? Number(text) : refuse(usage.invalidNumber(option));
}

export function readOfferOptions(values: Values) {
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

export function invalidOrder(errors: OrderErrors): CommandError {
  const named = Object.entries(ORDER_OPTIONS).flatMap(([field, option]) =>
    Object.entries(errors).flatMap(([name, message]) =>
      name === field ? [[option, message] as const] : [],
    ),
  );
  return new CommandError(EXIT.usage, usage.invalidOrder(named));
}

/** `base`, changed by the options. @param hasPassword the VM's password is on standard input */
function draftOf(values: Values, base: OrderDraft, hasPassword: boolean): OrderDraft {
  const login = values.auth ?? (hasPassword ? 'password' : base.login);
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

export function readLaunchOptions(values: Values) {
  const { account = null, like = null, preset = null } = values;
  const { 'password-stdin': isPassword = false, ...withoutPassword } = values;
  const hasEmail = values.email !== undefined;
  // With an email, it is that account's password.
  const credential = readCredential(hasEmail ? values : withoutPassword);
  const hasPassword = hasEmail ? values.auth === 'password' : isPassword;
  if (like !== null && preset !== null) return refuse(usage.likeAndPreset);
  if (credential !== null && account !== null) return refuse(usage.accountAndCredential);
  const empty = { ...EMPTY_DRAFT, gpuCount: '', storageGb: '' };
  const draft = draftOf(values, empty, hasPassword);
  const checked = checkOrder(draft, hasPassword ? MIN_PASSWORD : null);
  // A VM or a preset may have what is missing.
  const hasBase = like !== null || preset !== null;
  if (!checked.ok && !hasBase) throw invalidOrder(checked.errors);
  return {
    /** Null: a stored account. */
    credential,
    /** Null: the only stored one. */
    account,
    like,
    preset,
    /** @param base has the fields that no option gives */
    order: (base: OrderDraft) => (hasBase ? draftOf(values, base, hasPassword) : draft),
    /** The VM's password is on standard input, after the credential. */
    hasPassword,
    isConfirmed: values.yes ?? false,
    isAnyway: values.anyway ?? false,
    wait: values.wait ?? false,
    json: values.json ?? false,
  };
}

/** The account of a VM, and the file that says how to operate it; null: the stored accounts, each with its profile. */
function readGiven(values: Values) {
  const { profile } = values;
  const names = [...CREDENTIAL, 'profile'] as const;
  if (names.every((name) => values[name] === undefined)) return null;
  const hasCredential = values['api-key-stdin'] === true || values.email !== undefined;
  const credential = hasCredential && profile !== undefined ? readCredential(values) : null;
  if (credential === null || profile === undefined) return refuse(usage.givenVm);
  return { credential, profile };
}

export function readOperationOptions(values: Values) {
  const { yes = false, wait = false } = values;
  return { given: readGiven(values), yes, wait, ...hasJson(values) };
}

/** The options that give a credential. */
export const CREDENTIAL = ['base-url', 'api-key-stdin', 'email', 'password-stdin'] as const;

export const OPERATION = [...CREDENTIAL, 'profile', 'yes', 'wait', 'json'] as const;

export const LAUNCH = [
  ...([
    'base-url',
    'api-key-stdin',
    'email',
    'account',
    'like',
    'preset',
    'yes',
    'anyway',
    'wait',
    'json',
  ] as const),
  ...Object.values(ORDER_OPTIONS),
];
export type Option = keyof typeof OPTIONS;
