import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { exceeded } from '../service/limits.ts';
import type { ServiceParts } from '../service/provider.ts';
import { visitOf } from '../service/visit.ts';

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

export function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceParts,
): void {
  const limit = limitOf(request);
  const { [limit]: max } = parts.behavior.current();
  const { count, left } = parts.rates.count(`${limit} of ${userOf(request, parts)}`);
  reply.header('X-RateLimit-Limit', max);
  reply.header('X-RateLimit-Remaining', Math.max(0, max - count));
  reply.header('X-RateLimit-Reset', Math.ceil(left / 1000));
  if (count > max) throw exceeded(left, 'Rate limit exceeded');
}
