import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { silentLog } from '../../log.ts';
import { Secret } from '../../secret.ts';
import { createTestHttp, get, problemOf } from '../testing/client.ts';
import { baseUrl, listen, sendJson, startTestServer } from '../testing/server.ts';
import { createHttp, type Http } from './http.ts';

const bearer = new Secret('bearer-canary');

const post = (http: Http) => http({ method: 'POST', path: '/vms', body: { node: 'vm01' }, bearer });

describe('a connection', () => {
  test('that is refused is a network error', async () => {
    const server = await startTestServer(() => {});
    await server.close();
    const { http, pendingTimers } = createTestHttp(server.base);
    expect(await problemOf(get(http))).toEqual({ kind: 'network' });
    expect(pendingTimers()).toBe(0);
  });

  test.each([
    ['GET', (http: Http) => get(http)],
    ['POST', post],
  ])('that closes before the response is a network error, and %s is sent once', async (_, send) => {
    const server = await startTestServer((__, response) => response.destroy());
    const { http } = createTestHttp(server.base);
    expect(await problemOf(send(http))).toEqual({ kind: 'network' });
    expect(server.requests).toHaveLength(1);
  });

  test('that was kept alive and closes does not repeat a POST', async () => {
    const server = await startTestServer((request, response) => {
      if (request.method === 'POST') response.destroy();
      else sendJson(response, 200, {});
    });
    const { http } = createTestHttp(server.base);
    await get(http);
    expect(await problemOf(post(http))).toEqual({ kind: 'network' });
    expect(server.requests.map((request) => request.method)).toEqual(['GET', 'POST']);
  });

  test.each([
    ['with its length', { 'content-length': '1000' }],
    ['in chunks', {}],
  ])('that closes within a body %s is a network error', async (_, headers) => {
    const server = await startTestServer((__, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.write('{"secret":"canary', () => response.destroy());
    });
    const { http, log, pendingTimers } = createTestHttp(server.base);
    const call = get(http);
    expect(await problemOf(call)).toEqual({ kind: 'network' });
    await expect(call).rejects.not.toThrow('canary');
    expect(log.lines.join()).not.toContain('canary');
    expect(pendingTimers()).toBe(0);
  });
});

describe('a redirect', () => {
  const redirect = { kind: 'notTheService', found: 'redirect' };

  test.each([301, 302, 303, 307, 308])(
    '%i to another server sends it neither a request nor the bearer',
    async (status) => {
      const other = await startTestServer((_, response) => sendJson(response, 200, {}));
      const server = await startTestServer((_, response) => {
        response.writeHead(status, { location: `${other.base.href}/vms` }).end();
      });
      const { http, pendingTimers } = createTestHttp(server.base);
      const call = http({ method: 'GET', path: '/vms', bearer });
      expect(await problemOf(call)).toEqual(redirect);
      expect(await problemOf(post(http))).toEqual(redirect);
      expect(server.requests).toHaveLength(2);
      expect(other.requests).toHaveLength(0);
      expect(other.openConnections()).toBe(0);
      expect(pendingTimers()).toBe(0);
    },
  );
});

const fixture = (name: string) =>
  readFileSync(new URL(`../testing/fixtures/${name}`, import.meta.url));

test("a proxy's 407 is named without its body, which Electron fails to read", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error('net::ERR_TUNNEL_CONNECTION_FAILED'));
    },
  });
  const http = createHttp(baseUrl('https://service.invalid'), {
    fetch: async () => new Response(body, { status: 407 }),
    clock: systemClock,
    log: silentLog,
  });
  expect(await problemOf(get(http))).toEqual({ kind: 'proxy', needsLogin: true });
});

describe('a certificate that cannot be verified', () => {
  test('self-signed: fails as tls without a request', async () => {
    let requests = 0;
    const server = createServer(
      { key: fixture('self-signed-test-key.pem'), cert: fixture('self-signed-test-cert.pem') },
      (_, response) => {
        requests += 1;
        response.end('{}');
      },
    );
    onTestFinished(() => {
      server.close();
    });
    const { http } = createTestHttp(baseUrl(`https://127.0.0.1:${await listen(server)}`));
    expect(await problemOf(get(http))).toEqual({ kind: 'tls' });
    expect(requests).toBe(0);
  });
});
