import { z } from 'zod';

const perMinute = z.int().min(0).max(1_000_000_000);

/**
 * What may be changed while the simulator runs. Most of it stands for something that the service's document does not
 * show: each such thing has several plausible forms here, so that no client is fitted to one guess.
 */
export const behaviourSchema = z.strictObject({
  /** Lifetime of an access token in seconds of wall time. Applies to tokens issued from then on. */
  tokenTtlSeconds: z.int().min(1).max(31_536_000),
  /** Whether a refresh hands out a new refresh token or the same one again. */
  refreshTokens: z.enum(['rotate', 'keep']),
  /**
   * What an already used refresh token gets: 401; accepted once more (its answer may have been lost), upon which the
   * token of the lost answer is void; or 401 and the end of every refresh token of that login.
   */
  refreshReuse: z.enum(['reject', 'grace', 'revoke']),
  /** Fields of the refresh answer. Without a refresh token in it, the old one stays good whatever `refreshTokens` says. */
  refreshAnswer: z.enum(['full', 'no-refresh-token', 'no-expires-in', 'access-only']),
  /**
   * `GET /vms`: a bare array, `{items, total}`, `{vms}`, `{data, count}` with all VMs counted, or `{data, count}` with
   * only this page's counted.
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
  /** What `X-RateLimit-Reset` counts. */
  rateReset: z.enum(['seconds-left', 'epoch-seconds', 'epoch-milliseconds']),
  /** Form of `Retry-After`; the last three are nonsense that a client has to survive: `-5`, `soon`, `99999999999`. */
  retryAfter: z.enum(['seconds', 'http-date', 'absent', 'negative', 'word', 'huge']),
  /** Documented: 5. */
  loginPerMinute: perMinute,
  /** Documented: 10. */
  refreshPerMinute: perMinute,
  /** "Standard limits", not shown. */
  readsPerMinute: perMinute,
  /** "Moderate limits", not shown. */
  vmOperationsPerMinute: perMinute,
  /** Greatest `limit` of a page; null for none. */
  maxLimit: z.int().min(1).nullable(),
  /** A `limit` above `maxLimit` is lowered to it, or answered with 422. */
  overMaxLimit: z.enum(['clamp', 'reject']),
  ignoreLimit: z.boolean(),
  ignoreOffset: z.boolean(),
});

/** The part of the options that may change while the simulator runs. */
export type Behaviour = z.infer<typeof behaviourSchema>;

/** Any part of the behaviour; an option that does not exist is refused. */
export const behaviourPatchSchema = behaviourSchema.partial();
/** What is to change of the behaviour; everything else stays as it is. */
export type BehaviourPatch = z.input<typeof behaviourPatchSchema>;

/** As documented; where nothing is, the first of the forms. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
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

/** What is settled once, at the start. */
const fixedSchema = z.strictObject({
  /** 0 picks a free port. */
  port: z.int().min(0).max(65_535).default(0),
  /** Two simulators with the same seed have the same fleet and the same API keys. */
  seed: z.int().min(0).max(0xffffffff).default(1),
  /** VMs of the first account; the second one has a few of its own. */
  vms: z.int().min(0).max(10_000).default(12),
  /** Simulated seconds per second. */
  speed: z.number().positive().max(1_000_000).default(1),
  /** Where the running VMs answer like ssh servers, each on its own address; null: nowhere. */
  sshPort: z.int().min(1).max(65_535).nullable().default(null),
  /** Where the service lives below the origin, such as `/v1`; empty for the root. */
  basePath: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be empty or look like /v1')
    .refine((path) => !path.startsWith('/__control'), 'must not be /__control')
    .default(''),
});

/** The fixed options with their defaults, and of the behaviour only what is given. */
export const startOptionsSchema = fixedSchema.extend(behaviourPatchSchema.shape);
/** Options of `startSimulator`, all of them optional. */
export type StartOptions = z.input<typeof startOptionsSchema>;
/** The options that stay as they were at the start. */
export type FixedOptions = z.output<typeof fixedSchema>;

/** Takes the start options apart. Throws a `ZodError` that names what is wrong. */
export function readStartOptions(options: StartOptions): {
  fixed: FixedOptions;
  behaviour: Behaviour;
} {
  const { port, seed, vms, speed, sshPort, basePath, ...patch } = startOptionsSchema.parse(options);
  return {
    fixed: { port, seed, vms, speed, sshPort, basePath },
    behaviour: withPatch(DEFAULT_BEHAVIOUR, patch),
  };
}

/** `behaviour` with the keys of `patch` that are there; an `undefined` changes nothing. */
function withPatch(behaviour: Behaviour, patch: BehaviourPatch): Behaviour {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return behaviourSchema.parse({ ...behaviour, ...Object.fromEntries(given) });
}

/** Holds the behaviour of a running simulator. */
export interface LiveBehaviour {
  current(): Behaviour;
  /** Throws a `ZodError` for an unknown option or value, and then changes nothing. */
  change(patch: BehaviourPatch): Behaviour;
}

/** Nobody is told of a change: every request asks `current` anew. */
export function liveBehaviour(initial: Behaviour): LiveBehaviour {
  let behaviour = initial;
  return {
    current: () => behaviour,
    change(patch) {
      behaviour = withPatch(behaviour, behaviourPatchSchema.parse(patch));
      return behaviour;
    },
  };
}
