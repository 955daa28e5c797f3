import { createServer } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { type Case, conforms } from '../testing/conform.ts';

// A plain server, and one that sends what Node's own cannot.
const server = createServer((request, response) => {
  const { url, method, headers } = request;
  if (url === '/redirect') response.writeHead(302, { location: '/' }).end();
  else if (url === '/latin1')
    response.writeHead(200, { 'x-name': Buffer.from('→').toString('latin1') }).end();
  else if (url === '/599') response.writeHead(599).end('x');
  else if (url === '/600') response.socket?.end('HTTP/1.1 600 Odd\r\ncontent-length: 0\r\n\r\n');
  else if (url === '/empty') response.writeHead(204).end();
  else {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      response.setHeader('x-two', ['a', 'b']);
      response.end(JSON.stringify({ method, body, custom: headers['x-custom'] ?? null }));
    });
  }
});
const PORT = 18_462;
beforeAll(() => new Promise<void>((resolve) => void server.listen(PORT, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const AT = `http://127.0.0.1:${PORT}`;
const fetched = (path: string, init = '') =>
  `const response = await net.fetch('${AT}${path}'${init});`;
const HANDLE = "protocol.handle('app', (request) => new Response(request.url));";
const body = (url: string) => `${HANDLE} return (await net.fetch('${url}')).text()`;
const failing = (handler: string): string =>
  `protocol.handle('test-scheme', ${handler}); return net.fetch('test-scheme://foo/')`;
const UNEXPECTED = /^net::ERR_UNEXPECTED$/;
const SETTLES =
  'Promise.race([response.then(() => true, () => true), later().then(() => later()).then(() => false)])';

const STANDARD =
  "protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]); host.app.becomeReady();";
const standard = (cases: readonly Case[]): readonly Case[] =>
  cases.map(([source, code, result]) => [source, `${STANDARD} ${code}`, result]);

conforms(
  'protocol',
  standard([
    ['normalizes urls in standard schemes', body('app://foo'), 'app://foo/'],
    ['normalizes urls in standard schemes: no host', body('app://'), /Invalid URL/],
    ['normalizes urls: dots', body('app://foo/a/../b/./c'), 'app://foo/b/c'],
    ['normalizes urls: encoded dots', body('app://foo/a/%2e%2e/b'), 'app://foo/b'],
    [
      'normalizes urls: an encoded slash stays',
      body('app://foo/..%2fpackage.json'),
      'app://foo/..%2fpackage.json',
    ],
    ['normalizes urls: a query stays', body('app://foo/?a=b'), 'app://foo/?a=b'],
    ['normalizes urls: a fragment is not sent', body('app://foo/#x'), 'app://foo/'],
    [
      'a standard scheme that is handled twice',
      `${HANDLE} ${HANDLE}`,
      /^Failed to register protocol: app$/,
    ],
  ]),
  { isReady: false },
);

conforms('protocol', [
  [
    'receives requests to a custom scheme',
    "protocol.handle('test-scheme', (req) => new Response('hello ' + req.url)); return (await net.fetch('test-scheme://foo/')).status",
    200,
  ],
  ['can send errors', failing('() => Response.error()'), /^net::ERR_FAILED$/],
  ['handles no response', failing('() => undefined'), UNEXPECTED],
  [
    'handles a synchronous error in the handler',
    failing("() => { throw new Error('test'); }"),
    UNEXPECTED,
  ],
  [
    'handles an asynchronous error in the handler',
    failing("() => Promise.reject(new Error('rejected promise'))"),
    UNEXPECTED,
  ],
  [
    'correctly sets statusCode',
    "protocol.handle('test-scheme', () => new Response(null, { status: 201 })); return (await net.fetch('test-scheme://foo/')).status",
    201,
  ],
  [
    'correctly sets content-type and charset',
    "protocol.handle('test-scheme', () => new Response(null, { headers: { 'content-type': 'text/html; charset=testcharset' } })); return (await net.fetch('test-scheme://foo/')).headers.get('content-type')",
    'text/html; charset=testcharset',
  ],
  [
    'registerSchemesAsPrivileged after ready',
    'protocol.registerSchemesAsPrivileged([])',
    /should be called before app is ready/,
  ],
]);

conforms(
  'protocol before ready',
  [
    ['handle', "protocol.handle('test-scheme', () => {})", /can only be called after app is ready/],
    [
      'session.defaultSession',
      'session.defaultSession',
      /^Session can only be received when app is ready$/,
    ],
    ['net.fetch', `net.fetch('${AT}/')`, /can only be called after app is ready/],
  ],
  { isReady: false },
);

conforms('net.fetch', [
  [
    'docs/api/net.md fetch',
    `${fetched('/')} return [response.status, (await response.json()).method]`,
    [200, 'GET'],
  ],
  [
    'hands on method and body',
    `${fetched('/', ", { method: 'POST', body: 'hello' }")} const { method, body } = await response.json(); return [method, body]`,
    ['POST', 'hello'],
  ],
  [
    'hands on headers',
    `${fetched('/', ", { headers: { 'x-custom': 'yes' } }")} return (await response.json()).custom`,
    'yes',
  ],
  [
    'takes a Request',
    `const response = await net.fetch(new Request('${AT}/', { method: 'POST', body: 'x' })); return (await response.json()).body`,
    'x',
  ],
  [
    'net-fetch.ts: the response has no address',
    `${fetched('/')} return [response.url, response.redirected]`,
    ['', false],
  ],
  [
    'net-fetch.ts: joins repeated headers',
    `${fetched('/')} return response.headers.get('x-two')`,
    'a, b',
  ],
  [
    'net-fetch.ts: no body with 204',
    `${fetched('/empty')} return [response.status, response.body]`,
    [204, null],
  ],
  [
    'net-fetch.ts: no body of HEAD',
    `${fetched('/', ", { method: 'HEAD' }")} return response.body`,
    null,
  ],
  ['follows redirects', `${fetched('/redirect')} return response.status`, 200],
  [
    "redirect: 'error'",
    `net.fetch('${AT}/redirect', { redirect: 'error' })`,
    /^Attempted to redirect, but redirect policy was 'error'$/,
  ],
  [
    'net-fetch.ts: aborted before',
    `net.fetch('${AT}/', { signal: AbortSignal.abort() })`,
    /aborted/,
  ],
  ['an invalid address', "net.fetch('nowhere')", /Invalid URL|Failed to parse URL/],
  ['a status of 599', `${fetched('/599')} return response.status`, 599],
  [
    'electron#46819: a status above 599 never settles',
    `const response = net.fetch('${AT}/600'); while (uncaught.length === 0) await later(); return [uncaught.map(({ name }) => name), await ${SETTLES}]`,
    [['RangeError'], false],
  ],
  [
    'electron#42244: a header beyond Latin-1 never settles',
    `const response = net.fetch('${AT}/latin1'); while (uncaught.length === 0) await later(); return [uncaught.map(({ name }) => name), await ${SETTLES}]`,
    [['TypeError'], false],
  ],
  [
    'a port without a listener',
    "net.fetch('http://127.0.0.1:18463/')",
    /^net::ERR_CONNECTION_REFUSED$/,
  ],
  ['an unknown scheme', "net.fetch('no-cookie://foo')", /ERR_UNKNOWN_URL_SCHEME/],
  [
    'fails through the control address',
    `await act({ action: 'fail', call: 'net.fetch', error: 'net::ERR_NETWORK_IO_SUSPENDED' }); return net.fetch('${AT}/')`,
    /^net::ERR_NETWORK_IO_SUSPENDED$/,
  ],
  ['online', 'net.isOnline()', true],
]);

conforms(
  'net offline',
  [
    ['docs/api/net.md isOnline', 'net.isOnline()', false],
    ['fetch', `net.fetch('${AT}/')`, /^net::ERR_INTERNET_DISCONNECTED$/],
  ],
  { isOnline: false },
);
