import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceProblem } from '../../shared/domain/index.ts';
import { Secret } from '../secret.ts';
import { problemOfAnswer } from './answer-problem.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const ENDPOINT = 'GET /vms';

function problemOf(
  status: number,
  body: unknown = { detail: 'the words' },
  headers: Record<string, string> = {},
): ServiceProblem | null {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const isJson = typeof body !== 'string';
  const response = new Response(null, {
    status,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
  });
  return problemOfAnswer(response, text, { endpoint: ENDPOINT, credential: 'apiKey' }, NOW);
}

const detail = 'the words';

describe('a status', () => {
  it.each([200, 201, 202, 204])('%i is a success', (status) => {
    expect(problemOf(status, '')).toBeNull();
  });

  it.each<[number, ServiceProblem]>([
    [400, { kind: 'invalid', detail }],
    [401, { kind: 'unauthorized', credential: 'apiKey' }],
    [403, { kind: 'forbidden', detail }],
    [404, { kind: 'notFound', detail }],
    [422, { kind: 'invalid', detail }],
    [429, { kind: 'rateLimited', retryAt: null }],
    [500, { kind: 'server', status: 500, retryAt: null }],
    [503, { kind: 'server', status: 503, retryAt: null }],
    [599, { kind: 'server', status: 599, retryAt: null }],
    [301, { kind: 'notTheService', found: 'redirect' }],
    [304, { kind: 'notTheService', found: 'redirect' }],
    [402, { kind: 'invalid', detail }],
    [409, { kind: 'invalid', detail }],
  ])('%i is %j', (status, problem) => {
    expect(problemOf(status)).toEqual(problem);
  });

  it.each([400, 403, 404, 422])('%i needs no detail', (status) => {
    for (const body of ['', 'not JSON', '{"detail":', {}, [], { detail: null }])
      expect(problemOf(status, body)).toHaveProperty('detail', null);
  });

  it('an undocumented one without words is told by its number', () => {
    expect(problemOf(418, '')).toEqual({
      ...{ kind: 'incompatible', endpoint: ENDPOINT, found: 'status 418' },
    });
  });

  it('511 is a network that asks for a login, not the service (RFC 6585, 6)', () => {
    expect(problemOf(511)).toEqual({ kind: 'notTheService', found: 'webPage' });
  });

  it('is one problem, or none, whatever the body', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), fc.json(), (status, body) => {
        const problem = problemOf(status, body);
        expect(problem === null).toBe(status < 300);
      }),
    );
  });
});

describe('when to try again', () => {
  it.each([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': new Date(NOW + 20_000).toUTCString() }, 20_000],
    [{ 'x-ratelimit-reset': '20' }, 20_000],
  ])('is read from a 429 with %j', (headers, ms) => {
    expect(problemOf(429, {}, headers)).toEqual({ kind: 'rateLimited', retryAt: NOW + ms });
  });

  it('is read from a 503 only where it says so itself', () => {
    expect(problemOf(503, {}, { 'retry-after': '20' })).toHaveProperty('retryAt', NOW + 20_000);
    expect(problemOf(503, {}, { 'x-ratelimit-reset': '20' })).toHaveProperty('retryAt', null);
  });
});

describe('a web page', () => {
  const page = { kind: 'notTheService', found: 'webPage' };

  it.each([200, 302, 400, 401, 403, 404, 422])('is not taken at its status %i', (status) => {
    expect(problemOf(status, 'Log in', { 'content-type': 'text/html; charset=utf-8' })).toEqual(
      page,
    );
  });

  it.each([
    ['application/xhtml+xml', 'x'],
    ['TEXT/HTML', 'x'],
    ['text/plain', '\n <!DOCTYPE html><title>Log in</title>'],
    ['application/json', '<html><body>Log in</body></html>'],
    ['', '<head></head>'],
  ])('is recognised with the type "%s" and the text "%s"', (type, text) => {
    expect(problemOf(200, text, { 'content-type': type })).toEqual(page);
  });

  it('with 502 is an error of the service behind it', () => {
    expect(problemOf(502, '<html>', { 'content-type': 'text/html' })).toEqual({
      kind: 'server',
      status: 502,
      retryAt: null,
    });
  });

  it('with 429 still says when to try again', () => {
    const headers = { 'content-type': 'text/html', 'retry-after': '20' };
    expect(problemOf(429, '<html>', headers)).toEqual({
      kind: 'rateLimited',
      retryAt: NOW + 20_000,
    });
  });

  it('is not what JSON with a bracket in it is', () => {
    expect(problemOf(200, '{"label":"<html>"}')).toBeNull();
  });
});

describe('an insufficient balance', () => {
  it.each([400, 402, 403, 409, 422])('is told by its words with status %i', (status) => {
    const words = 'Insufficient balance. Required: $10.50, Available: $2.25';
    expect(problemOf(status, { detail: words })).toEqual({
      kind: 'insufficientBalance',
      required: 10.5,
      available: 2.25,
    });
  });
});

describe('what was sent', () => {
  it('is cut out of the words: the bearer and the other secrets', () => {
    const body = JSON.stringify({ detail: 'sk-canary may not use pass-canary here' });
    const asked = {
      endpoint: ENDPOINT,
      bearer: new Secret('sk-canary'),
      secrets: [new Secret('pass-canary')],
    };
    expect(problemOfAnswer(new Response(null, { status: 403 }), body, asked, NOW)).toEqual({
      kind: 'forbidden',
      detail: '[redacted] may not use [redacted] here',
    });
  });
});
