import { expect, test } from 'vitest';
import type { LaunchOrder } from '../../../shared/launch/order.ts';
import { OFFER as ANY_OFFER, ORDER as ANY_ORDER } from '../../../shared/launch/testing/launch.ts';
import { Secret } from '../../secret.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createAccountClient } from '../account-client.ts';
import { createKeySession } from '../session.ts';
import { createTestHttp, until } from '../testing/client.ts';
import { type Handler, sendJson, startTestServer } from '../testing/server.ts';
import { vast } from './client.ts';

// Answers of a server to one order. None may leave more than one request, nor any part of a secret.

const ORDER: LaunchOrder = {
  ...ANY_ORDER,
  offer: { ...ANY_OFFER, provider: 'vast', offer: '51100001' },
  login: { method: 'registered', id: null },
};
const PLANTED = 'planted-instance-key';

async function order(handler: Handler) {
  const server = await startTestServer(handler);
  const clock = createVirtualClock();
  const { ports, log } = createTestHttp(server.base, {}, clock);
  const client = createAccountClient(
    { base: server.base, ...vast },
    { ...ports, listMs: 60_000 },
    { createSession: () => createKeySession(new Secret('key-canary')) },
  );
  const answer = client.renting?.send(ORDER, 'a1b2c3d4') ?? expect.fail();
  return { answer, server, clock, log };
}

const error = (code: string, more: object = {}) => ({
  success: false,
  error: code,
  msg: 'Made-up words',
  instance_api_key: PLANTED,
  ...more,
});

test.each<[string, object, Handler]>([
  [
    'a success',
    { kind: 'created', vmId: '7', vm: null },
    (_, to) => sendJson(to, 200, { success: true, new_contract: 7, instance_api_key: PLANTED }),
  ],
  [
    'an error with the instance',
    { kind: 'unknown', vmId: '7', problem: { kind: 'invalid', detail: 'Made-up words' } },
    (_, to) => sendJson(to, 400, error('invalid_price', { new_contract: 7 })),
  ],
  [
    'an offer that is gone, with the instance as text',
    { kind: 'unknown', vmId: '7' },
    (_, to) => sendJson(to, 410, error('no_such_ask', { new_contract: '7' })),
  ],
  [
    'a success that is none, with the instance',
    { kind: 'unknown', vmId: '7' },
    (_, to) => sendJson(to, 200, error('no_such_ask', { new_contract: 7 })),
  ],
  ...[400, 404, 410, 200].map((status): [string, object, Handler] => [
    `an offer that is gone, as ${status}`,
    { kind: 'refused', problem: { kind: 'soldOut', provider: 'Vast.ai' } },
    (_, to) => sendJson(to, status, error('invalid_args', { msg: 'error 1/2: no_such_ask x' })),
  ]),
  [
    'a missing balance, as 402',
    { kind: 'refused', problem: { kind: 'insufficientBalance', detail: 'Made-up words' } },
    (_, to) => sendJson(to, 402, error('x')),
  ],
  [
    'a missing balance, in words',
    { kind: 'refused', problem: { kind: 'insufficientBalance', required: null } },
    (_, to) => sendJson(to, 400, error('insufficient_credit')),
  ],
  [
    'a key without the permission',
    { kind: 'refused', problem: { kind: 'forbidden', credential: 'apiKey' } },
    (_, to) => sendJson(to, 403, error('auth_error')),
  ],
  [
    'an unknown key',
    { kind: 'refused', problem: { kind: 'unauthorized' } },
    (_, to) => sendJson(to, 404, error('auth_error')),
  ],
  [
    'a broken rule',
    { kind: 'refused', problem: { kind: 'invalid' } },
    (_, to) => sendJson(to, 400, error('invalid_args')),
  ],
  [
    'a 400 without a known reason',
    { kind: 'unknown', vmId: null },
    (_, to) => sendJson(to, 400, error('something')),
  ],
  ['a success that is none', { kind: 'unknown' }, (_, to) => sendJson(to, 200, error('x'))],
  ['an error of its own', { kind: 'unknown' }, (_, to) => sendJson(to, 500, error('x'))],
  [
    'a success without the instance',
    { kind: 'unknown', problem: { kind: 'incompatible' }, vmId: null },
    (_, to) => sendJson(to, 200, { success: true, instance_api_key: PLANTED }),
  ],
  [
    'a success with what is no instance',
    { kind: 'unknown', vmId: null },
    (_, to) => sendJson(to, 200, { new_contract: '../7', [PLANTED]: 1 }),
  ],
  [
    'a success with an object as the instance',
    { kind: 'unknown', problem: { kind: 'incompatible' }, vmId: null },
    (_, to) => sendJson(to, 200, { new_contract: { toString: 0 } }),
  ],
  [
    'a refusal of a gateway',
    { kind: 'unknown' },
    (_, to) => sendJson(to, 403, { message: PLANTED }),
  ],
  [
    'a rate limit',
    { kind: 'unknown', problem: { kind: 'rateLimited' } },
    (_, to) => to.writeHead(429, { 'content-type': 'text/plain' }).end('API requests too frequent'),
  ],
  ['a web page', { kind: 'unknown' }, (_, to) => to.end(`<html>${PLANTED}</html>`)],
  ['what is no JSON', { kind: 'unknown' }, (_, to) => to.end(PLANTED)],
  ['a lost answer', { kind: 'unknown', problem: { kind: 'network' } }, (_, to) => to.destroy()],
])('%s: one request, and %j', async (_, expected, handler) => {
  const { answer, server, log } = await order(handler);
  const { kind, ...rest } = await answer;
  expect({ kind, ...rest }).toMatchObject(expected);
  expect(JSON.stringify(rest) + log.lines.join()).not.toContain('planted');
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({ method: 'PUT', path: '/api/v0/asks/51100001/' });
});

test('an answer after the time limit is unknown, and the order is not sent again', async () => {
  const { answer, server, clock } = await order(() => {});
  await until(() => server.requests.length === 1, 'the order arrives');
  await clock.advance(3_600_000);
  expect(await answer).toMatchObject({ kind: 'unknown', problem: { kind: 'timeout' } });
  expect(server.requests).toHaveLength(1);
});
