import { addressOf, type BaseUrl, parseBaseUrl } from '../core/providers/index.ts';
import { DAY_MS, HOUR_MS, utcDay } from '../shared/format/index.ts';
import { TERMS_OF_WORDS } from '../shared/launch/preset.ts';
import type { OfferWish } from '../shared/offers/gpu-offer.ts';
import { DEFAULT_DISK_GB } from '../shared/offers/offer-places.ts';
import {
  FIRST_PROVIDER,
  isProviderId,
  PROVIDER_IDS,
  PROVIDERS,
  type ProviderId,
} from '../shared/providers/providers.ts';
import { isDay } from '../shared/usage/day-range.ts';
import { refuse } from './errors.ts';
import { usage } from './messages.ts';
import { field, flag, group, kind, option, refuseBoth, repeated, type ValuesOf } from './option.ts';

export const JSON_OPTION = flag('json', 'Print one JSON object');

export const COLOR = flag('no-color', 'Print without colors, as with NO_COLOR').to(
  (isOff) => !isOff,
);

export const VM = field([], ({ words: [vm] }) => vm ?? refuse(usage.missingVm));

const AGE = /^([1-9]\d{0,3})([hd])$/;

/** A day in UTC or an age, as ms since the epoch. */
export const time = kind(
  'a day, such as 2026-11-01 or yesterday, or an age, such as 24h or 7d',
  (typed, now) => {
    const [, count, unit] = AGE.exec(typed) ?? [];
    if (count !== undefined) return now - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS);
    if (typed === 'today' || typed === 'yesterday')
      return Date.parse(utcDay(typed === 'today' ? now : now - DAY_MS));
    return isDay(typed) ? Date.parse(typed) : null;
  },
);

/** A credential on standard input: arguments and the environment can be read by other programs. */
export type CredentialSource = {
  readonly provider: ProviderId;
  readonly baseUrl: BaseUrl;
} & ({ readonly kind: 'apiKey' } | { readonly kind: 'login'; readonly email: string });

const providerId = kind(`one of ${PROVIDER_IDS.join(', ')}`, (typed) =>
  isProviderId(typed) ? typed : null,
);

const PROVIDER = option(
  'provider <name>',
  `Provider: ${PROVIDER_IDS.join(', ')}; default: ${FIRST_PROVIDER}`,
  providerId,
);

function serviceUrl(typed: string): BaseUrl {
  const result = parseBaseUrl(typed);
  return result.ok ? result.url : refuse(result.message);
}

const WHOLE = 'a whole number, such as 2';

const wholeNumber = kind(WHOLE, (typed) => (/^\d{1,6}$/.test(typed) ? Number(typed) : null));

/** GPUs of a machine; no cloud has machines without one, or with a thousand. */
const gpuCount = kind(WHOLE, (typed) => (/^[1-9]\d{0,2}$/.test(typed) ? Number(typed) : null));

/** Above 0: a bid or a bound of 0 is a mistake. */
const price = kind('a number, such as 1.20', (typed) =>
  /^\d{1,6}(\.\d{1,6})?$/.test(typed) ? Number(typed) || null : null,
);

const oneOf = <T extends string>(values: ReadonlyMap<string, T>) =>
  kind(`one of ${[...values.keys()].join(', ')}`, (typed) => values.get(typed) ?? null);

export const isEmail = (typed: string) => /^[^\s@]+@[^\s@]+$/.test(typed);

const email = kind('an email address', (typed) => (isEmail(typed) ? typed : null));

const SEARCH = group({
  gpu: option('gpu <model>', 'Only this GPU: h100 is every form, "a100 80" one of 80 GB').to(
    (gpu) => gpu ?? '',
  ),
  minGpus: option('min-gpus <n>', 'Only offers of at least n GPUs', gpuCount).to(
    (count) => count ?? 1,
  ),
  maxPrice: option('max-price <$/h>', 'Highest price of one GPU per hour', price),
  minVramGb: option('min-vram <gb>', 'Smallest memory of one GPU, in GB', wholeNumber),
  isInterruptible: flag('interruptible', 'Only interruptible offers; default: all others'),
  diskGb: option(
    'disk-gb <n>',
    `Disk in the price, in GB; default: ${DEFAULT_DISK_GB}`,
    wholeNumber,
  ).to((gb) => gb ?? DEFAULT_DISK_GB),
}).to((wish): OfferWish => ({ ...wish, provider: null }));

const OFFER_PLACES = group({
  providers: repeated(
    'provider <name>',
    `Only this provider: ${PROVIDER_IDS.join(', ')}; can be repeated`,
    providerId,
  ),
  url: option('base-url <url>', "Read a rental service's offers at this URL, without an account"),
}).to(({ providers, url }) => {
  const [provider = FIRST_PROVIDER, ...others] = providers;
  if (url === null) return { providers, given: null };
  if (others.length > 0) return refuse(usage.oneProvider);
  const { name, publicOffers } = PROVIDERS[provider];
  if (!publicOffers) return refuse(usage.noPublicOffers(name));
  return { providers, given: { provider, base: serviceUrl(url) } };
});

/** Empty `providers`: all. `given`: the only place to read at, without an account. */
export const OFFERS = group({
  search: SEARCH,
  places: OFFER_PLACES,
  json: JSON_OPTION,
  color: COLOR,
}).to(({ places, ...values }) => ({ ...values, ...places }));

const CREDENTIAL_OPTIONS = {
  provider: PROVIDER,
  baseUrl: option('base-url <url>', "Service URL (https://…), replaces a provider's"),
  isKey: flag('api-key-stdin', 'Read an API key; a read-only key is enough'),
  email: option('email <email>', 'Sign in with a password, with --password-stdin', email),
  isPassword: flag('password-stdin', 'Read the password; used once and not stored'),
};

const WRITE_CREDENTIAL_OPTIONS = {
  ...CREDENTIAL_OPTIONS,
  isKey: flag('api-key-stdin', 'Read an API key that can change VMs'),
};

function credentialOf(values: ValuesOf<typeof CREDENTIAL_OPTIONS>): CredentialSource | null {
  const { provider: given, baseUrl, isKey, email, isPassword } = values;
  const isLogin = email !== null;
  if (isPassword !== isLogin || (isKey && isLogin)) return refuse(usage.credential);
  if (!isKey && !isLogin)
    return given === null && baseUrl === null ? null : refuse(usage.credential);
  const provider = given ?? FIRST_PROVIDER;
  const { name, signIn } = PROVIDERS[provider];
  if (isLogin && !signIn.includes('login')) return refuse(usage.keyOnly(name));
  const url = baseUrl ?? addressOf(provider) ?? refuse(usage.missingBaseUrl);
  const place = { provider, baseUrl: serviceUrl(url) };
  return isLogin ? { kind: 'login', ...place, email } : { kind: 'apiKey', ...place };
}

/** Null: the stored accounts. */
export const CREDENTIAL = group(CREDENTIAL_OPTIONS).to(credentialOf);

/** The account of a VM, and its service profile, null where the provider needs none; null: the stored accounts. */
export const GIVEN_ACCOUNT = group({
  profile: option(
    'profile <file>',
    'Service profile, with the options below; stored accounts have their own',
  ),
  ...WRITE_CREDENTIAL_OPTIONS,
}).to((values) => {
  const { profile } = values;
  const credential = credentialOf(values);
  if (credential === null) return profile === null ? null : refuse(usage.credential);
  const isFirst = credential.provider === FIRST_PROVIDER;
  if (isFirst === (profile === null))
    return refuse(isFirst ? usage.missingVmProfile : usage.noProfile);
  return { credential, profile };
});

const AUTH = new Map([
  ['ssh_key', 'key'],
  ['password', 'password'],
] as const);

/** The order. Each option replaces the one of `--like` and `--preset`. */
const ORDER = group({
  offer: option('offer <key>', 'Offer, as `offers --json` prints it'),
  gpu: option('gpu <model>', 'The cheapest offer of this GPU, such as h100'),
  gpuCount: option('gpu-count <n>', 'Number of GPUs', gpuCount),
  node: option('node <id>', 'Node or place, such as vm03'),
  terms: option(
    'rental <type>',
    'on_demand (default), interruptible or reserved',
    oneOf(TERMS_OF_WORDS),
  ),
  months: option('months <n>', 'Months of a reservation', wholeNumber),
  name: option('name <name>', 'Name of the VM, where it can be chosen'),
  image: option('image <image>', "Image or template; default: the provider's"),
  diskGb: option('disk-gb <n>', 'Disk in GB, where it can be chosen', wholeNumber),
  bid: option('bid <$/h>', 'Bid for an interruptible VM; default: the lowest', price),
  maxPrice: option('max-price <$/h>', 'Highest price of the VM per hour', price),
  auth: option('auth <method>', 'ssh_key (default) or password', oneOf(AUTH)),
  sshKey: option('ssh-key <file>', 'Your SSH key; only its public part is sent'),
  sshKeyId: option('ssh-key-id <id>', 'SSH key of the account; default: the one you have'),
  mayAddKey: flag('add-ssh-key', 'Add your public key to the account if needed'),
});

const VM_PASSWORD = flag('password-stdin', "Read the VM's password on the line after the API key");

const LAUNCH_OPTIONS = {
  order: ORDER,
  like: option('like <vm>', 'Copy settings from a VM: alias, label or number'),
  preset: option('preset <name>', 'Copy settings from a preset'),
  account: option('account <account>', 'Stored account to bill: id, name or email'),
  isConfirmed: flag('yes', 'Skip the confirmation'),
  wait: flag('wait', 'Wait until the VM accepts logins'),
  isAnyway: flag('anyway', 'Launch even if an earlier launch is still pending'),
  json: JSON_OPTION,
  signIn: group({ ...WRITE_CREDENTIAL_OPTIONS, isPassword: VM_PASSWORD }),
};

export const LAUNCH = group(LAUNCH_OPTIONS).to(({ order, signIn, ...values }) => {
  const { account, like, preset } = values;
  const { provider, baseUrl, isKey, email } = signIn;
  const hasEmail = email !== null;
  const isGiven = isKey || hasEmail || baseUrl !== null;
  // With an email, it is that account's password.
  const credential = isGiven
    ? credentialOf({ ...signIn, isPassword: hasEmail && signIn.isPassword })
    : null;
  const hasPassword = hasEmail ? order.auth === 'password' : signIn.isPassword;
  refuseBoth({ '--like': like, '--preset': preset });
  refuseBoth({ '--account': account, 'a credential on standard input': credential });
  refuseBoth({ '--ssh-key': order.sshKey, '--ssh-key-id': order.sshKeyId });
  refuseBoth({ '--offer': order.offer, '--gpu': order.gpu });
  if (order.auth === 'password' && !hasPassword) return refuse(usage.missingPassword);
  if (order.auth === 'key' && hasPassword)
    return refuse(usage.notBoth('--auth ssh_key', '--password-stdin'));
  const isChosen = [order.offer, order.gpu, like, preset].some((each) => each !== null);
  if (!isChosen) return refuse(usage.missingOffer);
  return {
    ...values,
    order,
    provider,
    /** Null: the stored accounts. */
    credential,
    /** The VM's password is on standard input, after the credential. */
    hasPassword,
  };
});
