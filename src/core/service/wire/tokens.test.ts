import { describe, expect, it } from 'vitest';
import { tokensSchema } from './index.ts';

const WIRE = {
  access_token: 'access-canary',
  refresh_token: 'refresh-canary',
  token_type: 'bearer',
  expires_in: 3600,
};

describe('a token answer', () => {
  it('is read into secrets and a lifetime in ms', () => {
    const tokens = tokensSchema.parse(WIRE);
    expect(tokens.access.reveal()).toBe('access-canary');
    expect(tokens.refresh?.reveal()).toBe('refresh-canary');
    expect(tokens.expiresInMs).toBe(3_600_000);
    expect(JSON.stringify(tokens)).not.toContain('canary');
  });

  it('may bring an access token alone', () => {
    const tokens = tokensSchema.parse({ access_token: 'access-canary' });
    expect(tokens.refresh).toBeNull();
    expect(tokens.expiresInMs).toBeNull();
  });

  it.each([null, '', 7, {}])('with the refresh token %j brings none', (refresh_token) => {
    expect(tokensSchema.parse({ ...WIRE, refresh_token }).refresh).toBeNull();
  });

  it.each([0, -1, 1e12, '3600', null, {}])('has no lifetime of %j', (expires_in) => {
    expect(tokensSchema.parse({ ...WIRE, expires_in }).expiresInMs).toBeNull();
  });

  it.each([undefined, null, '', 7])('is none with the access token %j', (access_token) => {
    expect(tokensSchema.safeParse({ ...WIRE, access_token }).success).toBe(false);
  });
});
