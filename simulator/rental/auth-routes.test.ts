import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { StartOptions } from '../options.ts';
import { documentedError, documentedTokens } from '../testing/documented.ts';
import { type Setup, setup } from '../testing/setup.ts';

const ADA = { email: 'ada@example.test', password: 'ada-demo-password' };

async function signIn(sim: Setup) {
  return documentedTokens.parse((await sim.anonymous.post('/auth/login', ADA)).body);
}

function refresh(sim: Setup, token: string) {
  return sim.anonymous.post('/auth/refresh', { refresh_token: token });
}

async function signedIn(options: StartOptions = {}) {
  const sim = await setup({ vms: 1, ...options });
  return { sim, tokens: await signIn(sim) };
}

const newRefreshToken = (body: unknown) =>
  z.object({ refresh_token: z.string() }).parse(body).refresh_token;

describe('POST /auth/login', () => {
  test('answers the documented token response, valid for an hour', async () => {
    const { sim, tokens } = await signedIn();
    expect(tokens.expires_in).toBe(3600);
    const client = sim.with(tokens.access_token);
    sim.control.advance(3599);
    expect((await client.get('/vms')).status).toBe(200);
    sim.control.advance(1);
    const late = await client.get('/vms');
    expect(late.status).toBe(401);
    documentedError.parse(late.body);
  });

  test('answers a wrong password and an unknown email alike, and an invalid body with 422', async () => {
    const sim = await setup({ vms: 0, loginPerMinute: 100 });
    const wrong = await sim.anonymous.post('/auth/login', { ...ADA, password: 'x' });
    const unknown = await sim.anonymous.post('/auth/login', { ...ADA, email: 'eve@example.test' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
    documentedError.parse(wrong.body);
    for (const body of [
      {},
      { email: 'ada@example.test' },
      { email: 'ada', password: 'x' },
      { email: 1, password: 2 },
    ]) {
      const reply = await sim.anonymous.post('/auth/login', body);
      expect(reply.status, JSON.stringify(body)).toBe(422);
      documentedError.parse(reply.body);
    }
  });
});

describe('POST /auth/refresh', () => {
  test('revoke: a used token ends every token of that login only', async () => {
    const { sim, tokens } = await signedIn({ refreshReuse: 'revoke' });
    const other = await signIn(sim);
    const next = newRefreshToken((await refresh(sim, tokens.refresh_token)).body);
    expect((await refresh(sim, tokens.refresh_token)).status).toBe(401);
    expect((await refresh(sim, next)).status).toBe(401);
    expect((await refresh(sim, other.refresh_token)).status).toBe(200);
  });
});

describe('credentials', () => {
  test('rejects a missing, malformed, unsigned or foreign credential', async () => {
    const { tokens } = await signedIn();
    const sim = await setup({ vms: 0 });
    const unsigned = 'eyJhbGciOiJub25lIn0.eyJzZXJpYWwiOjEsInN1YiI6IjQxIn0.';
    const invalid = ['x', 'sim_live_0000', unsigned, tokens.access_token];
    for (const client of [sim.anonymous, ...invalid.map((credential) => sim.with(credential))])
      for (const path of ['/vms', '/billing/usage', '/billing/current-spend']) {
        const reply = await client.get(path);
        expect(reply.status).toBe(401);
        documentedError.parse(reply.body);
      }
  });

  test('grants each scope what the document says', async () => {
    const sim = await setup({ vms: 1 });
    const id = sim.control.vms()[0]?.id;
    for (const [scope, expected] of [
      ['read_write', [200, 200, 200, 422]],
      ['read_only', [200, 200, 200, 403]],
      ['billing_only', [403, 403, 200, 403]],
    ] as const) {
      const client = sim.with(sim.credentials[0].apiKeys[scope]);
      const statuses = [
        (await client.get('/vms')).status,
        (await client.get(`/vms/${id}`)).status,
        (await client.get('/billing/current-spend')).status,
        (await client.post('/vms', {})).status,
      ];
      expect(statuses, scope).toEqual(expected);
      expect((await client.get('/billing/usage')).status).toBe(200);
      expect((await client.get('/search')).status).toBe(200);
    }
  });
});
