import { describe, expect, it } from 'vitest';
import { documentedError, type Reply, setup } from '../testing/index.ts';

const LOGIN = { email: 'ada@example.test', password: 'wrong' };

function limitOf({ headers }: Reply) {
  return {
    limit: headers.get('x-ratelimit-limit'),
    remaining: headers.get('x-ratelimit-remaining'),
    reset: headers.get('x-ratelimit-reset'),
  };
}

describe('rate limits', () => {
  it('lets five logins a minute through, and the sixth may come back after Retry-After', async () => {
    const sim = await setup();
    for (const used of [1, 2, 3, 4, 5]) {
      const reply = await sim.anonymous.post('/auth/login', LOGIN);
      expect(reply.status).toBe(401);
      expect(limitOf(reply)).toEqual({
        limit: '5',
        remaining: String(5 - used),
        reset: String(61 - used),
      });
      sim.control.advance(1);
    }
    const refused = await sim.anonymous.post('/auth/login', LOGIN);
    expect(refused.status).toBe(429);
    documentedError.parse(refused.body);
    expect(limitOf(refused)).toEqual({ limit: '5', remaining: '0', reset: '55' });
    expect(refused.headers.get('retry-after')).toBe('55');
    sim.control.advance(54);
    expect((await sim.anonymous.post('/auth/login', LOGIN)).status).toBe(429);
    sim.control.advance(1);
    expect((await sim.anonymous.post('/auth/login', LOGIN)).status).toBe(401);
  });

  it('counts each user and each category apart', async () => {
    const sim = await setup({ readsPerMinute: 2, refreshPerMinute: 1 });
    const [ada, ben] = sim.credentials;
    const benReads = sim.with(ben?.apiKeys.read_only ?? '');
    expect((await sim.owner.get('/vms')).status).toBe(200);
    // Another key of the same user.
    expect((await sim.with(ada.apiKeys.billing_only).get('/billing/usage')).status).toBe(200);
    expect((await sim.owner.get('/vms')).status).toBe(429);
    expect((await benReads.get('/vms')).status).toBe(200);
    expect((await sim.owner.post('/vms', {})).status).toBe(422);
    expect((await sim.anonymous.post('/auth/login', LOGIN)).status).toBe(401);
    expect((await sim.anonymous.post('/auth/refresh', { refresh_token: 'x' })).status).toBe(401);
    expect((await sim.anonymous.post('/auth/refresh', { refresh_token: 'x' })).status).toBe(429);
    sim.control.resetLimits();
    expect((await sim.owner.get('/vms')).status).toBe(200);
  });

  it('says how things stand on every answer, whatever it is', async () => {
    const sim = await setup();
    const replies = [
      await sim.anonymous.get('/search'),
      await sim.anonymous.get('/vms'),
      await sim.anonymous.get('/nothing/here'),
      await sim.with(sim.credentials[0].apiKeys.billing_only).get('/vms'),
      await sim.owner.post('/vms', {}),
      await sim.anonymous.post('/auth/refresh', {}),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([200, 401, 404, 403, 422, 422]);
    for (const reply of replies) {
      for (const value of Object.values(limitOf(reply))) expect(value).toMatch(/^\d+$/);
    }
  });

  it.each([
    ['seconds-left', '60'],
    ['epoch-seconds', String(Date.UTC(2026, 0, 15, 12, 1) / 1000)],
    ['epoch-milliseconds', String(Date.UTC(2026, 0, 15, 12, 1))],
  ] as const)('counts the reset in %s', async (rateReset, expected) => {
    const sim = await setup({ rateReset });
    expect(limitOf(await sim.owner.get('/vms')).reset).toBe(expected);
  });

  it.each([
    ['seconds', '60'],
    ['http-date', 'Thu, 15 Jan 2026 12:01:00 GMT'],
    ['absent', null],
    ['negative', '-5'],
    ['word', 'soon'],
    ['huge', '99999999999'],
  ] as const)('says when to come back as %s', async (retryAfter, expected) => {
    const sim = await setup({ retryAfter, readsPerMinute: 0 });
    const reply = await sim.owner.get('/vms');
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toBe(expected);
  });
});
