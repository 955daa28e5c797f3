import { describe, expect, test } from 'vitest';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { systemClock } from '../../clock.ts';
import { problemOf, startTestClient, vmRecord } from '../testing/client.ts';
import { type Handler, sendJson } from '../testing/server.ts';

const ID = '0f9d2c4e-1111-4222-8333-444455556666';
const DAY = { from: '2026-03-01', to: '2026-03-01' };

/** Accepts only the bearer `accepted`, and returns `access-1`, `access-2` … for refreshes. */
function tokenService(accepted: string, answer: unknown): Handler {
  let refreshes = 0;
  return (request, response) => {
    if (request.path === '/auth/refresh') {
      refreshes += 1;
      sendJson(response, 200, { access_token: `access-${refreshes}` });
    } else if (request.headers.authorization === `Bearer ${accepted}`) {
      sendJson(response, 200, answer);
    } else {
      sendJson(response, 401, { detail: 'Token expired' });
    }
  };
}

describe('the bearer', () => {
  test('is sent with every call', async () => {
    const { client, server, bearers } = await startTestClient((request, response) => {
      const answers: Record<string, unknown> = {
        '/vms': request.method === 'GET' ? [] : vmRecord(1),
        [`/vms/${ID}`]: { id: ID, status: 'running' },
        '/billing/current-spend': { total_per_hour: 1 },
        '/billing/usage': { total_cost: 1 },
      };
      sendJson(response, 200, answers[request.path] ?? {});
    });
    await client.listVms();
    await client.getVm(ID);
    await client.currentSpend();
    await client.usage(DAY);
    expect(server.requests).toHaveLength(4);
    expect(bearers()).toEqual(Array.from({ length: 4 }, () => 'key-canary'));
  });

  test('is not sent for offers, which are public', async () => {
    const { client, bearers } = await startTestClient((_, response) =>
      sendJson(response, 200, [{ gpu_type: '4090', price: 0.4 }]),
    );
    const wish = { ...ANY_OFFER, diskGb: 100 };
    expect((await client.offers(wish)).offers).toHaveLength(1);
    expect(bearers()).toEqual([undefined]);
  });

  test('is replaced once after a 401, and the call repeated', async () => {
    const { client, asked, bearers } = await startTestClient(
      tokenService('access-1', { total_per_hour: 1.5 }),
      { hasTokens: true },
    );
    expect((await client.currentSpend()).perHour).toBe(1.5);
    expect(asked()).toEqual([
      'GET /billing/current-spend',
      'POST /auth/refresh',
      'GET /billing/current-spend',
    ]);
    expect(bearers()).toEqual(['access-0', undefined, 'access-1']);
  });

  test('that is refused twice rejects as unauthorized', async () => {
    const { client, bearers } = await startTestClient(tokenService('none', {}), {
      hasTokens: true,
    });
    expect(await problemOf(client.currentSpend())).toEqual({
      kind: 'unauthorized',
      credential: 'accessToken',
      detail: 'Token expired',
    });
    expect(bearers()).toEqual(['access-0', undefined, 'access-1']);
  });

  test('of a refused key is not replaced', async () => {
    const { client, server } = await startTestClient(tokenService('none', {}));
    expect(await problemOf(client.currentSpend())).toEqual({
      kind: 'unauthorized',
      credential: 'apiKey',
      detail: 'Token expired',
    });
    expect(server.requests).toHaveLength(1);
  });
});

test('a stored profile that is not valid adds no calls', async () => {
  const stop = { method: 'PUT', path: '//evil.example/{vm_id}' };
  const profile = { operations: { stop }, balance: { path: '/balance', pointer: '/amount' } };
  const { client } = await startTestClient(() => {}, { profile });
  expect([client.operations, client.balance]).toEqual([{}, undefined]);
});

test.each([
  ['12.5', 12.5],
  ['"-3.20"', -3.2],
  ['1e999', null],
  ['"1e3"', null],
])('a balance of %s is %s', async (sent, balance) => {
  const profile = { balance: { path: '/balance', pointer: '/amount' } };
  const answer: Handler = (_, to) =>
    to.setHeader('content-type', 'application/json').end(`{"amount":${sent}}`);
  const { client } = await startTestClient(answer, { profile });
  expect(await client.balance?.().catch(() => null)).toBe(balance);
});

describe('getVm', () => {
  test("refuses another VM's record", async () => {
    const { client } = await startTestClient((_, response) => sendJson(response, 200, vmRecord(1)));
    expect(await problemOf(client.getVm(ID))).toEqual({
      kind: 'incompatible',
      endpoint: 'GET /vms/{vm_id}',
      found: 'another VM',
    });
  });

  test.each(['..', '.', '', 'a/b', '../../billing/usage', 'a?b=c', 'a#b', 'ä', 'x'.repeat(200)])(
    'rejects the invalid id "%s" as not found without a request',
    async (id) => {
      const { client, server } = await startTestClient((_, response) =>
        sendJson(response, 200, { id: ID, status: 'running' }),
      );
      expect(await problemOf(client.getVm(id))).toEqual({ kind: 'notFound' });
      expect(server.requests).toHaveLength(0);
    },
  );

  test.each([
    [[{ id: ID, status: 'running' }], 'an array'],
    [{ vm: { id: ID, status: 'running' } }, 'an object with the keys vm'],
    [{ id: ID }, 'an object with the keys id'],
    [null, 'nothing'],
  ])('rejects %j as incompatible', async (body, found) => {
    const { client } = await startTestClient((_, response) => sendJson(response, 200, body));
    expect(await problemOf(client.getVm(ID))).toEqual({
      kind: 'incompatible',
      endpoint: 'GET /vms/{vm_id}',
      found,
    });
  });
});

const DATE = 'Sun, 01 Mar 2026 12:00:00 GMT';

describe('currentSpend', () => {
  test.each([
    ['2026-03-01T11:49:59Z', DATE, Date.UTC(2026, 0, 1, 2, 50)],
    ['2026-03-01 11:00', DATE, Date.UTC(2026, 0, 1, 2)],
    ['2026-03-01T13:49:59+02:00', DATE, Date.UTC(2026, 0, 1, 2, 50)],
    ['2026-03-01T11:50:00Z', DATE, null],
    ['2026-03-01T13:00:00Z', DATE, null],
    ['2026-03-01T11:00:00Z', 'soon', null],
    ['yesterday', DATE, null],
    [null, DATE, null],
  ])('of %j, sent at %s, is by our clock of %s', async (last_updated, date, outdatedAt) => {
    // Months behind the service's.
    const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 1, 3, 0, 20) };
    const { client } = await startTestClient(
      (_, response) => sendJson(response, 200, { total_per_hour: 1, last_updated }, { date }),
      { clock },
    );
    expect((await client.currentSpend()).outdatedAt).toBe(outdatedAt);
  });
});

describe('usage', () => {
  test('is that of the given days, with its log on request', async () => {
    const { client, asked } = await startTestClient((_, response) =>
      sendJson(response, 200, { total_cost: 12.7, logs: [{ total_cost: 12.7 }], vm_breakdown: [] }),
    );
    const range = { from: '2026-03-01', to: '2026-03-31' };
    expect(await client.usage(range)).toMatchObject({ totalCost: 12.7 });
    const { totalCost, logs } = await client.usage(range, undefined, true);
    expect([totalCost, logs.length]).toEqual([12.7, 1]);
    const request = 'GET /billing/usage?start_date=2026-03-01&end_date=2026-03-31';
    expect(asked()).toEqual([request, request]);
  });
});

describe('an aborted call', () => {
  test.each(['listVms', 'currentSpend'] as const)('to %s rejects with the reason', async (call) => {
    const { client, server } = await startTestClient(() => {});
    const reason = new Error('aborted');
    await expect(client[call](AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });
});
