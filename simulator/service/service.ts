import type { FastifyInstance, FastifyReply } from 'fastify';
import { ZodError } from 'zod';
import { invalidBy, ServiceError, statusOf } from './errors.ts';
import { addHooks, countOnce } from './hooks.ts';
import type { ServiceParts } from './provider.ts';

function asServiceError(error: unknown, invalidStatus?: number): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ZodError) return invalidBy(error, invalidStatus);
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
    let error = asServiceError(thrown, provider.invalidStatus);
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
