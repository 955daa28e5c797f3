import { describe, expect, test } from 'vitest';
import { Secret } from '../../secret.ts';
import { createTestHttp, problemOf } from '../testing/client.ts';
import { parsed } from '../testing/parsed.ts';
import { type Handler, sendJson, startTestServer } from '../testing/server.ts';
import { logIn, refreshTokens, tokensSchema } from './sign-in.ts';

const TOKENS = {
  access_token: 'access-canary',
  refresh_token: 'refresh-canary',
  token_type: 'bearer',
  expires_in: 3600,
};
const PASSWORD = new Secret('pass-canary');

async function start(handler: Handler) {
  const server = await startTestServer(handler);
  return { server, ...createTestHttp(server.base) };
}

describe('logIn', () => {
  test('sends email and password once and returns the tokens', async () => {
    const { http, server, log } = await start((_, response) => sendJson(response, 200, TOKENS));
    const tokens = await logIn(http, 'me@example.com', PASSWORD);
    expect(tokens.access.reveal()).toBe('access-canary');
    expect(tokens.refresh.reveal()).toBe('refresh-canary');
    expect(tokens.lifetimeMs).toBe(3_600_000);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/auth/login' });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(request?.body ?? '')).toStrictEqual({
      email: 'me@example.com',
      password: 'pass-canary',
    });
    expect(log.lines.join()).not.toMatch(/canary|example/);
  });

  test('rejects a wrong password without repeating it', async () => {
    const { http, log } = await start((request, response) =>
      sendJson(response, 401, { detail: `wrong: ${request.body}` }),
    );
    const call = logIn(http, 'me@example.com', PASSWORD);
    expect(await problemOf(call)).toMatchObject({ kind: 'unauthorized', credential: 'password' });
    await expect(call).rejects.not.toThrow('canary');
    expect(log.lines.join()).not.toContain('canary');
  });

  test.each([
    [{ ...TOKENS, refresh_token: undefined }, 'a response without a refresh_token'],
    [{ ...TOKENS, refresh_token: '' }, 'a response without a refresh_token'],
    [
      { ...TOKENS, token_type: 'mac' },
      'an object with the keys access_token, refresh_token, token_type, expires_in',
    ],
    [{ token: 'access-canary' }, 'an object with the keys token'],
    [{ data: TOKENS }, 'an object with the keys data'],
    ['access-canary', 'a string'],
    [null, 'nothing'],
  ])('refuses %j as tokens', async (body, found) => {
    const { http } = await start((_, response) => sendJson(response, 200, body));
    expect(await problemOf(logIn(http, 'me@example.com', PASSWORD))).toEqual({
      kind: 'incompatible',
      endpoint: 'POST /auth/login',
      found,
    });
  });
});

describe('refreshTokens', () => {
  const refresh = new Secret('refresh-canary');

  test('sends the refresh token in the body only', async () => {
    const { http, server } = await start((_, response) => sendJson(response, 200, TOKENS));
    const tokens = await refreshTokens(http, refresh);
    expect(tokens.refresh?.reveal()).toBe('refresh-canary');
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/auth/refresh' });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toStrictEqual({
      refresh_token: 'refresh-canary',
    });
  });

  test.each(['Bearer', 'BEARER', null])('accepts the token_type %j', async (token_type) => {
    const body = { ...TOKENS, token_type };
    const { http } = await start((_, response) => sendJson(response, 200, body));
    expect((await refreshTokens(http, refresh)).access.reveal()).toBe('access-canary');
  });

  test('refuses an empty response', async () => {
    const { http } = await start((_, response) => response.writeHead(204).end());
    expect(await problemOf(refreshTokens(http, refresh))).toEqual({
      kind: 'incompatible',
      endpoint: 'POST /auth/refresh',
      found: 'nothing',
    });
  });

  test('does not repeat a refused token', async () => {
    const { http, log } = await start((_, response) =>
      sendJson(response, 400, { detail: 'refresh-canary is revoked' }),
    );
    expect(await problemOf(refreshTokens(http, refresh))).toEqual({
      kind: 'invalid',
      detail: '[redacted] is revoked',
    });
    expect(log.lines.join()).not.toContain('canary');
  });
});

describe('a token response', () => {
  test('needs the access token only, and never shows it', () => {
    const { refresh, lifetimeMs } = parsed(tokensSchema, { access_token: 'access-canary' });
    expect([refresh, lifetimeMs]).toEqual([null, 3_600_000]);
    expect(JSON.stringify(parsed(tokensSchema, TOKENS))).not.toContain('canary');
  });

  test.each([null, '', 7, {}])('ignores the refresh token %j', (refresh_token) => {
    expect(parsed(tokensSchema, { ...TOKENS, refresh_token }).refresh).toBeNull();
  });

  test.each([0, -1, 1e12, '60', null, {}])('has an hour instead of %j', (expires_in) => {
    expect(parsed(tokensSchema, { ...TOKENS, expires_in }).lifetimeMs).toBe(3_600_000);
  });

  test.each([undefined, null, '', 7])('is refused with the access token %j', (access_token) => {
    expect(tokensSchema({ ...TOKENS, access_token })).toBeNull();
  });
});
