import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Behaviour } from '../options.ts';
import type { ServiceDeps } from './deps.ts';
import { ServiceError } from './errors.ts';
import { resetHeader, retryAfterHeader } from './rate-headers.ts';
import { visitOf } from './visit.ts';

const WINDOW_MS = 60_000;

/** The document's categories: each user has one window in each of them. */
type Category = 'login' | 'refresh' | 'reads' | 'vm-operations';

function categoryOf(request: FastifyRequest): Category {
  const { method, path } = visitOf(request).logged;
  if (path === '/auth/login') return 'login';
  if (path === '/auth/refresh') return 'refresh';
  return method === 'GET' ? 'reads' : 'vm-operations';
}

function perMinute(category: Category, behaviour: Behaviour): number {
  switch (category) {
    case 'login':
      return behaviour.loginPerMinute;
    case 'refresh':
      return behaviour.refreshPerMinute;
    case 'reads':
      return behaviour.readsPerMinute;
    case 'vm-operations':
      return behaviour.vmOperationsPerMinute;
  }
}

const bodySchema = z.object({
  email: z.string().toLowerCase().optional().catch(undefined),
  refresh_token: z.string().optional().catch(undefined),
});

/** The user whom the request counts for; before anybody has signed in, whom it is about; else the address. */
function userOf(request: FastifyRequest, deps: ServiceDeps): string {
  const { caller } = visitOf(request);
  if (caller !== null) return `user ${caller.account.userId}`;
  const body = bodySchema.safeParse(request.body).data;
  const email = body?.email;
  const owner =
    body?.refresh_token === undefined
      ? deps.world.accounts.find((account) => account.email === email)
      : deps.refreshTokens.ownerOf(body.refresh_token);
  if (owner) return `user ${owner.userId}`;
  return email === undefined ? `address ${request.ip}` : `email ${email}`;
}

/** Counts the request, once, and sets the headers. Throws the 429 when the limit is exceeded. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Windows of a minute. What is left of one stands in the headers of every answer, as the service documents it. */
export async function createLimits(app: FastifyInstance, deps: ServiceDeps): Promise<CountRequest> {
  await app.register(rateLimit, {
    global: false,
    store: deps.rates.Store,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `${categoryOf(request)} of ${userOf(request, deps)}`,
    max: (request) => perMinute(categoryOf(request), deps.behaviour.current()),
  });
  const count = app.createRateLimit();
  return async (request, reply) => {
    const visit = visitOf(request);
    if (visit.counted) return;
    visit.counted = true;
    const outcome = await count(request);
    if (outcome.isAllowed) return;
    const { rateReset, retryAfter } = deps.behaviour.current();
    const wall = deps.world.clock.wall();
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
