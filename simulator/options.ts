import { z } from 'zod';

const perMinute = z.int().min(0).max(1_000_000_000);

/**
 * The options that may change while the simulator runs. Most stand for something that the service's document leaves
 * open: each has several plausible forms, so that a client cannot depend on one guess.
 */
export const behaviorSchema = z.strictObject({
  /** Lifetime of new access tokens, in seconds of wall time. */
  tokenTtlSeconds: z.int().min(1).max(31_536_000),
  /** Whether a refresh answers a new refresh token or the same one. */
  refreshTokens: z.enum(['rotate', 'keep']),
  /**
   * For a used refresh token: 401; accepted once more (its answer may have been lost), which voids the token of the lost
   * answer; or 401 and the end of every refresh token of that login.
   */
  refreshReuse: z.enum(['reject', 'grace', 'revoke']),
  /** Fields of the refresh answer. Without a refresh token in it, the old one stays valid. */
  refreshAnswer: z.enum(['full', 'no-refresh-token', 'no-expires-in', 'access-only']),
  /**
   * `GET /vms`: a bare array, `{items, total}`, `{vms}`, `{data, count}` with the count of all VMs, or the same with the
   * count of this page.
   */
  vmList: z.enum(['array', 'items-total', 'vms', 'data-count', 'data-page-count']),
  /** Whether destroyed VMs stay in `GET /vms`. */
  listDestroyed: z.boolean(),
  /** `GET /search`: a bare array, or `{offers, updated_at}`. */
  offers: z.enum(['array', 'object']),
  /** `GET /pricing`: an array of records, `{prices: [records]}`, or a map from GPU type to its prices. */
  pricing: z.enum(['array', 'object', 'map']),
  /** `period_start` and `period_end` of the usage answer. */
  usagePeriod: z.enum(['date-time', 'date']),
  /** Amounts in the insufficient-balance message: `1.38` or `$1.38`. */
  amounts: z.enum(['plain', 'dollar']),
  /** `detail` of a 422: the documented string, or the array of objects that some frameworks send instead. */
  detail422: z.enum(['string', 'array']),
  /** Form of `X-RateLimit-Reset`. */
  rateReset: z.enum(['seconds-left', 'epoch-seconds', 'epoch-milliseconds']),
  /** Form of `Retry-After`; the last three are invalid: `-5`, `soon`, `99999999999`. */
  retryAfter: z.enum(['seconds', 'http-date', 'absent', 'negative', 'word', 'huge']),
  /** Documented: 5. */
  loginPerMinute: perMinute,
  /** Documented: 10. */
  refreshPerMinute: perMinute,
  /** "Standard limits", no number. */
  readsPerMinute: perMinute,
  /** "Moderate limits", no number. */
  vmOperationsPerMinute: perMinute,
  /** Maximum page size; null: none. */
  maxLimit: z.int().min(1).nullable(),
  /** A `limit` above `maxLimit` is lowered, or a 422. */
  overMaxLimit: z.enum(['clamp', 'reject']),
  ignoreLimit: z.boolean(),
  ignoreOffset: z.boolean(),
});

export type Behavior = z.infer<typeof behaviorSchema>;

export const behaviorPatchSchema = behaviorSchema.partial();
export type BehaviorPatch = z.input<typeof behaviorPatchSchema>;

/** As documented, else the first form. */
export const DEFAULT_BEHAVIOR: Behavior = {
  tokenTtlSeconds: 3600,
  refreshTokens: 'rotate',
  refreshReuse: 'reject',
  refreshAnswer: 'full',
  vmList: 'array',
  listDestroyed: true,
  offers: 'array',
  pricing: 'array',
  usagePeriod: 'date-time',
  amounts: 'plain',
  detail422: 'string',
  rateReset: 'seconds-left',
  retryAfter: 'seconds',
  loginPerMinute: 5,
  refreshPerMinute: 10,
  readsPerMinute: 600,
  vmOperationsPerMinute: 30,
  maxLimit: null,
  overMaxLimit: 'clamp',
  ignoreLimit: false,
  ignoreOffset: false,
};

/** The options that are fixed at the start. */
const fixedSchema = z.strictObject({
  /** 0 picks a free port. */
  port: z.int().min(0).max(65_535).default(0),
  /** The same seed gives the same fleet and API keys. */
  seed: z.int().min(0).max(0xffffffff).default(1),
  /** VMs of the first account; the second has at most three. */
  vms: z.int().min(0).max(10_000).default(12),
  /** Simulated seconds per second. */
  speed: z.number().positive().max(1_000_000).default(1),
  /** Port on which running VMs answer like SSH servers, each on its own address; null: none. */
  sshPort: z.int().min(1).max(65_535).nullable().default(null),
  /** Path of the service, such as `/v1`; empty: the root. */
  basePath: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be empty or look like /v1')
    .refine((path) => !path.startsWith('/__control'), 'must not be /__control')
    .default(''),
});

/** The fixed options with defaults, and the given part of the behavior. */
export const startOptionsSchema = fixedSchema.extend(behaviorPatchSchema.shape);
/** Options of `startSimulator`, all of them optional. */
export type StartOptions = z.input<typeof startOptionsSchema>;
export type FixedOptions = z.output<typeof fixedSchema>;

/** @throws ZodError */
export function readStartOptions(options: StartOptions): {
  fixed: FixedOptions;
  behavior: Behavior;
} {
  const { port, seed, vms, speed, sshPort, basePath, ...patch } = startOptionsSchema.parse(options);
  return {
    fixed: { port, seed, vms, speed, sshPort, basePath },
    behavior: withPatch(DEFAULT_BEHAVIOR, patch),
  };
}

function withPatch(behavior: Behavior, patch: BehaviorPatch): Behavior {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return behaviorSchema.parse({ ...behavior, ...Object.fromEntries(given) });
}

/** The behavior of a running simulator. */
export interface LiveBehavior {
  current(): Behavior;
  /** All of the patch or nothing. @throws ZodError */
  change(patch: BehaviorPatch): Behavior;
}

export function liveBehavior(initial: Behavior): LiveBehavior {
  let behavior = initial;
  return {
    current: () => behavior,
    change(patch) {
      behavior = withPatch(behavior, behaviorPatchSchema.parse(patch));
      return behavior;
    },
  };
}
