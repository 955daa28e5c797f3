import type { FastifyReply, FastifyRequest } from 'fastify';
import { exceeded } from '../service/limits.ts';
import type { ServiceParts } from '../service/provider.ts';
import { visitOf } from '../service/visit.ts';

/** `quota`: requests for each one of a minute. The description's example has 60, 3,000 and 50,000. */
const WINDOWS = [
  { name: 'minute', seconds: 60, quota: 1 },
  { name: 'hour', seconds: 3600, quota: 50 },
  { name: 'day', seconds: 86_400, quota: 50_000 / 60 },
] as const;

/** One limit for all requests of a user. Requests without a valid key are not counted. */
export function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceParts,
): void {
  const { caller } = visitOf(request);
  if (caller === null) return;
  const { readsPerMinute } = parts.behavior.current();
  const windows = WINDOWS.map(({ name, seconds, quota }) => {
    const { count, left } = parts.rates.count(
      `${name} of ${caller.account.userId}`,
      seconds * 1000,
    );
    const max = Math.floor(readsPerMinute * quota);
    return { name, seconds, max, left, isOver: count > max, remaining: Math.max(0, max - count) };
  });
  const listOf = (member: (window: (typeof windows)[number]) => string) =>
    windows.map((window) => `"${window.name}";${member(window)}`).join(', ');
  reply.header(
    'RateLimit',
    listOf(({ remaining, left }) => `r=${remaining};t=${Math.ceil(left / 1000)}`),
  );
  reply.header(
    'RateLimit-Policy',
    listOf(({ max, seconds }) => `q=${max};w=${seconds}`),
  );
  const over = windows.findLast(({ isOver }) => isOver);
  if (over !== undefined)
    throw exceeded(over.left, `rate limit exceeded for the ${over.name} window`);
}
