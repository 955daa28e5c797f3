import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type MetricsAddress = Readonly<NonNullable<ReturnType<typeof parseMetricsAddress>>>;

const LOOPBACK = '127.0.0.1';

/** `9400` on loopback, `10.0.0.5:9400`, `[::1]:9400`; null: no address. */
export function parseMetricsAddress(text: string) {
  const parts = /^(?:(?:\[([\da-f:.]+)\]|([a-z\d][a-z\d.-]*))?:)?(\d{1,5})$/i.exec(text);
  if (parts === null) return null;
  const [, bracketed, plain, digits] = parts;
  const port = Number(digits);
  return port < 1 || port > 65_535 ? null : { host: bracketed ?? plain ?? LOOPBACK, port };
}

export const addressText = ({ host, port }: MetricsAddress) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`.toLowerCase();

const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The address that the client connected to. */
function ownAddress({ localAddress = '', localPort = 0 }: Socket): string {
  return addressText({ host: localAddress.replace(/^::ffff:/, ''), port: localPort });
}

/** A scrape is a few kB, once in some seconds. */
const BOUNDS = {
  maxHeaderSize: 8_192,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
const MAX_CONNECTIONS = 16;

/** 200 for `GET /metrics`, or the refusal. A web page whose name resolves to this address sends its own name as the Host. */
function statusOf({ method, url = '', headers, socket }: IncomingMessage, given: string): number {
  const host = headers.host?.toLowerCase();
  if (host !== given && host !== ownAddress(socket)) return 421;
  if (url.split('?')[0] !== '/metrics') return 404;
  return method === 'GET' ? 200 : 405;
}

/**
 * Serves the text at `/metrics`. @param given its port may be 0: the system then chooses a free one. @param text called for each request
 * @throws the error of the system, such as `EADDRINUSE`
 */
export async function serveMetrics(given: MetricsAddress, text: () => string) {
  let own = addressText(given);
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const status = statusOf(request, own);
    if (status === 200) response.writeHead(200, { 'content-type': EXPOSITION_TYPE }).end(text());
    // Its body, if any, is not read.
    else response.writeHead(status, { connection: 'close' }).end();
  }
  const server = createServer(BOUNDS, answer);
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    // Not once: a later error, such as too many open files, would end the process.
    server.on('error', reject);
    server.listen(given.port, given.host, resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : given.port;
  own = addressText({ host: given.host, port });
  return {
    /** `127.0.0.1:9400`. */
    address: own,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
