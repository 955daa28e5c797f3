import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type BaseUrl, parseBaseUrl } from '../http/base-url.ts';

/** A complete request. */
export interface RecordedRequest {
  readonly method: string;
  /** Below the base URL, without the query: `/vms`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to a request, now, later or never. */
export type Handler = (request: RecordedRequest, response: ServerResponse) => void;

/** A server on a free port of 127.0.0.1 with the base path `/v1`. */
export interface TestServer {
  readonly base: BaseUrl;
  /** Every request, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  openConnections(): number;
  close(): Promise<void>;
}

const BASE_PATH = '/v1';

/** @throws Error for an invalid base URL */
export function baseUrl(text: string): BaseUrl {
  const result = parseBaseUrl(text);
  if (!result.ok) throw new Error(result.message);
  return result.url;
}

/** Sends a JSON response. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Starts `server` on a free port of 127.0.0.1 and returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  return {
    method: request.method ?? '',
    path: url.pathname.replace(new RegExp(`^${BASE_PATH}`), ''),
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: await text(request),
  };
}

/** Starts a real HTTP server that is closed when the test has finished. */
export async function startTestServer(handler: Handler): Promise<TestServer> {
  const requests: RecordedRequest[] = [];
  let connections = 0;
  const server = createServer((incoming, response) => {
    void record(incoming).then(
      (request) => {
        requests.push(request);
        handler(request, response);
      },
      // The client disconnected before it had sent everything.
      () => {},
    );
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.on('close', () => {
      connections -= 1;
    });
  });
  const port = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    base: baseUrl(`http://127.0.0.1:${port}${BASE_PATH}`),
    requests,
    openConnections: () => connections,
    close,
  };
}
