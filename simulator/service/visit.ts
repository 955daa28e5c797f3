import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, type Permission, permits } from '../auth/index.ts';
import type { BendingFault } from '../faults/index.ts';
import { ServiceError, unauthorized } from './errors.ts';
import type { LoggedRequest } from './request-log.ts';

/** What is known about a request while it is being answered. */
export interface Visit {
  readonly logged: LoggedRequest;
  /** The fault that will bend its answer. */
  fault: BendingFault | null;
  caller: Caller | null;
  /** Whether it has been counted against the rate limit. */
  counted: boolean;
}

const KEY = 'visit';

/** To be called once, before the first request: fastify wants to know beforehand what requests will carry. */
export function allowVisits(app: FastifyInstance): void {
  app.decorateRequest(KEY, null);
}

/** Comes before everything else that happens to a request; who is asking is found out later. */
export function beginVisit(request: FastifyRequest, logged: LoggedRequest): Visit {
  const visit: Visit = { logged, fault: null, caller: null, counted: false };
  request.setDecorator(KEY, visit);
  return visit;
}

/** The visit that `beginVisit` has begun for the request; before that there is none to ask for. */
export function visitOf(request: FastifyRequest): Visit {
  return request.getDecorator<Visit>(KEY);
}

/** Who is asking, provided they may. Throws the documented 401 or 403. */
export function allow(request: FastifyRequest, permission: Permission): Caller {
  const { caller } = visitOf(request);
  if (caller === null) throw unauthorized('Missing or invalid authentication');
  if (!permits(caller.scope, permission)) {
    throw new ServiceError(403, 'This API key does not have permission to do that');
  }
  return caller;
}
