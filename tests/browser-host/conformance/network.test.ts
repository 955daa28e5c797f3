import { createServer } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { type Case, conforms } from '../testing/conform.ts';

// A plain server, and one that sends what Node's own cannot.
const server = createServer((request, response) => {
  const { url, method, headers } = request;
  if (url === '/redirect') response.writeHead(302, { location: '/' }).end();
  else if (url === '/latin1')
    response.writeHead(200, { 'x-name': Buffer.from('→').toString('latin1') }).end();
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
    [
      'normalizes urls: an encoded slash stays',
      body('app://foo/..%2fpackage.json'),
      'app://foo/..%2fpackage.json',
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
  [
    'registerSchemesAsPrivileged after ready',
    'protocol.registerSchemesAsPrivileged([])',
    /should be called before app is ready/,
  ],
]);

conforms(
  'protocol before ready',
  [
    [
      'session.defaultSession',
      'session.defaultSession',
      /^Session can only be received when app is ready$/,
    ],
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
    'net-fetch.ts: no body with 204',
    `${fetched('/empty')} return [response.status, response.body]`,
    [204, null],
  ],
  [
    "redirect: 'error'",
    `net.fetch('${AT}/redirect', { redirect: 'error' })`,
    /^Attempted to redirect, but redirect policy was 'error'$/,
  ],
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
