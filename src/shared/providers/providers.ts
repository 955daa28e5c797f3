/** The sentence in place of a capability that a provider lacks, and the page that helps. */
interface Lack {
  readonly text: string;
  readonly page: string;
}

/** Where API keys are made, and which one is enough. */
interface KeysPage {
  readonly page: string;
  readonly hint: string;
}

/** A provider, as known before anything of its adapter is loaded. */
export interface Provider {
  readonly name: string;
  /** Null: the user enters it. */
  readonly address: string | null;
  readonly signIn: readonly ('apiKey' | 'login')[];
  /** Null: not known. */
  readonly keys: KeysPage | null;
  /** Its web console; null: the user enters it. */
  readonly consolePage: string | null;
  /** A sentence for a capability that the adapter lacks. */
  readonly lacks: Readonly<Partial<Record<'balance' | 'stop', Lack>>>;
  /** A sentence without its period on VMs at a balance of $0; null: unknown, or in the text of a lack. */
  readonly atZero: string | null;
  /** A reading call without a body, which `doctor` sends without a credential. */
  readonly probePath: string;
  /** Between two requests of an account, ms; 0: the answers tell what is left, or nothing is asked for. */
  readonly minIntervalMs: number;
  /** A refusal tells the scope of a key. Otherwise what a key may do is known only once it was done. */
  readonly reportsScope: boolean;
  /** A stop erases what no volume keeps: the record of each VM says what that is. */
  readonly stopErases: boolean;
  /** Its offers can be read without an account. */
  readonly publicOffers: boolean;
}

const READ_ONLY = 'A read-only key is enough.';

export const SEARCH_KEYS = 'A Vast key that can search offers (permission misc) can also rent.';

/** By the id that the settings store, in the order of the sign-in. */
const ENTRIES = {
  runpod: {
    name: 'RunPod',
    address: 'https://api.runpod.io',
    signIn: ['apiKey'],
    keys: { page: 'https://www.console.runpod.io/user/settings', hint: READ_ONLY },
    consolePage: 'https://www.console.runpod.io/pods',
    lacks: {
      balance: {
        text: 'RunPod doesn’t share your balance. At $0 it deletes pods without a network volume: turn on RunPod’s low-balance email.',
        page: 'https://www.console.runpod.io/user/billing',
      },
    },
    atZero: null,
    probePath: '/v2/pods',
    minIntervalMs: 0,
    reportsScope: false,
    stopErases: true,
    publicOffers: false,
  },
  vast: {
    name: 'Vast.ai',
    address: 'https://console.vast.ai',
    signIn: ['apiKey'],
    keys: {
      page: 'https://cloud.vast.ai/manage-keys/',
      hint: `${READ_ONLY} ${SEARCH_KEYS}`,
    },
    consolePage: 'https://cloud.vast.ai/instances/',
    lacks: {},
    atZero:
      'At $0 Vast stops running instances; without a saved card, it deletes them and their data',
    probePath: '/api/v1/instances/',
    minIntervalMs: 1_100,
    reportsScope: false,
    stopErases: false,
    publicOffers: true,
  },
  lambda: {
    name: 'Lambda',
    address: 'https://cloud.lambda.ai',
    signIn: ['apiKey'],
    keys: {
      page: 'https://cloud.lambda.ai/api-keys',
      hint: 'Lambda has no read-only keys: every key can launch and terminate.',
    },
    consolePage: 'https://cloud.lambda.ai/instances',
    lacks: {
      balance: {
        text: 'Lambda doesn’t share balance or spend. The rate adds up your instances; file systems are extra.',
        page: 'https://cloud.lambda.ai/',
      },
      stop: {
        text: 'Lambda can’t stop instances. Only Terminate ends billing, and it deletes the data.',
        page: 'https://cloud.lambda.ai/instances',
      },
    },
    atZero: null,
    probePath: '/api/v1/instances',
    // A second, and what the times of travel differ by.
    minIntervalMs: 1_050,
    reportsScope: true,
    stopErases: false,
    publicOffers: false,
  },
  rental: {
    name: 'GPU rental service',
    address: null,
    signIn: ['apiKey', 'login'],
    keys: null,
    consolePage: null,
    lacks: {},
    atZero: null,
    probePath: '/pricing',
    minIntervalMs: 0,
    reportsScope: true,
    stopErases: false,
    publicOffers: true,
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderId = keyof typeof ENTRIES;

export const PROVIDERS: Readonly<Record<ProviderId, Provider>> = ENTRIES;

export const isProviderId = (id: string): id is ProviderId => Object.hasOwn(PROVIDERS, id);

export const PROVIDER_IDS = Object.keys(PROVIDERS).filter(isProviderId);

/** The provider of accounts that were stored before there were several. */
export const FIRST_PROVIDER = 'rental' satisfies ProviderId;

/** The sentence about a capability that an account lacks; null: the account has the capability, or the provider no sentence. */
export function lackOf(
  { provider, can }: { readonly provider: ProviderId; readonly can: readonly string[] },
  capability: keyof Provider['lacks'],
): Lack | null {
  return can.includes(capability) ? null : (PROVIDERS[provider].lacks[capability] ?? null);
}

/** Whether the user enters the provider's address, so that its console and operations are unknown as well. */
export const isOwnService = ({ provider }: { readonly provider: ProviderId }): boolean =>
  PROVIDERS[provider].address === null;

/** The sentence in the place of an operation that an account lacks; null: a service profile may have it. */
export function operationLack(
  account: { readonly provider: ProviderId },
  operation: string,
): string | null {
  if (isOwnService(account)) return null;
  const { name, lacks } = PROVIDERS[account.provider];
  const lack = operation === 'stop' ? lacks.stop : undefined;
  return lack?.text ?? `GPU Tray can’t ${operation} VMs at ${name}. Use its console.`;
}

/** Why the VMs of an account cannot be stopped; null: they can. */
export const stopLackOf = (account: Parameters<typeof lackOf>[0]): string | null =>
  account.can.includes('stop')
    ? null
    : (operationLack(account, 'stop') ?? 'GPU Tray can’t stop this VM without a service profile.');

/** The subject of a sentence about accounts: the name of their one provider, or `The service` of the first provider or of several. */
export function serviceName(accounts: readonly { readonly provider: ProviderId }[]): string {
  const [id, ...others] = new Set(accounts.map(({ provider }) => provider));
  const isNamed = id !== undefined && others.length === 0 && id !== FIRST_PROVIDER;
  return isNamed ? PROVIDERS[id].name : 'The service';
}

/** The place that an account is at: its provider, or the host where the user enters the address. */
export function serviceOf(account: {
  readonly provider: ProviderId;
  readonly baseUrl: string;
}): string {
  const { name, address } = PROVIDERS[account.provider];
  const [, host] = /^https?:\/\/([^/]+)/.exec(account.baseUrl) ?? [];
  return address === null && host !== undefined ? host : name;
}
