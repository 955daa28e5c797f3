import { describe, expect, test } from 'vitest';
import { checkBaseUrl, checkCredential, checkEmail } from './sign-in-checks.ts';

describe('checks before signing in', () => {
  test.each(['https://api.example.com', ' http://127.0.0.1:4010/v1 '])('take %s', (text) => {
    expect(checkBaseUrl(text)).toBeNull();
  });

  test.each(['', '  ', 'api.example.com', 'javascript:alert(1)', 'https://'])(
    'refuse %j',
    (text) => {
      expect(checkBaseUrl(text)).toEqual(expect.any(String));
    },
  );

  test('want something before and after the @', () => {
    expect(checkEmail('lea@example.com')).toBeNull();
    expect(checkEmail('lea')).toContain('lea@example.com');
    expect(checkEmail('a b@c')).not.toBeNull();
  });

  test('want a credential, and leave its spaces alone', () => {
    expect(checkCredential('', 'API key')).toBe('Enter the API key.');
    expect(checkCredential(' ', 'password')).toBeNull();
  });
});
