import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../service/errors.ts';
import type { Provider } from '../service/provider.ts';
import type { ReplacingFault, TransitFault } from './board.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** One JSON string of `bytes` bytes, quotes included, produced on demand. */
function enormousJson(bytes: number): Readable {
  function* chunks() {
    yield '"';
    for (let left = bytes - 2; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
    yield '"';
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** In place of a value of another type. */
const WRONG: Readonly<Record<string, unknown>> = {
  string: 7,
  number: { amount: 'seven' },
  boolean: 'yes',
};

/** For `JSON.parse`: the documented structure, with a wrong type in every field. */
const asWrongType = (_key: string, value: unknown) =>
  value === null ? ['null'] : (WRONG[typeof value] ?? value);

const JSON_TYPE = 'application/json';

/** A string unchanged, any other value as JSON: a fault may send each with any content type. */
export const asText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

/** Answers in place of the service, or not at all. Resolves when the answer was sent. @throws ServiceError to send */
export async function answerInstead(
  fault: ReplacingFault,
  request: FastifyRequest,
  reply: FastifyReply,
  { runningVms }: Pick<Provider, 'runningVms'>,
): Promise<unknown> {
  switch (fault.kind) {
    case 'status': {
      const { status, detail = STATUS_CODES[status], headers } = fault;
      throw new ServiceError(status, detail, headers);
    }
    case 'answer':
      reply.code(fault.status).type(JSON_TYPE).headers(fault.headers);
      return reply.send(asText(fault.body));
    case 'enormous-body':
      return reply.type(JSON_TYPE).send(enormousJson(fault.bytes));
    case 'gzip-bomb':
      reply.type(JSON_TYPE).header('content-encoding', 'gzip');
      return reply.send(enormousJson(fault.bytes).pipe(createGzip()));
    case 'new-vms':
      return reply.send(runningVms(Array.from({ length: fault.count }, () => randomUUID())));
    case 'echo-authorization':
      throw new ServiceError(400, `Cannot parse header: ${request.headers.authorization}`);
    case 'stall-before-headers':
      return reply.hijack();
    case 'drop-connection':
      return reply.hijack().raw.socket?.resetAndDestroy();
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
      return JSON.stringify(JSON.parse(body, asWrongType));
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
      return asText(other.body);
    }
  }
}
