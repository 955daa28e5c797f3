import { expect, test } from 'vitest';
import { redactedFields, withoutCredentialLike } from './redact.ts';
import { Secret } from './secret.ts';

test.each([
  ['API_KEY=abc exit', 'API_KEY=[redacted] exit'],
  ['API_KEY = abc', 'API_KEY = [redacted]'],
  ['token=abc&x=1', 'token=[redacted]'],
  ["PASS='my words' x", 'PASS=[redacted] x'],
  ['export X_SECRET_ACCESS_KEY="a b" x', 'export X_SECRET_ACCESS_KEY=[redacted] x'],
  ['password: hunter2', 'password: [redacted]'],
  ['{"api_key": "k-12345", "a": 1}', '{"api_key": "[redacted]", "a": 1}'],
  ['https://ada:pw@host/path', 'https://[redacted]@host/path'],
  ['secret_my-key_0af.A-1 rejected', '[redacted] rejected'],
  ['hf_abcdefghijklmnop rejected', '[redacted] rejected'],
])('%j without what looks like a credential is %j', (text, expected) => {
  expect(withoutCredentialLike(text)).toBe(expected);
});

test.each([
  'password: too short',
  'api_key: invalid',
  'SSH key 12 not found',
  'Monkey business: 7 GPUs',
  'sk-1',
  'secret_name: invalid',
])('%j stays', (text) => {
  expect(withoutCredentialLike(text)).toBe(text);
});

test('takes no long time for a hostile text', () => {
  const units = [
    'eyJ-',
    'key',
    'key=',
    'key:',
    '://a',
    'secret_1.',
    'sk-',
    '"',
    "key='",
    'bearer ',
  ];
  const start = process.cpuUsage();
  for (const unit of units) withoutCredentialLike(unit.repeat(200_000));
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});

test('a log field has no credential in use, also one that looks like none', () => {
  const secret = new Secret('correct horse');
  expect(redactedFields({ detail: `no user ${secret.reveal()}`, count: 1 })).toEqual({
    detail: 'no user [redacted]',
    count: 1,
  });
});
