import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from '../service/provider.ts';
import { uuid } from '../world/seeded.ts';
import type { ReplacingFault, TransitFault } from './board.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** One JSON string of `bytes` bytes, quotes included, produced on demand. */
function enormousJson(bytes: number): Readable {
  function* chunks() {
    yield Buffer.from('"');
    let left = bytes - 2;
    for (; left >= CHUNK.length; left -= CHUNK.length) yield CHUNK;
    yield CHUNK.subarray(0, left);
    yield Buffer.from('"');
  }
  return Readable.from(chunks(), { objectMode: false });
}

let madeUp = 0;

/** Ids that no other answer has. */
function newIds(count: number): string[] {
  return Array.from({ length: count }, () => {
    madeUp += 1;
    return uuid(madeUp);
  });
}

/** `value` with its structure and a wrong type in every field. */
function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWrongTypes);
  switch (typeof value) {
    case 'string':
      return 7;
    case 'number':
      return { amount: 'seven' };
    case 'boolean':
      return 'yes';
    case 'object':
      if (value === null) return ['null'];
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, withWrongTypes(inner)]),
      );
    default:
      return value;
  }
}

interface SentAs {
  readonly type?: string;
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
}

const BODILESS: readonly number[] = [204, 304];
const ignore = () => {};

function sendText(
  response: ServerResponse,
  body: string,
  { type = 'application/json', status = 200, headers = {} }: SentAs = {},
): void {
  const isBodiless = BODILESS.includes(status);
  response.writeHead(status, {
    'content-type': type,
    ...(isBodiless ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(isBodiless ? '' : body);
}

/** Answers in place of the service, or not at all. */
export function answerInstead(
  fault: ReplacingFault,
  request: FastifyRequest,
  response: ServerResponse,
  { errorOf, runningVms }: Pick<Provider, 'errorOf' | 'runningVms'>,
) {
  const sendError = (sentAs: SentAs & { readonly status: number }, detail: unknown) => {
    const { type, body } = errorOf(sentAs.status, detail);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return sendText(response, text, { ...sentAs, type });
  };
  switch (fault.kind) {
    case 'status': {
      // Not `??`: null is a valid detail.
      const detail = fault.detail === undefined ? STATUS_CODES[fault.status] : fault.detail;
      return sendError(fault, detail);
    }
    case 'answer': {
      const { body } = fault;
      return sendText(response, typeof body === 'string' ? body : JSON.stringify(body), fault);
    }
    case 'enormous-body':
      response.writeHead(200, { 'content-type': 'application/json' });
      return pipeline(enormousJson(fault.bytes), response, ignore);
    case 'gzip-bomb':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      return pipeline(enormousJson(fault.bytes), createGzip(), response, ignore);
    case 'new-vms':
      return sendText(response, JSON.stringify(runningVms(newIds(fault.count))));
    case 'echo-authorization': {
      const detail = `Cannot parse header: ${request.headers.authorization}`;
      return sendError({ status: 400 }, detail);
    }
    case 'stall-before-headers':
      return;
    case 'drop-connection':
      return response.socket?.resetAndDestroy();
  }
}

/** The hook never resolves, so fastify sends nothing more. */
const never = () => new Promise<never>(() => {});

function sendHalf(reply: FastifyReply, body: string, then: () => void): Promise<never> {
  const bytes = Buffer.from(body);
  reply.header('content-length', bytes.length);
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(reply.statusCode);
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), then);
  return never();
}

/** Returns the body to send. Never resolves for a fault that takes over the connection. */
export async function applyInTransit(
  fault: TransitFault,
  reply: FastifyReply,
  body: string,
  { errorOf }: Pick<Provider, 'errorOf'>,
): Promise<string> {
  switch (fault.kind) {
    case 'none':
      return body;
    case 'wrong-types':
      return JSON.stringify(withWrongTypes(JSON.parse(body)));
    case 'stall-mid-body':
      return sendHalf(reply, body, () => {});
    case 'cut-body':
      return sendHalf(reply, body, () => reply.raw.socket?.resetAndDestroy());
    case 'drop-answer':
      reply.raw.socket?.resetAndDestroy();
      return never();
    case 'late-answer':
      await wait(fault.ms, undefined, { ref: false });
      return body;
    case 'other-answer': {
      const { status, detail = STATUS_CODES[status] } = fault;
      const other = errorOf(status, detail);
      reply.code(status).type(other.type);
      return typeof other.body === 'string' ? other.body : JSON.stringify(other.body);
    }
  }
}
