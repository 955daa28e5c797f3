import { type MetricsAddress, parseMetricsAddress } from '../core/metrics/index.ts';
import { type BaseUrl, parseBaseUrl } from '../core/providers/index.ts';
import { parseAutoStop } from '../shared/auto-stop/parse-auto-stop.ts';
import {
  checkOrder,
  EMPTY_DRAFT,
  MIN_PASSWORD,
  type OrderDraft,
  type OrderErrors,
  type OrderField,
} from '../shared/domain/vm-order.ts';
import { DAY_MS, HOUR_MS, utcDay } from '../shared/format/index.ts';
import {
  FIRST_PROVIDER,
  isProviderId,
  PROVIDER_IDS,
  PROVIDERS,
  type ProviderId,
} from '../shared/providers/index.ts';
import { type DayRange, isDay, monthStart, rangeProblem } from '../shared/usage/day-range.ts';
import { CommandError, EXIT } from './errors.ts';
import { usage } from './messages.ts';
import { CREDENTIAL, type Option, refuse, type Values } from './option-table.ts';

/** A credential on standard input: arguments and the environment can be read by other programs. */
export type CredentialSource = {
  readonly provider: ProviderId;
  readonly baseUrl: BaseUrl;
} & ({ readonly kind: 'apiKey' } | { readonly kind: 'login'; readonly email: string });

function readProvider({ provider = FIRST_PROVIDER }: Values): ProviderId {
  return isProviderId(provider) ? provider : refuse(usage.unknownProvider(provider, PROVIDER_IDS));
}

/** The provider, and its address unless the URL replaces it. */
function readPlace(
  values: Values,
  provider: ProviderId,
): Pick<CredentialSource, 'provider' | 'baseUrl'> {
  const text = values['base-url'] ?? PROVIDERS[provider].address;
  if (text === null) return refuse(usage.missingBaseUrl);
  const result = parseBaseUrl(text);
  return result.ok ? { provider, baseUrl: result.url } : refuse(result.message);
}

/** @throws Refusal where the provider has no sign-in with a password */
function readLogin(values: Values, provider: ProviderId, email: string): CredentialSource {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refuse(usage.invalidEmail);
  const { name, signIn } = PROVIDERS[provider];
  if (!signIn.includes('login')) return refuse(usage.keyOnly(name));
  return { kind: 'login', ...readPlace(values, provider), email };
}

export function readMetricsAddress({ metrics }: Values): MetricsAddress | null {
  if (metrics === undefined) return null;
  return parseMetricsAddress(metrics) ?? refuse(usage.invalidAddress);
}

const PLACE = ['base-url', 'provider'] as const;

/** Null without a credential option. */
export function readCredential(values: Values): CredentialSource | null {
  const provider = readProvider(values);
  const isKey = values['api-key-stdin'] ?? false;
  const isPassword = values['password-stdin'] ?? false;
  const { email } = values;
  if (isKey && (isPassword || email !== undefined)) return refuse(usage.oneCredential);
  if (isKey) return { kind: 'apiKey', ...readPlace(values, provider) };
  if (isPassword !== (email !== undefined)) return refuse(usage.emailAndPassword);
  if (email !== undefined) return readLogin(values, provider, email);
  const place = PLACE.find((option) => values[option] !== undefined);
  return place === undefined ? null : refuse(usage.missingCredential(place));
}

const AGE = /^([1-9]\d{0,3})([hd])$/;

/** A day in UTC or an age, as ms since the epoch; null: not given. */
export function readTime(
  values: Values,
  option: 'from' | 'to' | 'since',
  now: number,
): number | null {
  const text = values[option];
  if (text === undefined) return null;
  const [, count, unit] = AGE.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS);
  if (text === 'today' || text === 'yesterday')
    return Date.parse(utcDay(text === 'today' ? now : now - DAY_MS));
  return isDay(text) ? Date.parse(text) : refuse(usage.invalidTime(option));
}

/** The days to report: by default until today, from the first of that month on. */
function readRange(values: Values, now: number): DayRange {
  const from = readTime(values, 'from', now);
  const to = utcDay(readTime(values, 'to', now) ?? now);
  const range = { from: from === null ? monthStart(to) : utcDay(from), to };
  const problem = rangeProblem(range);
  return problem === null ? range : refuse(usage.invalidRange[problem]);
}

function readFormat({ csv = false, json = false }: Values): 'table' | 'csv' | 'json' {
  if (csv && json) return refuse(usage.oneFormat);
  return csv ? 'csv' : json ? 'json' : 'table';
}

export const hasJson = ({ json = false }: Values) => ({ json });
export const hasColor = (values: Values) => ({ color: !(values['no-color'] ?? false) });
/** Null: the stored accounts. */
export const hasCredential = (values: Values) => ({ credential: readCredential(values) });

export function readUsageOptions(values: Values, _words: readonly string[], now: number) {
  const { check = false } = values;
  if (check && values.csv) return refuse(usage.checkWithCsv);
  return {
    ...hasCredential(values),
    range: readRange(values, now),
    format: readFormat(values),
    check,
    ...hasColor(values),
  };
}

function readNumber(values: Values, option: 'min-gpus' | 'max-price'): number | null {
  const text = values[option];
  if (text === undefined) return null;
  const pattern = option === 'min-gpus' ? /^\d{1,6}$/ : /^\d{1,6}(\.\d{1,6})?$/;
  return pattern.test(text) ? Number(text) : refuse(usage.invalidNumber(option));
}

export function readOfferOptions(values: Values) {
  const provider = readProvider(values);
  if (provider !== FIRST_PROVIDER) return refuse(usage.noOffers(PROVIDERS[provider].name));
  return {
    /** Null: the service of the stored accounts. */
    baseUrl: values['base-url'] === undefined ? null : readPlace(values, provider).baseUrl,
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
} as const satisfies Record<OrderField, Option>;

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

/** @throws CommandError that names the provider's own page where GPU Tray cannot launch */
export function requireLaunch(provider: ProviderId): void {
  const { launch } = PROVIDERS[provider].lacks;
  if (launch !== undefined) throw new CommandError(EXIT.usage, `${launch.text} ${launch.page}`);
}

export function readLaunchOptions(values: Values) {
  requireLaunch(readProvider(values));
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
  return {
    /** Of the options alone. */
    errors: checked.ok || hasBase ? null : checked.errors,
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

/** The account of a VM, and the file that says how to operate it, null where its provider does; null: the stored accounts. */
function readGiven(values: Values) {
  const { profile } = values;
  const names = [...Object.keys(CREDENTIAL), 'profile'];
  if (!names.some((name) => Object.hasOwn(values, name))) return null;
  const isFirst = readProvider(values) === FIRST_PROVIDER;
  const hasCredential = values['api-key-stdin'] === true || values.email !== undefined;
  if (!isFirst && profile !== undefined) return refuse(usage.noProfile);
  if (!hasCredential || (isFirst && profile === undefined)) return refuse(usage.givenVm(isFirst));
  const credential = readCredential(values);
  return credential === null ? null : { credential, profile: profile ?? null };
}

export function readOperationOptions(values: Values) {
  const { yes = false, wait = false, 'erase-data': eraseData } = values;
  return {
    given: readGiven(values),
    yes: yes || eraseData === true,
    eraseData,
    wait,
    ...hasJson(values),
  };
}

/** ms; undefined: not given. */
export function readIdleStop({ 'idle-stop': text }: Values): number | undefined {
  if (text === undefined) return undefined;
  const limit = parseAutoStop(`idle ${text}`, 0);
  return limit?.kind === 'idle' ? limit.ms : refuse(usage.invalidIdleStop);
}
