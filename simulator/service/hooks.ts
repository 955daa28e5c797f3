import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '../auth/caller.ts';
import { answerInstead, applyInTransit } from '../faults/answers.ts';
import type { FaultKind, PlacedFault } from '../faults/board.ts';
import { createDocument } from './document.ts';
import type { ServiceParts } from './provider.ts';
import { type LoggedRequest, VISIT, type Visit, visitOf } from './visit.ts';

/** The client waits in real time for what these answer. */
const WAITING: readonly FaultKind[] = ['stall-before-headers', 'stall-mid-body', 'late-answer'];

/** Faults come first, as from a proxy: no limit counts a replaced answer. */
async function applyFault(
  placed: PlacedFault,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  { stalled, provider }: ServiceParts,
): Promise<void> {
  const { fault } = placed.spec;
  if (WAITING.includes(fault.kind))
    stalled.add(reply.raw.once('close', () => stalled.delete(reply.raw)));
  visit.logged.fault = fault.kind;
  await placed.onMatch?.(visit.logged);
  switch (fault.kind) {
    case 'none':
      return;
    case 'wrong-types':
    case 'cut-body':
    case 'stall-mid-body':
    case 'drop-answer':
    case 'late-answer':
    case 'other-answer':
      visit.fault = fault;
      return;
    default:
      reply.hijack();
      answerInstead(fault, request, reply.raw, provider);
      if (reply.raw.headersSent) visit.logged.status = reply.raw.statusCode;
  }
}

/** Counts the request once, and sets the headers. @throws a 429 above the limit */
export function countOnce(request: FastifyRequest, reply: FastifyReply, parts: ServiceParts): void {
  const visit = visitOf(request);
  if (visit.isCounted) return;
  visit.isCounted = true;
  parts.provider.countRequest(request, reply, parts);
}

export function addHooks(app: FastifyInstance, parts: ServiceParts): void {
  const check = createDocument(parts.provider);
  app.decorateRequest(VISIT);
  app.addHook('onRequest', async (request, reply) => {
    // Clients read other headers' times relative to this one, so `advance` moves it too. Raw, for the answers of faults.
    reply.raw.setHeader('Date', new Date(parts.world.clock.wall()).toUTCString());
    const [path = '', search = ''] = request.url.split(/\?(.*)/s);
    const logged: LoggedRequest = {
      at: new Date(parts.world.clock.wall()).toISOString(),
      method: request.method,
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      hasAuthorization: request.headers.authorization !== undefined,
      fault: null,
      status: null,
    };
    const route = request.routeOptions.url ?? '(unknown)';
    parts.requests.add(`${request.method} ${route}`, logged);
    const visit: Visit = { logged, fault: null, caller: null, isCounted: false };
    request.setDecorator(VISIT, visit);
    const placed = parts.faults.take(logged);
    if (placed !== null) await applyFault(placed, visit, request, reply, parts);
    if (reply.sent) return;
    visit.caller = await identify(parts.world, parts.accessTokens, request.headers.authorization);
  });

  app.addHook('preValidation', async (request, reply) => {
    const { logged } = visitOf(request);
    const problem = check(logged, request);
    if (problem !== null)
      parts.requests.noteUndocumented(`${logged.method} ${logged.path}: ${problem}`);
    // After parsing: a login counts against the user named in its body.
    countOnce(request, reply, parts);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { fault, logged } = visitOf(request);
    if (fault === null || typeof payload !== 'string') {
      logged.status = reply.statusCode;
      return payload;
    }
    if (fault.kind !== 'drop-answer')
      logged.status = fault.kind === 'other-answer' ? fault.status : reply.statusCode;
    return applyInTransit(fault, reply, payload, parts.provider);
  });
}
