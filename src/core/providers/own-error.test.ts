import { expect, test } from 'vitest';
import type { ProviderId } from '../../shared/providers/providers.ts';
import { tryJson } from '../try-json.ts';
import { errorOf } from './http/http-problem.ts';
import { loadProvider } from './load.ts';

// Each provider's own refusals, and near misses of them, which a proxy, a gateway or a CDN may send.

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM = 'application/problem+json';

type Sent = readonly [status: number, type: string, body: unknown];

async function kindOf(provider: ProviderId, [status, type, body]: Sent) {
  const { isOwnError } = await loadProvider(provider);
  const response = new Response(null, { status, headers: { 'content-type': type } });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method: 'GET', path: '/', endpoint: 'GET /', credential: 'apiKey' } as const;
  return errorOf(response, text, tryJson(text), { ...request, isOwnError }, 0)?.problem.kind;
}

test.each<[ProviderId, Sent, string]>([
  [
    'runpod',
    [403, PROBLEM, { title: 'Forbidden', status: 403, detail: 'access denied' }],
    'forbidden',
  ],
  ['runpod', [404, PROBLEM, { title: 'Not Found', status: 404, detail: 'gone' }], 'notFound'],
  ['runpod', [401, PROBLEM, { title: 'Unauthorized', status: 401, detail: 'no' }], 'unauthorized'],
  [
    'vast',
    [401, JSON_TYPE, { success: false, error: 'auth_error', msg: 'Invalid key' }],
    'unauthorized',
  ],
  ['vast', [403, JSON_TYPE, { error: 'forbidden', msg: 'No scope' }], 'forbidden'],
  ['vast', [404, JSON_TYPE, { success: false, msg: 'no such instance' }], 'notFound'],
  ['lambda', [403, JSON_TYPE, { error: { code: 'global/forbidden', message: 'No' } }], 'forbidden'],
  [
    'lambda',
    [404, JSON_TYPE, { error: { code: 'global/object-does-not-exist', message: 'No' } }],
    'notFound',
  ],
  ['rental', [403, JSON_TYPE, { detail: 'Scope read_only' }], 'forbidden'],
  ['rental', [422, JSON_TYPE, { detail: [{ loc: ['body', 'node'], msg: 'x' }] }], 'invalid'],
])('%s itself says %j: %s', async (provider, sent, kind) => {
  expect(await kindOf(provider, sent)).toBe(kind);
});

test.each<[ProviderId, readonly Sent[]]>([
  [
    'runpod',
    [
      [403, JSON_TYPE, { title: 'Forbidden', status: 403, detail: 'no' }],
      [403, PROBLEM, { title: 'Forbidden', detail: 'no' }],
      [403, PROBLEM, { title: 'Forbidden', status: 404, detail: 'no' }],
      [403, PROBLEM, { status: 403, detail: 'Forbidden' }],
      [403, PROBLEM, 'error code: 1010'],
      [403, PROBLEM, [{ title: 'Forbidden', status: 403 }]],
    ],
  ],
  [
    'vast',
    [
      [403, JSON_TYPE, { error: 'Forbidden' }],
      [403, JSON_TYPE, { success: false, error: 'Forbidden' }],
      [403, JSON_TYPE, { msg: 'Forbidden' }],
      [403, JSON_TYPE, { error: { code: 403 }, msg: 'Forbidden' }],
      [404, 'text/plain', '{"success":false,"error":"auth_error","msg":"x"}'],
    ],
  ],
  [
    'lambda',
    [
      [403, JSON_TYPE, { error: 'Forbidden' }],
      [403, JSON_TYPE, { error: { message: 'Forbidden' } }],
      [403, JSON_TYPE, { error: { code: 403, message: 'Forbidden' } }],
      [403, JSON_TYPE, { error: { code: 'FORBIDDEN', message: 'Forbidden' } }],
      [403, 'text/plain', '{"error":{"code":"global/forbidden","message":"x"}}'],
    ],
  ],
  [
    'rental',
    [
      [403, JSON_TYPE, { error: 'Forbidden' }],
      [403, 'text/plain', '{"detail":"Forbidden"}'],
      [403, PROBLEM, { title: 'Forbidden', status: 403, detail: 'no' }],
    ],
  ],
])('%s sends no near miss of its form', async (provider, all) => {
  const strangers: readonly Sent[] = [
    [403, 'text/plain; charset=UTF-8', 'error code: 1010'],
    [404, 'text/plain', '404 page not found'],
    [401, JSON_TYPE, { message: 'Unauthorized' }],
    [400, 'text/plain', 'Bad Request'],
    [422, JSON_TYPE, null],
    [403, JSON_TYPE, ''],
    [403, '', ''],
  ];
  for (const sent of [...all, ...strangers])
    expect([sent, await kindOf(provider, sent)]).toEqual([sent, 'notTheService']);
});

/** Final, or taken for a success. */
const FINAL = [
  'unauthorized',
  'forbidden',
  'notFound',
  'invalid',
  'insufficientBalance',
  undefined,
];

test.each<ProviderId>(['runpod', 'vast', 'lambda', 'rental'])(
  'no refusal of a stranger is final at %s, whatever its status and form are',
  async (provider) => {
    const forms: readonly (readonly [string, unknown])[] = [
      ['', ''],
      [JSON_TYPE, ''],
      [JSON_TYPE, '{"detail": "Forb'],
      ['text/plain', 'error code: 1010'],
      ['text/html', '<!doctype html><title>403</title>'],
      [JSON_TYPE, { message: 'Forbidden' }],
      [JSON_TYPE, { error: 'Forbidden' }],
      ...(provider === 'rental' ? [] : [[JSON_TYPE, { detail: 'Forbidden' }] as const]),
    ];
    for (const [type, body] of forms)
      for (const status of [301, 400, 401, 402, 403, 404, 409, 410, 418, 422, 429, 500, 502, 503])
        expect(FINAL).not.toContain(await kindOf(provider, [status, type, body]));
  },
);
