import type { FastifyReply, FastifyRequest } from 'fastify';
import { exceeded } from '../service/limits.ts';
import type { ServiceParts } from '../service/provider.ts';
import { visitOf } from '../service/visit.ts';

/** The option that limits the request: one per category of the document. Each user has one window per category. */
function limitOf({ method, path }: { readonly method: string; readonly path: string }) {
  if (path === '/auth/login') return 'loginPerMinute';
  if (path === '/auth/refresh') return 'refreshPerMinute';
  return method === 'GET' ? 'readsPerMinute' : 'vmOperationsPerMinute';
}

/** Counts against the caller; without one, as before a login, against the address. */
export function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { behavior, rates }: ServiceParts,
): void {
  const { caller, logged } = visitOf(request);
  const limit = limitOf(logged);
  const { [limit]: max } = behavior.current();
  const { count, left } = rates.count(`${limit} of ${caller?.account.userId ?? request.ip}`);
  reply.header('X-RateLimit-Limit', max);
  reply.header('X-RateLimit-Remaining', Math.max(0, max - count));
  reply.header('X-RateLimit-Reset', Math.ceil(left / 1000));
  if (count > max) throw exceeded(left, 'Rate limit exceeded');
}
