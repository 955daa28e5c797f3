import { describe, expect, test } from 'vitest';
import { documentedError } from '../testing/documented.ts';
import { type Reply, setup } from '../testing/setup.ts';

const LOGIN = { email: 'ada@example.test', password: 'wrong' };

function limitOf({ headers }: Reply) {
  return {
    limit: headers.get('x-ratelimit-limit'),
    remaining: headers.get('x-ratelimit-remaining'),
    reset: headers.get('x-ratelimit-reset'),
  };
}

describe('rate limits', () => {
  test('allows five logins a minute, and the next after Retry-After', async () => {
    const sim = await setup({ vms: 0 });
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

  test('counts each user and category separately', async () => {
    const sim = await setup({ vms: 0, readsPerMinute: 2, refreshPerMinute: 1 });
    const [ada, ben] = sim.credentials;
    const benReads = sim.with(ben.apiKeys.read_only);
    expect((await sim.owner.get('/vms')).status).toBe(200);
    // A different key of the same user.
    expect((await sim.with(ada.apiKeys.billing_only).get('/billing/usage')).status).toBe(200);
    expect((await sim.owner.get('/vms')).status).toBe(429);
    expect((await benReads.get('/vms')).status).toBe(200);
    expect((await sim.owner.post('/vms', {})).status).toBe(422);
    expect((await sim.anonymous.post('/auth/login', LOGIN)).status).toBe(401);
    expect((await sim.anonymous.post('/auth/refresh', { refresh_token: 'x' })).status).toBe(401);
    expect((await sim.anonymous.post('/auth/refresh', { refresh_token: 'x' })).status).toBe(429);
  });
});
