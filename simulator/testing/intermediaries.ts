import type { FaultInput } from '../faults/board.ts';

const text = (status: number, body: string, type = 'text/plain; charset=utf-8') => {
  return { kind: 'answer', status, body, headers: { 'content-type': type } } as const;
};
const json = (status: number, body: unknown) => ({ kind: 'answer', status, body }) as const;

export const CAPTIVE_PORTAL = text(
  200,
  '<!doctype html><html><body><form action="/signin">Welcome to the guest network</form></body></html>',
  'text/html; charset=utf-8',
);

/**
 * Answers of what stands in front of a provider, and near misses of a provider's own form. Each is sent for the list or for a stop,
 * once with `times: 1`.
 */
export const INTERMEDIARIES = {
  'bot check': text(403, 'error code: 1010'),
  'gateway that forbids': json(403, { message: 'Forbidden' }),
  'path without a route': text(404, '404 page not found\n'),
  'bad request as text': text(400, 'Bad Request'),
  'web page': text(502, '<html><body>Bad gateway</body></html>', 'text/html'),
  'web page that is gone': text(410, '<html><body>Gone</body></html>', 'text/html'),
  'error as a text': json(403, { error: 'Forbidden' }),
  'error as an object': json(403, { error: { status: 403 } }),
  'detail alone': json(403, { detail: 'Forbidden' }),
  'problem of another type': json(404, { title: 'Not Found', status: 404 }),
  'key that a gateway refuses': json(401, { message: 'Unauthorized' }),
  'empty refusal': text(403, ''),
} as const satisfies Readonly<Record<string, FaultInput['fault']>>;
