import { z } from 'zod';

const perMinute = z.int().min(0).max(1_000_000_000);

/**
 * The options that may change while the simulator runs. Most stand for something that the service's document leaves
 * open: each has several plausible forms, so that a client cannot depend on one guess. The defaults are as documented,
 * else the first form. The descriptions are those of the flags in `--help`, which adds values
 * and defaults.
 */
const behaviorSchema = z.strictObject({
  tokenTtlSeconds: z
    .int()
    .min(1)
    .max(31_536_000)
    .default(3600)
    .describe('lifetime of new access tokens in seconds of wall time'),
  refreshTokens: z
    .enum(['rotate', 'keep'])
    .default('rotate')
    .describe('a refresh answers a new refresh token or the same one'),
  /** `grace`: its answer may have been lost; the token of that answer is void. */
  refreshReuse: z
    .enum(['reject', 'grace', 'revoke'])
    .default('reject')
    .describe('a used refresh token is a 401, valid once more, or a 401 that ends the login'),
  /** Without a refresh token in the answer, the old one stays valid. */
  refreshAnswer: z
    .enum(['full', 'no-refresh-token', 'no-expires-in', 'access-only'])
    .default('full')
    .describe('fields of the refresh answer'),
  /** `data-count` has the count of all VMs, `data-page-count` that of this page. */
  vmList: z
    .enum(['array', 'items-total', 'vms', 'data-count', 'data-page-count'])
    .default('array')
    .describe('shape of GET /vms'),
  listDestroyed: z.boolean().default(true).describe('do not list destroyed VMs'),
  /** `object`: `{offers, updated_at}`; `map`: the offers of each GPU type. */
  offers: z.enum(['array', 'object', 'map']).default('array').describe('shape of GET /search'),
  /** Records, `{prices: [records]}`, or a map from GPU type to its prices or to one number. */
  pricing: z
    .enum(['array', 'object', 'map', 'numbers'])
    .default('array')
    .describe('shape of GET /pricing'),
  priceFields: z
    .enum(['per-gpu', 'documented', 'camel', 'nested'])
    .default('per-gpu')
    .describe('names of the fields of offers and prices'),
  usagePeriod: z
    .enum(['date-time', 'date'])
    .default('date-time')
    .describe('form of period_start and period_end'),
  amounts: z
    .enum(['plain', 'dollar'])
    .default('plain')
    .describe('amounts in messages, 1.38 or $1.38'),
  /** The documented string, or the array of objects that some frameworks send instead. */
  detail422: z.enum(['string', 'array']).default('string').describe('detail of a 422'),
  rateReset: z
    .enum(['seconds-left', 'epoch-seconds', 'epoch-milliseconds'])
    .default('seconds-left')
    .describe('form of X-RateLimit-Reset'),
  /** The last three are invalid: `-5`, `soon`, `99999999999`. */
  retryAfter: z
    .enum(['seconds', 'http-date', 'absent', 'negative', 'word', 'huge'])
    .default('seconds')
    .describe('form of Retry-After'),
  // The first two limits are documented, the others are "standard" and "moderate".
  loginPerMinute: perMinute.default(5).describe('limit'),
  refreshPerMinute: perMinute.default(10).describe('limit'),
  readsPerMinute: perMinute.default(600).describe('limit'),
  vmOperationsPerMinute: perMinute.default(30).describe('limit'),
  maxLimit: z.int().min(1).nullable().default(null).describe('maximum page size'),
  overMaxLimit: z
    .enum(['clamp', 'reject'])
    .default('clamp')
    .describe('a limit above the maximum page size is lowered, or a 422'),
  ignoreLimit: z.boolean().default(false).describe('every page has 50 VMs'),
  ignoreOffset: z.boolean().default(false).describe('every page is the first'),
});

export type Behavior = z.output<typeof behaviorSchema>;
export type BehaviorPatch = Partial<Behavior>;

/** Some of the options, without defaults for the others. */
export const behaviorPatchSchema = z.custom<BehaviorPatch>().superRefine((patch, context) => {
  for (const { path, message } of behaviorSchema.safeParse(patch).error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message });
});

/** All options: those of the behavior, and those that are fixed at the start. */
export const startOptionsSchema = z.strictObject({
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
  sshPort: z
    .int()
    .min(1)
    .max(65_535)
    .nullable()
    .default(null)
    .describe('running VMs answer like SSH servers on this port, each on its own address'),
  sshServer: z
    .int()
    .min(1)
    .max(65_535)
    .nullable()
    .default(null)
    .describe('port on 127.0.0.1 of a real SSH server that gets their connections instead'),
  basePath: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be empty or look like /v1')
    .refine((path) => !path.startsWith('/__control'), 'must not be /__control')
    .default('')
    .describe('path of the service, such as /v1'),
  ...behaviorSchema.shape,
});

/** Options of `startSimulator`, all of them optional. */
export type StartOptions = z.input<typeof startOptionsSchema>;

/** @throws ZodError */
export function readStartOptions(options: StartOptions) {
  const { port, seed, vms, speed, sshPort, sshServer, basePath, ...behavior } =
    startOptionsSchema.parse(options);
  return { fixed: { port, seed, vms, speed, sshPort, sshServer, basePath }, behavior };
}

export type FixedOptions = ReturnType<typeof readStartOptions>['fixed'];

/** The behavior of a running simulator. */
export function liveBehavior(initial: Behavior) {
  let behavior = initial;
  return {
    current: () => behavior,
    /** All of the patch or nothing. @throws ZodError */
    change(patch: BehaviorPatch): Behavior {
      behavior = behaviorSchema.parse({ ...behavior, ...patch });
      return behavior;
    },
  };
}

export type LiveBehavior = ReturnType<typeof liveBehavior>;
