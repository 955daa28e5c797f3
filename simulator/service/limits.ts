import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimulatorClock } from '../clock.ts';
import type { Behavior } from '../options.ts';
import { ServiceError } from './errors.ts';
import type { ServiceParts } from './service.ts';
import { visitOf } from './visit.ts';

/** Headers by their form, of the wall time and the time left in the window, ms. */
const RESET: Readonly<Record<Behavior['rateReset'], (wall: number, left: number) => number>> = {
  'seconds-left': (_, left) => Math.ceil(left / 1000),
  'epoch-seconds': (wall, left) => Math.ceil((wall + left) / 1000),
  'epoch-milliseconds': (wall, left) => Math.ceil(wall + left),
};
const RETRY_AFTER: Readonly<
  Record<Behavior['retryAfter'], (wall: number, left: number) => string | null>
> = {
  seconds: (_, left) => String(Math.ceil(left / 1000)),
  // A date has whole seconds only; rounded up, so that retrying then is never too early.
  'http-date': (wall, left) => new Date(Math.ceil((wall + left) / 1000) * 1000).toUTCString(),
  absent: () => null,
  negative: () => '-5',
  word: () => 'soon',
  huge: () => '99999999999',
};

/** Counters of the rate limits. The plugin's own store uses the machine's time, which `advance` does not move. */
export function createRateStore(clock: SimulatorClock) {
  const windows = new Map<string, { endsAt: number; count: number }>();
  const counter: FastifyRateLimitStore = {
    incr(key, callback, windowMs) {
      const now = clock.wall();
      let window = windows.get(key);
      if (!window || window.endsAt <= now) {
        window = { endsAt: now + windowMs, count: 0 };
        windows.set(key, window);
      }
      window.count += 1;
      callback(null, { current: window.count, ttl: window.endsAt - now });
    },
    child: () => counter,
  };
  class Store implements FastifyRateLimitStore {
    readonly incr = counter.incr;
    readonly child = counter.child;
  }
  return { Store, reset: () => windows.clear() };
}

export type RateStore = ReturnType<typeof createRateStore>;

const WINDOW_MS = 60_000;

/** The option that limits the request: one per category of the document. Each user has one window per category. */
function limitOf(request: FastifyRequest) {
  const { method, path } = visitOf(request).logged;
  if (path === '/auth/login') return 'loginPerMinute';
  if (path === '/auth/refresh') return 'refreshPerMinute';
  return method === 'GET' ? 'readsPerMinute' : 'vmOperationsPerMinute';
}

const bodySchema = z.object({
  email: z.string().toLowerCase().optional().catch(undefined),
  refresh_token: z.string().optional().catch(undefined),
});

/** The user that the request counts against: the caller, else the user named in the body, else the address. */
function userOf(request: FastifyRequest, parts: ServiceParts): string {
  const { caller } = visitOf(request);
  if (caller !== null) return `user ${caller.account.userId}`;
  const body = bodySchema.safeParse(request.body).data;
  const email = body?.email;
  const owner =
    body?.refresh_token === undefined
      ? parts.world.accounts.find((account) => account.email === email)
      : parts.refreshTokens.ownerOf(body.refresh_token);
  if (owner) return `user ${owner.userId}`;
  return email === undefined ? `address ${request.ip}` : `email ${email}`;
}

/** Counts the request once and sets the headers. @throws a 429 above the limit */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export async function createLimits(
  app: FastifyInstance,
  parts: ServiceParts,
): Promise<CountRequest> {
  await app.register(rateLimit, {
    global: false,
    store: parts.rates.Store,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `${limitOf(request)} of ${userOf(request, parts)}`,
    max: (request) => parts.behavior.current()[limitOf(request)],
  });
  const count = app.createRateLimit();
  return async (request, reply) => {
    const visit = visitOf(request);
    if (visit.isCounted) return;
    visit.isCounted = true;
    const outcome = await count(request);
    if (outcome.isAllowed) return;
    const { rateReset, retryAfter } = parts.behavior.current();
    const wall = parts.world.clock.wall();
    reply.header('X-RateLimit-Limit', outcome.max);
    reply.header('X-RateLimit-Remaining', outcome.remaining);
    reply.header('X-RateLimit-Reset', RESET[rateReset](wall, outcome.ttl));
    if (!outcome.isExceeded) return;
    const after = RETRY_AFTER[retryAfter](wall, outcome.ttl);
    throw new ServiceError(429, 'Rate limit exceeded', {
      headers: after === null ? {} : { 'Retry-After': after },
    });
  };
}
