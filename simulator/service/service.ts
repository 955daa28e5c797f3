import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { identify } from '../auth/caller.ts';
import { answerInstead, applyInTransit, asText } from '../faults/answers.ts';
import { type FaultKind, isInTransit, type PlacedFault } from '../faults/board.ts';
import { createDocument } from './document.ts';
import { ServiceError } from './errors.ts';
import type { ServiceParts } from './provider.ts';
import { type LoggedRequest, permittedRoutes, VISIT, type Visit, visitOf } from './visit.ts';

/** The client waits in real time for what these answer. */
const WAITING: readonly FaultKind[] = ['stall-before-headers', 'stall-mid-body', 'late-answer'];

/** Faults come first, as from a proxy: no limit counts a replaced answer. @returns whether the service processes the request */
async function applyFault(
  { spec: { fault }, onMatch }: PlacedFault,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  { stalled, provider }: ServiceParts,
): Promise<boolean> {
  if (WAITING.includes(fault.kind))
    stalled.add(reply.raw.once('close', () => stalled.delete(reply.raw)));
  visit.logged.fault = fault.kind;
  await onMatch?.(visit.logged);
  if (isInTransit(fault)) visit.fault = fault;
  else await answerInstead(fault, request, reply, provider);
  return isInTransit(fault);
}

function addHooks(app: FastifyInstance, parts: ServiceParts): void {
  const { provider, world } = parts;
  const check = createDocument(provider);
  app.decorateRequest(VISIT);
  app.addHook('onRequest', async (request, reply) => {
    // Clients read other headers' times relative to this one, so `advance` moves it too.
    reply.header('Date', new Date(world.clock.wall()).toUTCString());
    const [path = '', search = ''] = request.url.split(/\?(.*)/s);
    const logged: LoggedRequest = {
      endpoint: `${request.method} ${request.routeOptions.url ?? '(unknown)'}`,
      method: request.method,
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      hasAuthorization: request.headers.authorization !== undefined,
      fault: null,
      status: null,
    };
    parts.requests.add(logged);
    const visit: Visit = { logged, fault: null, caller: null };
    request.setDecorator(VISIT, visit);
    const placed = parts.faults.take(logged);
    if (placed !== null && !(await applyFault(placed, visit, request, reply, parts))) return;
    visit.caller = await identify(world, parts.accessTokens, request.headers.authorization);
    provider.countRequest(request, reply, parts, visit.caller);
  });

  app.addHook('preValidation', async (request) => {
    const { logged } = visitOf(request);
    const problem = check(logged, request);
    if (problem !== null)
      parts.requests.noteUndocumented(`${logged.method} ${logged.path}: ${problem}`);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { fault, logged } = visitOf(request);
    if (fault === null || typeof payload !== 'string') {
      logged.status = reply.statusCode;
      return payload;
    }
    if (fault.kind !== 'drop-answer')
      logged.status = fault.kind === 'other-answer' ? fault.status : reply.statusCode;
    return applyInTransit(fault, reply, payload, provider);
  });
}

function asServiceError(error: unknown, invalidStatus = 422): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ZodError) {
    // The messages never quote the input.
    const details = error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message,
    );
    return new ServiceError(invalidStatus, details.join('; '));
  }
  // Only an error of fastify's own has a status.
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status < 500
    ? new ServiceError(400, 'The request body must be JSON')
    : new ServiceError(500, 'Internal server error');
}

export function addService(app: FastifyInstance, parts: ServiceParts): void {
  const { provider } = parts;
  // Bodies are JSON; fastify would accept plain text too.
  app.removeContentTypeParser('text/plain');
  addHooks(app, parts);
  app.setErrorHandler(async (thrown, _request, reply) => {
    const { status, detail, headers } = asServiceError(thrown, provider.invalidStatus);
    const { type, body } = provider.errorOf(status, detail);
    return reply.code(status).type(type).headers(headers).send(asText(body));
  });
  app.setNotFoundHandler(async () => {
    throw new ServiceError(404, 'Not Found');
  });
  provider.addRoutes(permittedRoutes(app, parts), parts, app);
}
