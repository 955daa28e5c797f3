import { expect, test } from 'vitest';
import { storageNote } from './sign-in-messages.ts';

test('the storage note never claims the keychain while it is unavailable', () => {
  expect(storageNote('available', 'login')).toBe(
    'Your password is not stored; the session is kept in your keychain.',
  );
  for (const keychain of ['locked', 'missing', 'notAnswering'] as const)
    expect(storageNote(keychain, 'login')).toMatch(
      /^Your password is not stored\. .*after quitting/,
    );
});
