import type { FastifyInstance } from 'fastify';
import { authRoutes } from './auth-routes.ts';
import { billingRoutes } from './billing-routes.ts';
import type { ServiceDeps } from './deps.ts';
import { errorBody, ServiceError } from './errors.ts';
import { addHooks } from './hooks.ts';
import { createLimits } from './limits.ts';
import { offerRoutes } from './offer-routes.ts';
import { allowVisits } from './visit.ts';
import { vmRoutes } from './vm-routes.ts';

/** What went wrong, as the service would say it. What fastify finds wrong with a body is a 400 here. */
function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status < 500
    ? new ServiceError(400, 'The request body must be JSON')
    : new ServiceError(500, 'Internal server error');
}

/** The documented service on `app`, which has been given its base path as prefix. */
export async function addService(app: FastifyInstance, deps: ServiceDeps): Promise<void> {
  // Bodies are JSON. Fastify would take plain text as well, as a string.
  app.removeContentTypeParser('text/plain');
  allowVisits(app);
  const count = await createLimits(app, deps);
  addHooks(app, deps, count);

  app.setErrorHandler(async (thrown, request, reply) => {
    let error = asServiceError(thrown);
    try {
      // A body that could not be read has not come to the limits yet, and every answer carries their headers.
      await count(request, reply);
    } catch (exceeded) {
      error = asServiceError(exceeded);
    }
    reply.code(error.status).headers(error.headers);
    return errorBody(error, deps.behaviour.current().detail422);
  });
  app.setNotFoundHandler(async (_request, reply) => {
    reply.code(404);
    return { detail: 'Not Found' };
  });

  authRoutes(app, deps);
  offerRoutes(app, deps);
  vmRoutes(app, deps);
  billingRoutes(app, deps);
}
