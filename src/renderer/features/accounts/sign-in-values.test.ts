import { describe, expect, test } from 'vitest';
import { type CredentialKind, signInMessages, storageNote } from './sign-in-messages.ts';
import { problemsOf, type SignInValues } from './sign-in-values.ts';

const { problems } = signInMessages;
const VALID = { baseUrl: 'https://api.example.com', email: 'lea@example.com', secret: ' s ' };
const NONE = { baseUrl: null, email: null, secret: null };

describe('problemsOf', () => {
  test.each<[CredentialKind, Partial<SignInValues>]>([
    ['apiKey', {}],
    ['apiKey', { email: 'ignored for a key' }],
    ['login', { baseUrl: 'http://127.0.0.1:4010/v1' }],
    ['login', { secret: ' ' }],
  ])('accepts for %s: %j', (kind, values) => {
    expect(problemsOf({ ...VALID, ...values }, kind)).toBeNull();
  });

  test.each<[CredentialKind, Partial<SignInValues>, object]>([
    ['apiKey', { secret: '' }, { secret: problems.apiKey }],
    ['login', { secret: '' }, { secret: problems.password }],
    ['login', { email: 'lea' }, { email: problems.email }],
    ['login', { email: 'a b@c' }, { email: problems.email }],
    ...['', 'ftp://example.com', 'https://'].map(
      (baseUrl): [CredentialKind, Partial<SignInValues>, object] => [
        'apiKey',
        { baseUrl },
        { baseUrl: problems.serviceUrl },
      ],
    ),
  ])('rejects for %s: %j', (kind, values, found) => {
    expect(problemsOf({ ...VALID, ...values }, kind)).toEqual({ ...NONE, ...found });
  });
});

test('the storage note never claims the keychain while it is unavailable', () => {
  expect(storageNote('available', 'login')).toBe(
    'Your password is not stored; the session is kept in your keychain.',
  );
  for (const keychain of ['locked', 'missing', 'notAnswering'] as const)
    expect(storageNote(keychain, 'login')).toMatch(
      /^Your password is not stored\. .*after quitting/,
    );
});
