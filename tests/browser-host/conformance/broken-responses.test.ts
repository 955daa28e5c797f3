import { createServer } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { conforms } from '../testing/conform.ts';

// Sends each response as its address says: Node's own server would refuse to.
const LOOP = '302 Found~location: /loop~content-length: 0~~';
const raw = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (request) => {
    const [, path = ''] = String(request).split(' ');
    const asked = path === '/loop' ? LOOP : decodeURIComponent(path.slice(1));
    const [lines = '', ending] = asked.split('|');
    if (lines !== '') socket.write(`HTTP/1.1 ${lines.replaceAll('~', '\r\n')}`);
    if (ending === 'reset') setTimeout(() => socket.resetAndDestroy(), 50);
    else socket.end();
  });
});
const RAW_PORT = 18_464;
beforeAll(() => new Promise<void>((resolve) => void raw.listen(RAW_PORT, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void raw.close(resolve)));
const RAW = `http://127.0.0.1:${RAW_PORT}/`;
const sent = (response: string) => `'${RAW}${encodeURIComponent(response)}'`;
const redirected = (location: string, init = '') =>
  `net.fetch(${sent(`302 Found~location: ${location}~content-length: 0~~`)}${init})`;
const bodyOf = (response: string) =>
  `const response = await net.fetch(${sent(response)}); return response.text()`;

conforms('net.fetch: broken responses', [
  [
    'should reject a redirect from http to file:',
    redirected('file:///etc/hosts'),
    /^net::ERR_UNSAFE_REDIRECT$/,
  ],
  [
    'should reject a redirect from http to data:',
    redirected('data:,x'),
    /^net::ERR_UNSAFE_REDIRECT$/,
  ],
  [
    "should reject a redirect from http to about:, also with redirect: 'error'",
    redirected('about:blank', ", { redirect: 'error' }"),
    /^net::ERR_UNSAFE_REDIRECT$/,
  ],
  [
    "net-client-request.ts _startRequest: redirect: 'manual'",
    redirected('/', ", { redirect: 'manual' }"),
    /^Redirect was cancelled$/,
  ],
  [
    'http_response_headers.cc IsRedirect: none without a location',
    `const response = await net.fetch(${sent('302 Found~content-length: 0~~')}, { redirect: 'error' }); return response.status`,
    302,
  ],
  [
    'url_request.cc: more than 20 redirects',
    `net.fetch('${RAW}loop')`,
    /^net::ERR_TOO_MANY_REDIRECTS$/,
  ],
  ['port_util.cc: an unsafe port', "net.fetch('http://127.0.0.1:6000/')", /^net::ERR_UNSAFE_PORT$/],
  [
    'port_util.cc: a redirect to an unsafe port',
    redirected('http://127.0.0.1:6000/'),
    /^net::ERR_UNSAFE_PORT$/,
  ],
  [
    'should reject body promise when stream fails',
    bodyOf('200 OK~transfer-encoding: chunked~~5~hello~'),
    /^net::ERR_INCOMPLETE_CHUNKED_ENCODING$/,
  ],
  [
    'http_stream_parser.cc: ends within a chunk',
    bodyOf('200 OK~transfer-encoding: chunked~connection: close~~9~hello'),
    /^net::ERR_INCOMPLETE_CHUNKED_ENCODING$/,
  ],
  [
    'http_chunked_decoder.cc: no length of a chunk',
    bodyOf('200 OK~transfer-encoding: chunked~~5~hello~zz~'),
    /^net::ERR_INVALID_CHUNKED_ENCODING$/,
  ],
  [
    'http_stream_parser.cc: shorter than its length',
    bodyOf('200 OK~content-length: 9~~hello'),
    /^net::ERR_CONTENT_LENGTH_MISMATCH$/,
  ],
  [
    'http_stream_parser.cc: shorter than its length, on a connection that closes',
    bodyOf('200 OK~content-length: 9~connection: close~~hello'),
    /^net::ERR_CONTENT_LENGTH_MISMATCH$/,
  ],
  [
    'filter_source_stream.cc: not in its encoding',
    bodyOf('200 OK~content-length: 5~content-encoding: gzip~~hello'),
    /^net::ERR_CONTENT_DECODING_FAILED$/,
  ],
  [
    'net_errors: a reset within the body',
    bodyOf('200 OK~content-length: 9~~hello|reset'),
    /^net::ERR_CONNECTION_RESET$/,
  ],
  [
    'should emit error event on connection close without a response',
    `net.fetch(${sent('')})`,
    /^net::ERR_EMPTY_RESPONSE$/,
  ],
  [
    'net-client-request.ts: errors have no code',
    `net.fetch(${sent('')}).catch((error) => 'code' in error)`,
    false,
  ],
]);
