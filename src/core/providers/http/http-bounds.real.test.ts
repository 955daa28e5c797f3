import { createGzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../../testing/collect-garbage.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createTestHttp, get, problemOf, until } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const MIB = 1024 * 1024;

/** A server that stalls after the headers and the start of a body. */
function startStallingServer(): Promise<TestServer> {
  return startTestServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"half":');
  });
}

describe('the deadline', () => {
  test('ends a request without response headers', async () => {
    const server = await startTestServer(() => {});
    const clock = createVirtualClock();
    const { http, pendingTimers } = createTestHttp(server.base, {}, clock);
    const call = problemOf(get(http));
    await until(() => server.requests.length === 1, 'the request arrives');
    await clock.advance(14_999);
    expect(pendingTimers()).toBe(2);
    await clock.advance(1);
    expect(await call).toEqual({ kind: 'timeout', seconds: 15 });
    expect(pendingTimers()).toBe(0);
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  test('ends a request with a stalled body', async () => {
    const server = await startStallingServer();
    const clock = createVirtualClock();
    const { http, pendingTimers } = createTestHttp(server.base, {}, clock);
    const call = problemOf(get(http));
    await until(() => pendingTimers() === 1, 'the headers arrive');
    await clock.advance(59_999);
    expect(pendingTimers()).toBe(1);
    await clock.advance(1);
    expect(await call).toEqual({ kind: 'timeout', seconds: 60 });
    expect(pendingTimers()).toBe(0);
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  test('for headers does not apply to a slow body', async () => {
    let finish = () => {};
    const server = await startTestServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"half":');
      finish = () => response.end('1}');
    });
    const clock = createVirtualClock();
    const { http, pendingTimers } = createTestHttp(server.base, {}, clock);
    const call = get(http);
    await until(() => pendingTimers() === 1, 'the headers arrive');
    await clock.advance(40_000);
    finish();
    expect((await call).json).toEqual({ half: 1 });
    expect(pendingTimers()).toBe(0);
  });
});

describe('the size limit', () => {
  const tooLarge = {
    kind: 'incompatible',
    endpoint: 'GET /things',
    found: 'a response too large',
  };

  test.each([
    ['plain', 200, false],
    ['plain, of an error', 500, false],
    ['packed', 200, true],
  ])('stops an endless body: %s', async (_, status, isPacked) => {
    const piece = Buffer.alloc(256 * 1024, ' ');
    const server = await startTestServer((__, response) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(isPacked && { 'content-encoding': 'gzip' }),
      });
      const out = isPacked ? createGzip() : response;
      if (out !== response) out.pipe(response);
      const next = () => {
        if (!response.destroyed) out.write(piece, next);
      };
      next();
    });
    const started = performance.now();
    const { http, pendingTimers } = createTestHttp(server.base, { bodyBytes: 4 * MIB });
    expect(await problemOf(get(http))).toEqual(tooLarge);
    await until(() => server.openConnections() === 0, 'the connection is closed');
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(pendingTimers()).toBe(0);
  });

  test.each(['{},', '[],', '1,', '['])('stops a body of tiny values: %s', async (value) => {
    const server = await startTestServer((_, response) => response.end(value.repeat(MIB / 4)));
    const { http } = createTestHttp(server.base, { bodyBytes: MIB });
    expect(await problemOf(get(http))).toEqual(tooLarge);
  });

  test('is inclusive', async () => {
    const server = await startTestServer((_, response) => response.end('"12345678"'));
    expect((await get(createTestHttp(server.base, { bodyBytes: 10 }).http)).json).toBe('12345678');
    expect(await problemOf(get(createTestHttp(server.base, { bodyBytes: 9 }).http))).toEqual(
      tooLarge,
    );
  });
});

describe('an aborted request', () => {
  const reason = new Error('aborted');

  test.each([false, true])(
    'rejects with the reason before the headers arrive (garbage collected: %s)',
    async (isCollected) => {
      const server = await startTestServer(() => {});
      const { http, log, pendingTimers } = createTestHttp(server.base);
      const caller = new AbortController();
      const call = get(http, 'things', caller.signal);
      await until(() => server.requests.length === 1, 'the request arrives');
      if (isCollected) collectGarbage();
      caller.abort(reason);
      await expect(call).rejects.toBe(reason);
      expect(log.lines.join()).toContain('"problem":"cancelled"');
      expect(pendingTimers()).toBe(0);
      await until(() => server.openConnections() === 0, 'the connection is closed');
    },
  );

  test.each([false, true])(
    'rejects with the reason within the body (garbage collected: %s)',
    async (isCollected) => {
      const server = await startStallingServer();
      const { http, pendingTimers } = createTestHttp(server.base);
      const caller = new AbortController();
      const call = get(http, 'things', caller.signal);
      await until(() => pendingTimers() === 1, 'the headers arrive');
      if (isCollected) collectGarbage();
      caller.abort(reason);
      await expect(call).rejects.toBe(reason);
      expect(pendingTimers()).toBe(0);
      await until(() => server.openConnections() === 0, 'the connection is closed');
    },
  );
});

test.each([
  ['brackets', '['.repeat(700_000)],
  ['objects', '{"a":'.repeat(100_000)],
  ['closed brackets with texts', `${'["a]a\\"",'.repeat(80_000)}1${']'.repeat(80_000)}`],
])('deeply nested %s are refused before they are parsed', async (_, body) => {
  const server = await startTestServer((_request, response) => response.end(body));
  const { http } = createTestHttp(server.base);
  const before = process.memoryUsage().rss;
  expect(await problemOf(get(http))).toMatchObject({ found: 'a response too large' });
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
});
