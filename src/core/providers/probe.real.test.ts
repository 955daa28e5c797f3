import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import { silentLog } from '../log.ts';
import { probeService } from './probe.ts';
import { type Handler, sendJson, startTestServer } from './testing/server.ts';

/** @param aheadMs how far this computer's clock is ahead */
async function probe(handler: Handler, aheadMs = 0) {
  const server = await startTestServer(handler);
  const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs };
  const found = await probeService(server.base, '/pricing', { fetch, clock, log: silentLog });
  return { ...found, requests: server.requests };
}

test('one request without a credential shows that the service responds', async () => {
  const { problem, ms, requests } = await probe((_, response) => sendJson(response, 200, []));
  expect(problem).toBeNull();
  expect(ms).toBeGreaterThanOrEqual(0);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /pricing']);
  expect(requests[0]?.headers.authorization).toBeUndefined();
});

test.each([
  ['a refusal', 401, { detail: 'Sign in' }, null],
  ['a missing endpoint', 404, { detail: 'Not Found' }, null],
  ['an error of the service', 503, {}, 'server'],
  ['a rate limit', 429, {}, 'rateLimited'],
])('%s is from the service', async (_, status, body, kind) => {
  const found = await probe((__, response) => sendJson(response, status, body));
  expect(found.problem?.kind ?? null).toBe(kind);
  expect(found.clockAheadMs).not.toBeNull();
});

test('a web page is not the service, and its clock does not count', async () => {
  const found = await probe((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  });
  expect(found).toMatchObject({ problem: { kind: 'notTheService' }, clockAheadMs: null });
});

test.each([0, 300_000, -90_000])('measures a clock that is %s ms ahead', async (aheadMs) => {
  const found = await probe((_, response) => sendJson(response, 200, []), aheadMs);
  expect(Math.abs((found.clockAheadMs ?? 0) - aheadMs)).toBeLessThan(2_000);
});
