import { z } from 'zod';

/** One of these words; the first one is the default. */
const word = <const T extends readonly [string, ...string[]]>(words: T, text: string) =>
  z
    .enum(words)
    .default(() => words[0])
    .describe(text);
const perMinute = (limit: number) =>
  z.int().min(0).max(1_000_000_000).default(limit).describe('limit');
const upTo = (max: number, byDefault: number) => z.int().min(0).max(max).default(byDefault);
const port = z.int().min(1).max(65_535).nullable().default(null);

/** Options that may change while the simulator runs. `--help` shows the descriptions, with values and defaults. */
const behavior = {
  tokenTtlSeconds: z
    .int()
    .min(1)
    .max(31_536_000)
    .default(3600)
    .describe('lifetime of new access tokens in seconds of wall time'),
  /** `grace`: its answer may have been lost; the token of that answer is void. */
  refreshReuse: word(
    ['reject', 'grace', 'revoke'],
    'a used refresh token is a 401, valid once more, or a 401 that ends the login',
  ),
  listDestroyed: z.boolean().default(true).describe('do not list destroyed VMs'),
  // The first two limits are documented, the others are "standard" and "moderate".
  loginPerMinute: perMinute(5),
  refreshPerMinute: perMinute(10),
  readsPerMinute: perMinute(600),
  vmOperationsPerMinute: perMinute(30),
  maxLimit: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('maximum page size; a larger limit is lowered'),
  /** 0: one page without `pagination`, as before September 2026. */
  podsPerPage: upTo(1000, 1000).describe('pods of a page at RunPod, 0 for one page'),
  billLagHours: upTo(72, 0).describe('hours that bills of RunPod and Vast lag behind'),
  orders: word(
    ['usual', 'refused', 'twice', 'keyless', 'stopped', 'named'],
    'an order is taken, finds no machine, creates two VMs or one without the key; at Vast one that stays stopped, or an error names it',
  ),
};

const fixed = {
  provider: word(['rental', 'runpod', 'vast', 'lambda'], 'provider whose service is simulated'),
  port: z.int().min(0).max(65_535).default(0).describe('port on 127.0.0.1, 0 for a free one'),
  seed: z
    .int()
    .min(0)
    .max(0xffffffff)
    .default(1)
    .describe('the same seed gives the same fleet and API keys'),
  /** The second account has at most three. */
  vms: z.int().min(0).max(10_000).default(12).describe('VMs of the first account, 0 to 10000'),
  speed: z.number().positive().max(1_000_000).default(1).describe('simulated seconds per second'),
  sshPort: port.describe(
    'running VMs answer like SSH servers on this port, each on its own address',
  ),
  sshServer: port.describe(
    'port on 127.0.0.1 of a real SSH server that gets their connections instead',
  ),
};

export const optionsSchema = z.strictObject({ ...fixed, ...behavior });
/** Only names: the values are parsed with all others. */
export const patchSchema = z.partialRecord(z.object(behavior).keyof(), z.unknown());

export type StartOptions = z.input<typeof optionsSchema>;
/** Read anew for each request, since `setOptions` changes them. */
export type Options = z.output<typeof optionsSchema>;
export type OptionsPatch = Partial<Pick<Options, keyof typeof behavior>>;

/** ms of simulated time: a bill has nothing later. */
export const billedUntil = ({ billLagHours }: Options, now: number) =>
  now - billLagHours * 3_600_000;
