import { request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { parseMetricsAddress, serveMetrics } from './serve-metrics.ts';

test.each([
  ['9400', { host: '127.0.0.1', port: 9400 }],
  [':9400', { host: '127.0.0.1', port: 9400 }],
  ['10.0.0.5:9400', { host: '10.0.0.5', port: 9400 }],
  ['[::1]:9400', { host: '::1', port: 9400 }],
  ['localhost:65535', { host: 'localhost', port: 65_535 }],
  ['', null],
  ['0', null],
  ['65536', null],
  ['::1:9400', null],
  ['127.0.0.1', null],
  ['http://127.0.0.1:9400', null],
  ['127.0.0.1:9400/metrics', null],
])('reads the address %j', (typed, address) => {
  expect(parseMetricsAddress(typed)).toEqual(address);
});

async function served(host = '127.0.0.1') {
  const server = await serveMetrics({ host, port: 0 }, () => 'a 1\n');
  onTestFinished(() => server.close());
  return { ...server, port: Number(server.address.split(':').at(-1)) };
}

interface Sent {
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  readonly host?: string;
  /** Where it connects to. */
  readonly to?: string;
}

function ask({ port, to = '127.0.0.1', method = 'GET', path = '/metrics', ...sent }: Sent) {
  const { host = `127.0.0.1:${port}` } = sent;
  return new Promise<{ status: number | undefined; type: unknown; text: string }>(
    (resolve, reject) => {
      const options = { host: to, port, method, path, headers: { host } };
      const asked = request(options, async (response) =>
        resolve({
          status: response.statusCode,
          type: response.headers['content-type'],
          text: await textOf(response),
        }),
      );
      asked.on('error', reject).end();
    },
  );
}

test('serves the text at GET /metrics, and nothing else', async () => {
  const { port, address } = await served();
  expect(address).toBe(`127.0.0.1:${port}`);
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  expect(await ask({ port })).toEqual({ status: 200, type, text: 'a 1\n' });
  expect(await ask({ port, path: '/metrics?a=b' })).toMatchObject({ status: 200 });
  for (const path of ['/', '/metrics/', '//metrics', '/metricsx', 'http://127.0.0.1/x'])
    expect([path, await ask({ port, path })]).toMatchObject([path, { status: 404, text: '' }]);
  for (const method of ['POST', 'HEAD', 'OPTIONS', 'DELETE'])
    expect([method, await ask({ port, method })]).toMatchObject([
      method,
      { status: 405, text: '' },
    ]);
});

test.each([
  'attacker.example',
  'attacker.example:9400',
  'localhost',
  '127.0.0.1',
  '127.0.0.1:1',
  '0.0.0.0:9400',
])('refuses the Host %s', async (host) => {
  const { port } = await served();
  expect(await ask({ port, host })).toMatchObject({ status: 421, text: '' });
});

test('on all addresses, the Host is the one that was connected to', async () => {
  const { port } = await served('0.0.0.0');
  expect(await ask({ port })).toMatchObject({ status: 200 });
  expect(await ask({ port, host: `attacker.example:${port}` })).toMatchObject({ status: 421 });
});

/** The answer to raw bytes, until the server closes the connection. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  return textOf(socket).catch(() => '');
}

test('is bounded: a header, a body and requests that are no HTTP', async () => {
  const { port } = await served();
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const large = `GET /metrics HTTP/1.1\r\n${host}x: ${'a'.repeat(20_000)}\r\n\r\n`;
  expect(await raw(port, large)).toMatch(/^HTTP\/1\.1 431 /);
  const body = `POST /metrics HTTP/1.1\r\n${host}content-length: 9000000000\r\n\r\na`;
  expect(await raw(port, body)).toMatch(/^HTTP\/1\.1 405 [\s\S]*connection: close/i);
  expect(await raw(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(port, 'GET /metrics HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask({ port })).toMatchObject({ status: 200 });
});

test('an address in use rejects', async () => {
  const { port } = await served();
  await expect(serveMetrics({ host: '127.0.0.1', port }, () => '')).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
