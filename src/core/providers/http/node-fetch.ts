import type { IncomingMessage } from 'node:http';
import type { Fetch } from './http.ts';
import type { HttpResponse } from './request.ts';

// Not imported: an import reads all exports of `node:http`, and one of them loads undici, as Node's own `fetch` does. Without it
// `gpu-tray status` takes 120 ms of CPU and 62 MB instead of 200 ms and 92 MB.
const load = process.getBuiltinModule;

/** The body as it was before its compression. */
function bodyOf(response: IncomingMessage): AsyncIterable<Uint8Array> & { destroy(): unknown } {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  const { pipeline } = load('node:stream');
  return pipeline(response, load('node:zlib').createGunzip(), () => {});
}

function responseOf(response: IncomingMessage): HttpResponse {
  const { statusCode = 0, headers } = response;
  const body = bodyOf(response);
  const chunks = body[Symbol.asyncIterator]();
  const cancel = async () => void body.destroy();
  return {
    status: statusCode,
    headers: {
      get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
      has: (name) => Object.hasOwn(headers, name.toLowerCase()),
    },
    body: { cancel, getReader: () => ({ cancel, read: () => chunks.next() }) },
  };
}

/** `fetch` without redirects, over Node's HTTP. Proxies and certificates are those of Node's options and environment. */
export const nodeFetch: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? load('node:https') : load('node:http');
    const options = { method, headers: { 'accept-encoding': 'gzip', ...headers }, signal };
    const sent = request(url, options, (response) => {
      const { statusCode = 0, headers: received } = response;
      if (statusCode >= 300 && statusCode < 400 && received.location !== undefined) {
        sent.destroy();
        reject(new TypeError('unexpected redirect'));
      } else resolve(responseOf(response));
    });
    sent.on('error', reject);
    sent.end(body);
  });
