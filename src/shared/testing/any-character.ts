import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
  // One of fast-check's names such as `__proto__`, which it cuts into characters.
  if (code < 0 || String.fromCodePoint(code) !== text) throw new Error('not one character');
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}

/** As fast-check's unit `binary`, whose table of all characters takes a process 2 s and 190 MB. */
export const ANY_CHARACTER = fc
  .nat(0x10ffff - SURROGATES)
  .map(
    (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
    indexOf,
  );
