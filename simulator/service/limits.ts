import type { FastifyReply, FastifyRequest } from 'fastify';
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

const WINDOW_MS = 60_000;

/** The windows of the rate limits. */
export function createRates(clock: SimulatorClock) {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  return {
    /** Counts a request. `left`: ms until the window ends. */
    count(key: string) {
      const now = clock.wall();
      const known = windows.get(key);
      const window = known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, count: 0 };
      windows.set(key, window);
      window.count += 1;
      return { count: window.count, left: window.endsAt - now };
    },
    reset: () => windows.clear(),
  };
}

export type Rates = ReturnType<typeof createRates>;

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
export function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceParts,
): void {
  const visit = visitOf(request);
  if (visit.isCounted) return;
  visit.isCounted = true;
  const limit = limitOf(request);
  const { [limit]: max, rateReset, retryAfter } = parts.behavior.current();
  const { count, left } = parts.rates.count(`${limit} of ${userOf(request, parts)}`);
  const wall = parts.world.clock.wall();
  reply.header('X-RateLimit-Limit', max);
  reply.header('X-RateLimit-Remaining', Math.max(0, max - count));
  reply.header('X-RateLimit-Reset', RESET[rateReset](wall, left));
  if (count <= max) return;
  const after = RETRY_AFTER[retryAfter](wall, left);
  const headers = after === null ? {} : { 'Retry-After': after };
  throw new ServiceError(429, 'Rate limit exceeded', { headers });
}
