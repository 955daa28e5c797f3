import { describe, expect, test } from 'vitest';
import { describeForm } from './service-error.ts';

describe('describeForm', () => {
  test.each([
    [null, 'nothing'],
    [undefined, 'nothing'],
    ['canary', 'a string'],
    [7, 'a number'],
    [true, 'a boolean'],
    [[], 'an empty array'],
    [['canary'], 'an array'],
    [{}, 'an object'],
    [{ vms: 'canary', total: 7 }, 'an object with the keys vms, total'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, 'an object with the keys a, b, c, d, e, f'],
  ])('describes %j as %s', (value, form) => {
    expect(describeForm(value)).toBe(form);
  });

  test.each(['me@example.com', 'sk-canary', 'eyJ.a.b', 'a b', '7', 'x'.repeat(40), ''])(
    'does not repeat the key "%s", which may be content',
    (key) => {
      expect(describeForm({ [key]: 1 })).toBe('an object');
    },
  );
});
