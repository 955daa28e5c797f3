import { addressOf, type BaseUrl, parseBaseUrl } from '../core/providers/index.ts';
import type { OrderDraft, OrderErrors } from '../shared/domain/order-draft.ts';
import { checkOrder, EMPTY_DRAFT, MIN_PASSWORD } from '../shared/domain/vm-order.ts';
import { DAY_MS, HOUR_MS, utcDay } from '../shared/format/index.ts';
import { DEFAULT_DISK_GB, type OfferSearch } from '../shared/offers/offer-places.ts';
import {
  FIRST_PROVIDER,
  isProviderId,
  PROVIDER_IDS,
  PROVIDERS,
  type ProviderId,
} from '../shared/providers/providers.ts';
import { isDay } from '../shared/usage/day-range.ts';
import { CommandError, EXIT } from './errors.ts';
import { usage } from './messages.ts';
import { type Field, flag, group, option, refuse, repeated, type ValuesOf } from './option.ts';

export const JSON_OPTION = flag('json', 'Print one JSON object');

export const COLOR = group(
  { isOff: flag('no-color', 'Print without colors, as with NO_COLOR') },
  ({ isOff }) => !isOff,
);

export const VM: Field<string> = {
  options: [],
  read: ({ command, words: [vm] }) => vm ?? refuse(usage.missingVm(command)),
};

const AGE = /^([1-9]\d{0,3})([hd])$/;

/** A day in UTC or an age, as ms since the epoch. */
export function time(typed: string, name: string, now: number): number {
  const [, count, unit] = AGE.exec(typed) ?? [];
  if (count !== undefined) return now - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS);
  if (typed === 'today' || typed === 'yesterday')
    return Date.parse(utcDay(typed === 'today' ? now : now - DAY_MS));
  return isDay(typed) ? Date.parse(typed) : refuse(usage.invalidTime(name));
}

/** A credential on standard input: arguments and the environment can be read by other programs. */
export type CredentialSource = {
  readonly provider: ProviderId;
  readonly baseUrl: BaseUrl;
} & ({ readonly kind: 'apiKey' } | { readonly kind: 'login'; readonly email: string });

const providerId = (typed: string): ProviderId =>
  isProviderId(typed) ? typed : refuse(usage.unknownProvider(typed, PROVIDER_IDS));

const PROVIDER = option(
  'provider <name>',
  `Provider: ${PROVIDER_IDS.join(', ')}; default: ${FIRST_PROVIDER}`,
  providerId,
);

function serviceUrl(typed: string): BaseUrl {
  const result = parseBaseUrl(typed);
  return result.ok ? result.url : refuse(result.message);
}

function wholeNumber(typed: string, name: string): number {
  return /^\d{1,6}$/.test(typed) ? Number(typed) : refuse(usage.notWhole(name));
}

function number(typed: string, name: string): number {
  return /^\d{1,6}(\.\d{1,6})?$/.test(typed) ? Number(typed) : refuse(usage.notNumber(name));
}

const SEARCH = group(
  {
    gpu: option('gpu <model>', 'Only this GPU: h100 is every form, "a100 80" one of 80 GB'),
    minGpus: option('min-gpus <n>', 'Only offers of at least n GPUs', wholeNumber),
    maxPrice: option('max-price <$/h>', 'Highest price of one GPU per hour', number),
    minVramGb: option('min-vram <gb>', 'Smallest memory of one GPU, in GB', wholeNumber),
    isInterruptible: flag('interruptible', 'Only interruptible offers; default: all others'),
    diskGb: option(
      'disk-gb <n>',
      `Disk in the price, in GB; default: ${DEFAULT_DISK_GB}`,
      wholeNumber,
    ),
  },
  ({ gpu, diskGb, ...filters }): OfferSearch => ({
    ...filters,
    gpus: gpu === null ? [] : [gpu],
    diskGb: diskGb ?? DEFAULT_DISK_GB,
    provider: null,
  }),
);

/** The places to read offers at. */
const OFFER_PLACES = group(
  {
    providers: repeated(
      'provider <name>',
      `Only this provider: ${PROVIDER_IDS.join(', ')}; can be repeated`,
      providerId,
    ),
    url: option('base-url <url>', "Read a rental service's offers at this URL, without an account"),
  },
  ({ providers, url }) => {
    const [provider = FIRST_PROVIDER, ...others] = providers;
    if (url === null) return { providers, given: null };
    if (others.length > 0) return refuse(usage.oneProvider);
    const { name, publicOffers } = PROVIDERS[provider];
    if (!publicOffers) return refuse(usage.noPublicOffers(name));
    return { providers, given: { provider, base: serviceUrl(url) } };
  },
);

/** Empty `providers`: all. `given`: the only place to read at, without an account. */
export const OFFERS = group(
  { search: SEARCH, places: OFFER_PLACES, json: JSON_OPTION, color: COLOR },
  ({ places, ...values }) => ({ ...values, ...places }),
);

const CREDENTIAL_OPTIONS = {
  provider: PROVIDER,
  baseUrl: option('base-url <url>', "Service URL, starting with https://; replaces a provider's"),
  isKey: flag('api-key-stdin', 'Read an API key; a read-only key is enough'),
  email: option('email <email>', 'Sign in with a password, with --password-stdin'),
  isPassword: flag('password-stdin', 'Read the password; used once and not stored'),
};

const WRITE_CREDENTIAL_OPTIONS = {
  ...CREDENTIAL_OPTIONS,
  isKey: flag('api-key-stdin', 'Read an API key that can change VMs'),
};

type CredentialValues = ValuesOf<typeof CREDENTIAL_OPTIONS>;

/** The provider, and its address unless the URL replaces it. */
function placeOf({ provider: given, baseUrl }: CredentialValues) {
  const provider = given ?? FIRST_PROVIDER;
  const url = baseUrl ?? addressOf(provider) ?? refuse(usage.missingBaseUrl);
  return { provider, baseUrl: serviceUrl(url) };
}

/** @throws Refusal where the provider has no sign-in with a password */
function loginOf(values: CredentialValues, email: string): CredentialSource {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refuse(usage.invalidEmail);
  const { name, signIn } = PROVIDERS[values.provider ?? FIRST_PROVIDER];
  if (!signIn.includes('login')) return refuse(usage.keyOnly(name));
  return { kind: 'login', ...placeOf(values), email };
}

/** Null without a credential option. */
function credentialOf(values: CredentialValues): CredentialSource | null {
  const { provider, baseUrl, isKey, email, isPassword } = values;
  if (isKey && (isPassword || email !== null))
    return refuse(usage.notBoth('--api-key-stdin', '--email with --password-stdin'));
  if (isKey) return { kind: 'apiKey', ...placeOf(values) };
  if (isPassword !== (email !== null)) return refuse(usage.emailAndPassword);
  if (email !== null) return loginOf(values, email);
  if (baseUrl !== null) return refuse(usage.missingCredential('base-url'));
  return provider === null ? null : refuse(usage.missingCredential('provider'));
}

/** Null: the stored accounts. */
export const CREDENTIAL = group(CREDENTIAL_OPTIONS, credentialOf);

/** The account of a VM, and its service profile, null where the provider needs none; null: the stored accounts. */
export const GIVEN_ACCOUNT = group(
  {
    profile: option(
      'profile <file>',
      'Service profile, with the options below; stored accounts have their own',
    ),
    ...WRITE_CREDENTIAL_OPTIONS,
  },
  (values) => {
    if (Object.values(values).every((value) => value === null || value === false)) return null;
    const { profile } = values;
    const isFirst = (values.provider ?? FIRST_PROVIDER) === FIRST_PROVIDER;
    const hasCredential = values.isKey || values.email !== null;
    if (!isFirst && profile !== null) return refuse(usage.noProfile);
    if (!hasCredential || (isFirst && profile === null)) return refuse(usage.givenVm(isFirst));
    const credential = credentialOf(values);
    return credential && { credential, profile };
  },
);

const ORDER_OPTIONS = {
  node: option('node <id>', 'Node, such as vm03'),
  gpuType: option('gpu-type <type>', '5090, 4090 or pro6000'),
  gpuCount: option('gpu-count <n>', '1, 2, 4 or 8'),
  storageGb: option('storage-gb <n>', 'Disk in GB, at least 50'),
  template: option(
    'template <n>',
    '100 or 101: base image 22.04 or 24.04, SSH only;\n102 or 103: AI applications, 104: desktop, with WebUI',
  ),
  rental: option('rental <type>', 'on_demand (default), interruptible or reserved'),
  months: option('months <n>', '1, 3 or 6, for a reserved VM'),
  login: option('auth <method>', 'ssh_key (default) or password'),
  sshKeyId: option('ssh-key-id <id>', 'Default: the oldest SSH key of the user'),
} satisfies Record<keyof OrderDraft, Field<string | null>>;

const VM_PASSWORD = flag(
  'password-stdin',
  "Read the VM's password, at least 12 characters, on the line after the API key. With --email, read the account's first, and the VM's with --auth password",
);

export const LAUNCH_OPTIONS = {
  given: group(ORDER_OPTIONS, (values) => values),
  like: option('like <vm>', 'Copy settings from a VM: alias, label or number'),
  preset: option('preset <name>', 'Copy settings from a preset'),
  /** Null: the only stored one. */
  account: option('account <account>', 'Stored account to bill: id, name or email'),
  isConfirmed: flag('yes', 'Skip the confirmation'),
  wait: flag('wait', 'Wait until the VM accepts logins'),
  isAnyway: flag('anyway', 'Launch even if an earlier launch is still pending'),
  json: JSON_OPTION,
  signIn: group({ ...WRITE_CREDENTIAL_OPTIONS, isPassword: VM_PASSWORD }, (values) => values),
};

export function invalidOrder(errors: OrderErrors): CommandError {
  const fields = { ...ORDER_OPTIONS, password: VM_PASSWORD };
  const named = Object.entries(fields).flatMap(([field, { options }]) =>
    Object.entries(errors).flatMap(([name, message]) =>
      name === field ? options.map((option) => [option.name, message] as const) : [],
    ),
  );
  return new CommandError(EXIT.usage, usage.invalidOrder(named));
}

/** `base`, changed by the options. @param hasPassword the VM's password is on standard input */
function draftOf(
  given: ValuesOf<typeof ORDER_OPTIONS>,
  base: OrderDraft,
  hasPassword: boolean,
): OrderDraft {
  const login = given.login ?? (hasPassword ? 'password' : base.login);
  const rental = given.rental ?? base.rental;
  return {
    node: given.node ?? base.node,
    gpuType: given.gpuType ?? base.gpuType,
    gpuCount: given.gpuCount ?? base.gpuCount,
    storageGb: given.storageGb ?? base.storageGb,
    template: given.template ?? base.template,
    rental,
    months: given.months ?? (rental === 'reserved' ? base.months : ''),
    login,
    sshKeyId: given.sshKeyId ?? (login === 'ssh_key' ? base.sshKeyId : ''),
  };
}

/** @throws CommandError that names the provider's own page where GPU Tray cannot launch */
export function requireLaunch(provider: ProviderId): void {
  const { launch } = PROVIDERS[provider].lacks;
  if (launch !== undefined) throw new CommandError(EXIT.usage, `${launch.text} ${launch.page}`);
}

export function launchOf({ given, signIn, ...values }: ValuesOf<typeof LAUNCH_OPTIONS>) {
  requireLaunch(signIn.provider ?? FIRST_PROVIDER);
  const { account, like, preset } = values;
  const hasEmail = signIn.email !== null;
  // With an email, it is that account's password.
  const credential = credentialOf({ ...signIn, isPassword: hasEmail && signIn.isPassword });
  const hasPassword = hasEmail ? given.login === 'password' : signIn.isPassword;
  if (like !== null && preset !== null) return refuse(usage.notBoth('--like', '--preset'));
  if (credential !== null && account !== null)
    return refuse(usage.notBoth('--account', 'a credential on standard input'));
  const draft = draftOf(given, { ...EMPTY_DRAFT, gpuCount: '', storageGb: '' }, hasPassword);
  const checked = checkOrder(draft, hasPassword ? MIN_PASSWORD : null);
  // A VM or a preset may have what is missing.
  const hasBase = like !== null || preset !== null;
  return {
    ...values,
    /** Of the options alone. */
    errors: checked.ok || hasBase ? null : checked.errors,
    /** Null: a stored account. */
    credential,
    /** @param base has the fields that no option gives */
    order: (base: OrderDraft) => (hasBase ? draftOf(given, base, hasPassword) : draft),
    /** The VM's password is on standard input, after the credential. */
    hasPassword,
  };
}
