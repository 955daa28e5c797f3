import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccessTokens } from '../auth/caller.ts';
import type { RefreshTokens } from '../auth/refresh-tokens.ts';
import type { FaultBoard } from '../faults/board.ts';
import type { FixedOptions, LiveBehavior } from '../options.ts';
import type { World } from '../world/index.ts';
import { ServiceError, statusOf } from './errors.ts';
import { addHooks, countOnce } from './hooks.ts';
import type { Rates } from './limits.ts';
import type { Provider } from './provider.ts';
import type { RequestLog } from './visit.ts';

export interface ServiceParts {
  readonly provider: Provider;
  readonly fixed: FixedOptions;
  readonly world: World;
  readonly behavior: LiveBehavior;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly faults: FaultBoard;
  readonly requests: RequestLog;
  readonly rates: Rates;
  /** Responses that a fault stalls until the client hangs up. */
  readonly stalled: Set<ServerResponse>;
  /** Aborted when the simulator closes; ends delayed requests. */
  readonly closing: AbortSignal;
}

function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return statusOf(error) < 500
    ? new ServiceError(400, 'The request body must be JSON')
    : new ServiceError(500, 'Internal server error');
}

export function addService(app: FastifyInstance, parts: ServiceParts): void {
  const { provider } = parts;
  const sendError = (reply: FastifyReply, status: number, detail: unknown) => {
    const { type, body } = provider.errorOf(status, detail);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return reply.code(status).type(type).send(text);
  };
  // Bodies are JSON; fastify would accept plain text too.
  app.removeContentTypeParser('text/plain');
  addHooks(app, parts);

  app.setErrorHandler(async (thrown, request, reply) => {
    let error = asServiceError(thrown);
    try {
      // An unreadable body has not been counted yet, and every answer has the limits' headers.
      countOnce(request, reply, parts);
    } catch (exceeded) {
      error = asServiceError(exceeded);
    }
    reply.headers(error.headers);
    return sendError(reply, error.status, error.message);
  });
  app.setNotFoundHandler(async (_request, reply) => sendError(reply, 404, 'Not Found'));

  provider.addRoutes(app, parts);
}
