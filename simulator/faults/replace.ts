import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { enormousJson, PORTAL_PAGE } from './bodies.ts';
import type { ReplacingFault } from './schema.ts';

/** What of the request a replacing fault needs. */
export interface Replaced {
  readonly authorization: string | undefined;
  /** Path and query as they came. */
  readonly url: string;
  readonly port: number;
}

const BODILESS: readonly number[] = [204, 304];
/** A stream that a client or the end of the simulator cuts off has nobody left to tell. */
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

/** Answers in the service's place, or does not answer. */
export function answerInstead(
  fault: ReplacingFault,
  response: ServerResponse,
  request: Replaced,
): void {
  switch (fault.kind) {
    case 'status': {
      // Not `??`: null is a detail, too.
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
