import { expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createAccountClient } from './account-client.ts';
import type { IsOwnError } from './http/http-problem.ts';
import type { HttpRequest } from './http/request.ts';
import { ServiceError } from './http/service-error.ts';
import { answerOfError } from './order-answer.ts';
import type { ProviderPorts } from './provider.ts';
import { createTestHttp, until } from './testing/client.ts';
import { type Handler, sendJson, startTestServer } from './testing/server.ts';

const ORDER: HttpRequest = { method: 'POST', path: '/orders', createdIn: () => null, body: {} };

const isRefusal = ({ status }: ServiceError) => status === 400 || status === 429 || status === 401;

/** A provider whose errors are `{ own: true }`, with a session that has another bearer after each 401. */
async function account(handler: Handler) {
  const server = await startTestServer(handler);
  const clock = createVirtualClock();
  const { ports } = createTestHttp(server.base, {}, clock);
  const open = ({ write }: Pick<ProviderPorts, 'write'>) => ({
    listVms: async () => ({ vms: [], skipped: 0, isComplete: true }),
    getVm: () => Promise.reject(new Error('not expected')),
    operations: {},
    order: () => write(ORDER).then(() => 'created', answerOfError(isRefusal)),
  });
  const isOwnError: IsOwnError = ({ body }) => body['own'] === true;
  const session = {
    credential: 'accessToken',
    bearer: async () => new Secret('first'),
    replace: async () => new Secret('second'),
    close: () => {},
    end: async () => {},
  } as const;
  const target = { base: server.base, open, isOwnError };
  const network = { ...ports, listMs: 60_000 };
  const client = createAccountClient(target, network, { createSession: () => session });
  return { client, clock, server };
}

test.each<[string, string, Handler]>([
  ['a refusal of its own', 'refused', (_, to) => sendJson(to, 400, { own: true })],
  ['a rate limit of its own', 'refused', (_, to) => sendJson(to, 429, { own: true })],
  ['a refused credential', 'refused', (_, to) => sendJson(to, 401, { own: true })],
  [
    'a status that the adapter does not name',
    'unknown',
    (_, to) => sendJson(to, 409, { own: true }),
  ],
  ['an error of its own', 'unknown', (_, to) => sendJson(to, 503, { own: true })],
  ['a refusal of a gateway', 'unknown', (_, to) => sendJson(to, 400, { message: 'no' })],
  [
    'a rate limit of a gateway',
    'unknown',
    (_, to) => sendJson(to, 429, {}, { 'retry-after': '0' }),
  ],
  ['a web page', 'unknown', (_, to) => to.end('<html>Log in</html>')],
  ['a redirect', 'unknown', (_, to) => to.writeHead(307, { location: '/orders' }).end()],
  ['a success that is no JSON', 'unknown', (_, to) => to.writeHead(201).end()],
  ['a lost answer', 'unknown', (_, to) => to.destroy()],
])('an order is sent once, and %s makes it %s', async (_, kind, handler) => {
  const { client, server } = await account(handler);
  expect(await client.order()).toMatchObject({ kind });
  expect(server.requests).toHaveLength(1);
});

test('an order without an answer is sent once, and unknown', async () => {
  const { client, clock, server } = await account(() => {});
  const answer = client.order();
  await until(() => server.requests.length === 1, 'the order arrives');
  await clock.advance(3_600_000);
  expect(await answer).toMatchObject({ kind: 'unknown', problem: { kind: 'timeout' } });
  expect(server.requests).toHaveLength(1);
});

test('an order that meets no server is refused', async () => {
  const { client, server } = await account(() => {});
  await server.close();
  expect(await client.order()).toEqual({ kind: 'refused', problem: { kind: 'network' } });
});

test('an order that waits for a rate limit is refused without a request', async () => {
  const { client, server } = await account((_, to) =>
    sendJson(to, 503, { own: true }, { 'retry-after': '60' }),
  );
  expect(await client.order()).toMatchObject({ kind: 'unknown' });
  expect(await client.order()).toMatchObject({ kind: 'refused', problem: { kind: 'server' } });
  expect(server.requests).toHaveLength(1);
});

test('an error that names the VM is never a refusal', () => {
  const error = new ServiceError({ kind: 'invalid' }, 400, null, 'own', '7');
  expect(answerOfError(isRefusal)(error)).toMatchObject({ kind: 'unknown', vmId: '7' });
});
