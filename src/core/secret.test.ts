import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secret } from './secret.ts';

describe('Secret', () => {
  test('returns its value from reveal', () => {
    expect(new Secret('canary-1').reveal()).toBe('canary-1');
  });

  test('is redacted in every conversion to text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^canary-[a-z0-9]{8,20}$/), (value) => {
        const secret = new Secret(value);
        const texts = [
          `${secret}`,
          String(secret),
          JSON.stringify({ nested: [secret] }),
          inspect({ nested: { secret } }, { depth: null, showHidden: true }),
          format('%s %o %O %j', secret, secret, secret, secret),
          new Error(`failed with ${secret}`).stack ?? '',
          Object.entries(secret).join(),
        ];
        for (const text of texts) expect(text).not.toContain(value);
      }),
    );
  });

  test('loses its value in a structured clone', () => {
    expect(JSON.stringify(structuredClone(new Secret('canary-2')))).not.toContain('canary-2');
  });

  test('compares by value', () => {
    expect(new Secret('a').equals(new Secret('a'))).toBe(true);
    expect(new Secret('a').equals(new Secret('b'))).toBe(false);
  });
});
