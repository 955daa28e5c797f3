import fc from 'fast-check';
import { expect, it } from 'vitest';
import { terminalJson } from './terminal-json.ts';

it('is the same value to a parser, and holds nothing that a terminal obeys', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      'a',
      '"',
      '\\',
      '\u001b',
      '\u007f',
      '\u009b',
      '\u202e',
      '\u2028',
      '\u{e0041}',
    ),
  });
  fc.assert(
    fc.property(fc.dictionary(hostile, hostile), (value) => {
      const text = terminalJson(value);
      expect(JSON.parse(text)).toEqual(value);
      expect(text).toMatch(/^[\u0020-\u007e]*$/);
    }),
  );
});
