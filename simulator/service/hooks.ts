import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '../auth/index.ts';
import { answerInstead, bend, type PlacedFault, type ReplacingFault } from '../faults/index.ts';
import type { ServiceDeps } from './deps.ts';
import type { CountRequest } from './limits.ts';
import type { LoggedRequest } from './request-log.ts';
import { beginVisit, type Visit, visitOf } from './visit.ts';

function readTarget(request: FastifyRequest, basePath: string) {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  return {
    method: request.method,
    path: path.startsWith(basePath) ? path.slice(basePath.length) : path,
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function endpointOf(request: FastifyRequest, basePath: string): string {
  const route = request.routeOptions.url;
  return `${request.method} ${route === undefined ? '(unknown)' : route.slice(basePath.length)}`;
}

/** Whether the time has passed; false when the simulator closes first. */
async function waitUnlessClosing(ms: number, closing: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal: closing, ref: false });
    return true;
  } catch {
    return false;
  }
}

/** Faults come first, as if something stood before the service: a replaced answer is not counted by any limit. */
async function meetFault(
  placed: PlacedFault,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<void> {
  const { fault } = placed.spec;
  visit.logged.fault = fault.kind;
  await placed.onMatch?.(visit.logged);
  switch (fault.kind) {
    case 'delay':
      if (await waitUnlessClosing(fault.ms, closing)) return;
      reply.hijack();
      reply.raw.destroy();
      return;
    case 'none':
      return;
    case 'wrong-types':
    case 'cut-body':
    case 'stall-mid-body':
    case 'drop-answer':
      visit.fault = fault;
      return;
    default:
      replaceAnswer(fault, visit, request, reply);
  }
}

function replaceAnswer(
  fault: ReplacingFault,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.hijack();
  answerInstead(fault, reply.raw, {
    authorization: request.headers.authorization,
    url: request.url,
    port: request.socket.localPort ?? 0,
  });
  if (reply.raw.headersSent) visit.logged.status = reply.raw.statusCode;
}

/** Everything that happens to every request before and after its route. */
export function addHooks(app: FastifyInstance, deps: ServiceDeps, count: CountRequest): void {
  app.addHook('onRequest', async (request, reply) => {
    // Moments in other headers are told by this one, so it must not stay behind when time is moved on. Raw, so that the
    // answers of faults carry it as well.
    reply.raw.setHeader('Date', new Date(deps.world.clock.wall()).toUTCString());
    const target = readTarget(request, deps.basePath);
    const logged: LoggedRequest = {
      at: new Date(deps.world.clock.wall()).toISOString(),
      ...target,
      hasAuthorization: request.headers.authorization !== undefined,
      fault: null,
      status: null,
    };
    deps.requests.add(endpointOf(request, deps.basePath), logged);
    const visit = beginVisit(request, logged);
    const placed = deps.faults.take(target);
    if (placed !== null) await meetFault(placed, visit, request, reply, deps.closing);
    if (reply.sent) return;
    const { authorization } = request.headers;
    visit.caller = await identify(deps.world, deps.accessTokens, authorization);
  });

  // Not earlier, since a login counts for the user who is named in its body.
  app.addHook('preValidation', count);

  app.addHook('onSend', async (request, reply, payload) => {
    const { fault, logged } = visitOf(request);
    if (fault === null || typeof payload !== 'string') {
      logged.status = reply.statusCode;
      return payload;
    }
    if (fault.kind !== 'drop-answer') logged.status = reply.statusCode;
    return bend(fault, {
      response: reply.raw,
      status: reply.statusCode,
      headers: reply.getHeaders(),
      body: payload,
    });
  });
}
