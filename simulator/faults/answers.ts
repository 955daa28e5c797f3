import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ReplacingFault, TransitFault } from './board.ts';

const PORTAL_PAGE = `<!doctype html>
<html><head><title>Welcome to the guest network</title></head>
<body><form action="/signin"><button>Accept and connect</button></form></body></html>
`;

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

/** The part of the request that a fault's answer needs. */
interface ReplacedRequest {
  readonly authorization: string | undefined;
  /** Path and query. */
  readonly url: string;
  readonly port: number;
}

const BODILESS: readonly number[] = [204, 304];
/** The client hung up or the simulator closed. */
const ignore = () => {};

function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const sent = BODILESS.includes(status) ? '' : body;
  response.writeHead(status, {
    'content-type': type,
    ...(BODILESS.includes(status) ? {} : { 'content-length': Buffer.byteLength(sent) }),
    ...headers,
  });
  response.end(sent);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  sendText(response, status, 'application/json', JSON.stringify(body), headers);
}

/** Answers in place of the service, or not at all. */
export function answerInstead(
  fault: ReplacingFault,
  response: ServerResponse,
  request: ReplacedRequest,
): void {
  switch (fault.kind) {
    case 'status': {
      // Not `??`: null is a valid detail.
      const detail = fault.detail === undefined ? STATUS_CODES[fault.status] : fault.detail;
      sendJson(response, fault.status, { detail }, fault.headers);
      return;
    }
    case 'json':
      sendJson(response, fault.status, fault.body, fault.headers);
      return;
    case 'html':
      sendText(response, 200, 'text/html; charset=utf-8', PORTAL_PAGE);
      return;
    case 'not-json':
      sendText(response, 200, 'application/json', fault.body);
      return;
    case 'empty-body':
      sendText(response, 200, 'application/json', '');
      return;
    case 'enormous-body':
      response.writeHead(200, { 'content-type': 'application/json' });
      pipeline(enormousJson(fault.bytes), response, ignore);
      return;
    case 'gzip-bomb':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      pipeline(enormousJson(fault.bytes), createGzip(), response, ignore);
      return;
    case 'redirect': {
      const location = fault.location ?? `http://localhost:${request.port}${request.url}`;
      response.writeHead(fault.status, { location, 'content-length': 0 });
      response.end();
      return;
    }
    case 'echo-authorization':
      sendJson(response, 400, { detail: `Cannot parse header: ${request.authorization}` });
      return;
    case 'stall-before-headers':
      return;
    case 'drop-connection':
      response.socket?.resetAndDestroy();
      return;
  }
}

/** An answer of the service that is about to be sent. */
interface Answer {
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly body: string;
}

/** The hook never resolves, so fastify sends nothing more. */
const never = () => new Promise<never>(() => {});

function sendHalf({ response, status, headers, body }: Answer, then: () => void): Promise<never> {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), then);
  return never();
}

/** Returns the body to send. Never resolves for a fault that takes over the connection. */
export async function applyInTransit(fault: TransitFault, answer: Answer): Promise<string> {
  switch (fault.kind) {
    case 'delay':
    case 'none':
      return answer.body;
    case 'wrong-types':
      return JSON.stringify(withWrongTypes(JSON.parse(answer.body)));
    case 'stall-mid-body':
      return sendHalf(answer, () => {});
    case 'cut-body':
      return sendHalf(answer, () => answer.response.socket?.resetAndDestroy());
    case 'drop-answer':
      answer.response.socket?.resetAndDestroy();
      return never();
  }
}
