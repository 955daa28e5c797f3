import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServiceProblem } from '../../../shared/domain/problem.ts';
import { Secret } from '../../secret.ts';
import { tryJson } from '../../try-json.ts';
import { codeOf, errorOf, problemOfFailure } from './http-problem.ts';
import type { HttpRequest } from './request.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const ENDPOINT = 'GET /vms';

function problemOf(
  status: number,
  body: unknown = { detail: 'the detail' },
  headers: Record<string, string> = {},
  more: Partial<HttpRequest> = {},
): ServiceProblem | null {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const isJson = typeof body !== 'string';
  const response = new Response(null, {
    status,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
  });
  const sent = { method: 'GET', path: '/vms', endpoint: ENDPOINT, credential: 'apiKey' } as const;
  return errorOf(response, text, tryJson(text), { ...sent, ...more }, NOW)?.problem ?? null;
}

const detail = 'the detail';

describe('a status', () => {
  test.each([200, 201, 202, 204])('%i is a success', (status) => {
    expect(problemOf(status, '')).toBeNull();
  });

  test.each<[number, ServiceProblem]>([
    [400, { kind: 'invalid', detail }],
    [401, { kind: 'unauthorized', credential: 'apiKey', detail }],
    [403, { kind: 'forbidden', credential: 'apiKey', detail }],
    [404, { kind: 'notFound', detail }],
    [422, { kind: 'invalid', detail }],
    [429, { kind: 'rateLimited', retryAt: null, detail }],
    [500, { kind: 'server', status: 500, retryAt: null, detail }],
    [503, { kind: 'server', status: 503, retryAt: null, detail }],
    [301, { kind: 'notTheService', found: 'redirect' }],
    [402, { kind: 'invalid', detail }],
    [409, { kind: 'invalid', detail }],
  ])('%i is %j', (status, problem) => {
    expect(problemOf(status)).toEqual(problem);
  });

  test.each([400, 403, 404, 422])('%i needs no detail', (status) => {
    for (const body of ['', 'not JSON', '{"detail":', {}, [], { detail: null }])
      expect(problemOf(status, body)?.detail).toBeUndefined();
  });

  test('an undocumented one without a detail is named', () => {
    expect(problemOf(418, '')).toEqual({
      ...{ kind: 'incompatible', endpoint: ENDPOINT, found: 'status 418' },
    });
  });

  test('511 is a network that requires a login (RFC 6585, 6)', () => {
    expect(problemOf(511)).toEqual({ kind: 'notTheService', found: 'webPage' });
  });

  test('is a problem from 300 on, whatever the body is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), fc.json(), (status, body) => {
        const problem = problemOf(status, body);
        expect(problem === null).toBe(status < 300);
      }),
    );
  });
});

describe('the time to retry', () => {
  test.each([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': new Date(NOW + 20_000).toUTCString() }, 20_000],
    [{ 'x-ratelimit-reset': '20' }, 20_000],
  ])('is read from a 429 with %j', (headers, ms) => {
    expect(problemOf(429, {}, headers)).toEqual({ kind: 'rateLimited', retryAt: NOW + ms });
  });

  test('is read from a 503 with Retry-After only', () => {
    expect(problemOf(503, {}, { 'retry-after': '20' })).toHaveProperty('retryAt', NOW + 20_000);
    expect(problemOf(503, {}, { 'x-ratelimit-reset': '20' })).toHaveProperty('retryAt', null);
  });
});

describe('a web page', () => {
  const page = { kind: 'notTheService', found: 'webPage' };

  test.each([200, 302, 400, 401, 403, 404, 422])('overrides the status %i', (status) => {
    expect(problemOf(status, 'Log in', { 'content-type': 'text/html; charset=utf-8' })).toEqual(
      page,
    );
  });

  test.each([
    ['application/xhtml+xml', 'x'],
    ['text/plain', '\n <!DOCTYPE html><title>Log in</title>'],
    ['application/json', '<html><body>Log in</body></html>'],
  ])('is recognized by the type "%s" and the text "%s"', (type, text) => {
    expect(problemOf(200, text, { 'content-type': type })).toEqual(page);
  });

  test.each<[number, ServiceProblem]>([
    [502, { kind: 'server', status: 502, retryAt: NOW + 20_000 }],
    [429, { kind: 'rateLimited', retryAt: NOW + 20_000 }],
  ])('with %i is an error of the service', (status, problem) => {
    const headers = { 'content-type': 'text/html', 'retry-after': '20' };
    expect(problemOf(status, '<html>', headers)).toEqual(problem);
  });
});

describe('an insufficient balance', () => {
  const balanceOf = (detail: string) => problemOf(402, { detail });

  test.each([400, 402, 403, 409, 422])('is recognized by its detail with status %i', (status) => {
    expect(problemOf(status, { detail: 'Insufficient balance.' })).toEqual({
      kind: 'insufficientBalance',
      required: null,
      available: null,
    });
  });

  test.each([
    ['10.50', '2.25', 10.5, 2.25],
    ['$10.50', '$2.25', 10.5, 2.25],
    ['12.34 USD', '-2', 12.34, -2],
    ['$10.50', '$-3.10', 10.5, -3.1],
    ['$10.50', '−$3.10', 10.5, -3.1],
    ['$10.50', '($3.10)', 10.5, -3.1],
    ['$1,234.50', '$7.00', 1234.5, 7],
    ['1,234,567.89', '12', 1_234_567.89, 12],
    ['1.234,50 €', '3,20 €', 1234.5, 3.2],
    ["CHF 1'234.50", 'CHF 0.125', 1234.5, 0.125],
    ['.50', '.10', 0.5, 0.1],
  ])('reads %s and %s', (required, available, ...[first, second]) => {
    const detail = `Insufficient balance. Required: ${required}, Available: ${available}`;
    expect(balanceOf(detail)).toEqual({
      ...{ kind: 'insufficientBalance', required: first, available: second },
    });
    const longer = `${detail.replace(/\.$/, '')}. Top up first.`;
    expect(balanceOf(longer)).toEqual({
      ...{ kind: 'insufficientBalance', required: first, available: second, detail: longer },
    });
  });

  test.each([
    'Please top up.',
    'Required: a lot, Available: nothing',
    'Required: 1.234, Available: 7.00',
    'Required: 1,23,456.00, Available: 7.00',
    'Required: 10, Available: 1e3',
    'Required: 10, Available: --3',
    'Required: -$-10, Available: 3',
    'Required: 10, Available: (-3)',
    'Required: 1, Available: 2',
    'Available: 7, Required: 10',
  ])('keeps what cannot be read: %s', (amounts) => {
    const detail = `Insufficient balance. ${amounts}`;
    expect(balanceOf(detail)).toMatchObject({ kind: 'insufficientBalance', detail });
  });

  test.each(['.', '', ':', ' –'])('is recognized in: Insufficient balance%s', (end) => {
    const amounts = `Insufficient balance${end} Required: 3, Available: 1`;
    expect(balanceOf(amounts)).toMatchObject({ kind: 'insufficientBalance' });
    expect(balanceOf(`Insufficient balance${end}`)).toMatchObject({ kind: 'insufficientBalance' });
  });

  test.each(['Balance insufficient', 'Error: Insufficient balance.', 'Insufficient funds'])(
    'is not recognized in: %s',
    (detail) => {
      expect(balanceOf(detail)).toEqual({ kind: 'invalid', detail });
    },
  );
});

test('a detail never contains the bearer or other secrets of the request', () => {
  const body = { detail: 'sk-canary may not use pass-canary here' };
  const sent = { bearer: new Secret('sk-canary'), secrets: [new Secret('pass-canary')] };
  for (const status of [401, 403, 429, 500])
    expect(problemOf(status, body, {}, sent)).toHaveProperty(
      'detail',
      '[redacted] may not use [redacted] here',
    );
});

function coded(code: string, message = 'something'): Error {
  return Object.assign(new Error(message), { code });
}

/** fetch rejects with a `TypeError` that has the reason as its cause. */
function wrapped(cause: unknown): Error {
  return new TypeError('fetch failed', { cause });
}

describe('problemOfFailure', () => {
  test.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'HOSTNAME_MISMATCH',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'EPROTO',
    'net::ERR_CERT_AUTHORITY_INVALID',
    'net::ERR_SSL_PROTOCOL_ERROR',
  ])('%s is a certificate error', (code) => {
    const error = code.startsWith('net::') ? new Error(code) : coded(code);
    for (const each of [error, wrapped(error)])
      expect(problemOfFailure(each)).toEqual({ kind: 'tls' });
  });

  test.each([
    'unexpected redirect',
    'net::ERR_UNSAFE_REDIRECT',
    'net::ERR_TOO_MANY_REDIRECTS',
    "Attempted to redirect, but redirect policy was 'error'",
    "Redirect was cancelled because the redirect mode is 'error'",
  ])('"%s" is a redirect', (message) => {
    expect(problemOfFailure(wrapped(new Error(message)))).toEqual({
      kind: 'notTheService',
      found: 'redirect',
    });
  });

  test.each([coded('ENOTFOUND'), coded('EAI_AGAIN'), new Error('net::ERR_NAME_NOT_RESOLVED')])(
    '%s is a host name that was not resolved',
    (error) => {
      expect(problemOfFailure(error)).toEqual({ kind: 'dns' });
      expect(problemOfFailure(wrapped(error))).toEqual({ kind: 'dns' });
    },
  );

  test.each<[string, boolean]>([
    ['Proxy response (407) !== 200 when HTTP Tunneling', true],
    ['Failed to establish tunnel to a.b:443 via http://c.d:3128/: HTTP/1.1 407 Login', true],
    ['net::ERR_PROXY_AUTH_UNSUPPORTED', true],
    ['net::ERR_UNEXPECTED_PROXY_AUTH', true],
    ['Proxy response (403) !== 200 when HTTP Tunneling', false],
    ['Failed to establish tunnel to a.b:407 via http://c.d:407/: HTTP/1.1 502 Bad', false],
    ['net::ERR_PROXY_CONNECTION_FAILED', false],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', false],
    ['net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', false],
  ])('"%s" is a proxy, with a login: %s', (message, needsLogin) => {
    const aborted = new DOMException('Request was cancelled.', { cause: new Error(message) });
    expect(problemOfFailure(wrapped(aborted))).toEqual({ kind: 'proxy', needsLogin });
    expect(problemOfFailure(new Error(message))).toEqual({ kind: 'proxy', needsLogin });
  });

  test.each([
    coded('ECONNRESET'),
    coded('UND_ERR_SOCKET', 'other side closed'),
    new AggregateError([coded('ECONNREFUSED')]),
    new Error('net::ERR_INTERNET_DISCONNECTED'),
    'a string',
    { code: 'CERT_HAS_EXPIRED' },
  ])('%s is a network error', (error) => {
    expect(problemOfFailure(error)).toEqual({ kind: 'network' });
    expect(problemOfFailure(wrapped(error))).toEqual({ kind: 'network' });
  });
});

test.each([
  [{ success: false, error: 'auth_error', msg: 'Invalid user key' }, 'auth_error'],
  [{ error: { code: 'global/account-inactive' } }, 'global/account-inactive'],
  [{ error: { code: 7 } }, null],
  [{ error: 'x'.repeat(101) }, null],
  [{ detail: 'No such VM' }, null],
  ['API requests too frequent', null],
])('the code of %j is %s', (body, code) => {
  expect(codeOf(body)).toBe(code);
});
