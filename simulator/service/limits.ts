import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimulatorClock } from '../clock.ts';
import type { Behavior } from '../options.ts';
import { ServiceError } from './errors.ts';
import type { ServiceParts } from './service.ts';
import { visitOf } from './visit.ts';

/** `X-RateLimit-Reset`: an integer in every form. */
function resetHeader(form: Behavior['rateReset'], wallMs: number, leftMs: number): number {
  switch (form) {
    case 'seconds-left':
      return Math.ceil(leftMs / 1000);
    case 'epoch-seconds':
      return Math.ceil((wallMs + leftMs) / 1000);
    case 'epoch-milliseconds':
      return Math.ceil(wallMs + leftMs);
  }
}

/** `Retry-After`; null: no header. */
function retryAfterHeader(
  form: Behavior['retryAfter'],
  wallMs: number,
  leftMs: number,
): string | null {
  switch (form) {
    case 'seconds':
      return String(Math.ceil(leftMs / 1000));
    case 'http-date':
      // A date has whole seconds only; rounded up, so that retrying then is never too early.
      return new Date(Math.ceil((wallMs + leftMs) / 1000) * 1000).toUTCString();
    case 'absent':
      return null;
    case 'negative':
      return '-5';
    case 'word':
      return 'soon';
    case 'huge':
      return '99999999999';
  }
}

/**
 * The counters of the rate limits, in windows that start with their first request. The plugin's own store uses the
 * machine's time, which `advance` does not move.
 */
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
  /** `reset` starts a new window for every user. */
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
    reply.header('X-RateLimit-Reset', resetHeader(rateReset, wall, outcome.ttl));
    if (!outcome.isExceeded) return;
    const after = retryAfterHeader(retryAfter, wall, outcome.ttl);
    throw new ServiceError(429, 'Rate limit exceeded', {
      headers: after === null ? {} : { 'Retry-After': after },
    });
  };
}
