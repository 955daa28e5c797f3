import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { silentLog } from '../../log.ts';
import { Secret } from '../../secret.ts';
import { createTestHttp, get, problemOf } from '../testing/client.ts';
import { sendJson, startTestServer } from '../testing/server.ts';
import { createHttp } from './http.ts';

describe('a request', () => {
  test('sends the method, path, query and nothing that identifies the user', async () => {
    const server = await startTestServer((_, response) => sendJson(response, 200, {}));
    const { http } = createTestHttp(server.base);
    await http({
      method: 'GET',
      path: '/vms',
      query: { limit: 500, offset: 0, start_date: undefined, q: 'a b&c' },
    });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'GET',
      path: '/vms',
      query: { limit: '500', offset: '0', q: 'a b&c' },
      body: '',
    });
    expect(request?.query).not.toHaveProperty('start_date');
    expect(request?.headers.accept).toBe('application/json');
    for (const name of ['authorization', 'cookie', 'content-type', 'referer', 'origin'])
      expect(request?.headers).not.toHaveProperty(name);
  });

  test('passes redirect, credentials and cache to fetch, as Electron needs', async () => {
    const server = await startTestServer((_, response) => sendJson(response, 200, {}));
    const sent: (RequestInit | undefined)[] = [];
    const http = createHttp(server.base, {
      clock: systemClock,
      log: silentLog,
      fetch: (input, init) => {
        sent.push(init);
        return globalThis.fetch(input, init);
      },
    });
    await get(http);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ redirect: 'error', credentials: 'omit', cache: 'no-store' });
  });

  test.each(['line\nbreak', 'nul\u0000', 'zwölf', 'curly”', 'two words', ''])(
    'is not sent with the bearer %j, which is not a valid header value',
    async (key) => {
      const server = await startTestServer((_, response) => sendJson(response, 200, {}));
      const { http, log } = createTestHttp(server.base);
      const bearer = new Secret(key);
      const call = http({ method: 'GET', path: '/vms', bearer });
      expect(await problemOf(call)).toEqual({ kind: 'unauthorized', credential: 'apiKey' });
      expect(server.requests).toHaveLength(0);
      if (key !== '') expect(log.lines.join()).not.toContain(key);
    },
  );
});

describe('a response', () => {
  test.each([
    ['an object', '{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
    ['a bare value', '7', 7],
    ['null', 'null', null],
    ['with a byte order mark', '\ufeff[1]', [1]],
  ])('is parsed as JSON: %s', async (_, body, json) => {
    const server = await startTestServer((__, response) => response.end(body));
    expect((await get(createTestHttp(server.base).http)).json).toEqual(json);
  });

  test('in gzip is decompressed', async () => {
    const server = await startTestServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"packed":true}'));
    });
    expect((await get(createTestHttp(server.base).http)).json).toEqual({ packed: true });
  });

  test('204 has no JSON', async () => {
    const server = await startTestServer((_, response) => response.writeHead(204).end());
    expect((await get(createTestHttp(server.base).http)).json).toBeUndefined();
  });

  test.each([
    ['an empty body', '', 'an empty body'],
    ['text', 'canary', 'not JSON'],
    ['half of an object', '{"secret":"canary', 'not JSON'],
    ['two objects', '{}{"secret":"canary"}', 'not JSON'],
  ])('200 with %s is incompatible, without its content', async (_, body, found) => {
    const server = await startTestServer((__, response) => response.end(body));
    const { http, log } = createTestHttp(server.base);
    const call = get(http);
    expect(await problemOf(call)).toEqual({ kind: 'incompatible', endpoint: 'GET /things', found });
    await expect(call).rejects.not.toThrow('canary');
    expect(log.lines.join()).not.toContain('canary');
  });
});

describe('error messages and the log', () => {
  test('of a success that refuses contain no secret and no invisible character', async () => {
    const refusal = { success: false, error: 'x', msg: 'no\u001b[31mkey bearer-canary' };
    const server = await startTestServer((_, response) => sendJson(response, 200, refusal));
    const { http } = createTestHttp(server.base);
    const bearer = new Secret('bearer-canary');
    await expect(http({ method: 'PUT', path: '/vms', bearer })).rejects.toMatchObject({
      problem: { kind: 'invalid', detail: 'no [31mkey [redacted]' },
    });
  });

  test('contain no secret that the service echoes', async () => {
    const server = await startTestServer((request, response) =>
      sendJson(response, 422, {
        detail: [
          { msg: `headers: ${JSON.stringify(request.headers)}` },
          { msg: `body: ${request.body}` },
          { msg: `as text: ${JSON.stringify(request.body)}` },
        ],
      }),
    );
    const { http, log } = createTestHttp(server.base);
    const call = http({
      method: 'POST',
      path: '/vms',
      body: { password: 'pass"canary' },
      bearer: new Secret('bearer-canary'),
      secrets: [new Secret('pass"canary')],
    });
    expect(await problemOf(call)).toHaveProperty('kind', 'invalid');
    await expect(call).rejects.toThrow('[redacted]');
    await expect(call).rejects.not.toThrow('canary');
    expect(log.lines.join()).not.toContain('canary');
  });

  test('name the endpoint, the duration and the problem', async () => {
    const server = await startTestServer((_, response) => sendJson(response, 404, {}));
    const { http, log } = createTestHttp(server.base);
    await problemOf(get(http));
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toMatch(
      /^http.failed \{"endpoint":"GET \/things","ms":\d+,"problem":"notFound"\}$/,
    );
  });
});
