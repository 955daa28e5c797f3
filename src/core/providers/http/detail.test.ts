import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../../shared/testing/any-character.ts';
import { Secret } from '../../secret.ts';
import { readDetail } from './detail.ts';

const JWT = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiI0MiJ9'.repeat(3)}.c2lnbmF0dXJl-_x`;

function detail(value: unknown, ...secrets: string[]): string | null {
  const body: unknown = { detail: value };
  return readDetail(
    body,
    secrets.map((secret) => new Secret(secret)),
  );
}

test('leaves nothing of a secret that contains another one', () => {
  expect(detail('no canary-key', 'canary', 'canary-key')).toBe('no [redacted]');
});

describe('the type of a detail', () => {
  test.each([
    ['a string', 'No such VM', 'No such VM'],
    ['a number', 42, '42'],
    ['a list of strings', ['a', 'b'], 'a; b'],
    [
      'what FastAPI sends with 422',
      [
        { loc: ['body', 'storage_gb'], msg: 'Input should be at least 50', type: 'x', input: 7 },
        { loc: ['body', 'node'], msg: 'Field required', type: 'missing' },
      ],
      'storage_gb: Input should be at least 50; node: Field required',
    ],
    ['an object with a message', { code: 7, message: 'Node is full' }, 'Node is full'],
    ['an object in an object', { detail: { msg: 'Node is full' } }, 'Node is full'],
    [
      'an object of fields',
      { storage_gb: ['too small'], node: 'x' },
      'storage_gb: too small; node: x',
    ],
    ['an object of other keys', { 'No GPU.': 'too small' }, 'too small'],
  ])('%s is shown as a line', (_, value, line) => {
    expect(detail(value)).toBe(line);
  });

  test.each([
    ['null', null],
    ['an empty string', ''],
    ['blanks', ' \n\t '],
    ['an empty list', []],
    ['an empty object', {}],
    ['a list of nulls', [null, [null]]],
    ['invisible characters', '\u200b\u202e'],
  ])('%s is no detail', (_, value) => {
    expect(detail(value)).toBeNull();
  });

  test.each([
    [
      { error: { code: 'global/x', message: 'Inactive.', suggestion: 'Verify it.' } },
      'Inactive. Verify it.',
    ],
    [{ success: false, error: 'auth_error', msg: 'Invalid user key' }, 'Invalid user key'],
    [{ message: 'Too many requests' }, 'Too many requests'],
    [{ error: 'No such instance' }, 'No such instance'],
    [{ error: 'not_found' }, 'not_found'],
  ])('the error %j is its sentences, without its code', (body, line) => {
    expect(readDetail(body, [])).toBe(line);
  });

  test.each([undefined, null, 'text', 7, [], {}, { message: null }, { error: 7 }, { error: {} }])(
    '%j has no detail',
    (body) => {
      expect(readDetail(body, [])).toBeNull();
    },
  );

  test('handles a hundred thousand levels', () => {
    const deep = `${'['.repeat(100_000)}"x"${']'.repeat(100_000)}`;
    expect(readDetail(JSON.parse(`{"detail":${deep}}`), [])).toBeNull();
    const objects = `${'{"msg":'.repeat(100_000)}"x"${'}'.repeat(100_000)}`;
    expect(readDetail(JSON.parse(`{"detail":${objects}}`), [])).toBeNull();
  });

  test('is one printable line of at most 300 characters for every JSON value', () => {
    let lines = 0;
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: ANY_CHARACTER }), (value) => {
        const line = detail(value);
        if (line === null) return;
        lines += 1;
        expect(line).not.toBe('');
        expect(line.length).toBeLessThanOrEqual(300);
        // Joiners shape scripts and emoji.
        expect(line).not.toMatch(/[[\p{Cc}\p{Cf}\u2028\u2029]--[\u200c\u200d]]/v);
        expect(line.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(lines).toBeGreaterThan(100);
  });
});

test('the failures of a problem document follow its detail', () => {
  const body = { title: 'Unprocessable', status: 422, detail: 'Validation failed.' };
  expect(readDetail({ ...body, errors: ["$: 'bogus' not allowed", 'size: too small'] }, [])).toBe(
    "Validation failed: $: 'bogus' not allowed; size: too small",
  );
  for (const errors of [[], null, 'x', {}, [null]])
    expect(readDetail({ ...body, errors }, [])).toBe('Validation failed.');
  for (const detail of ['', null])
    expect(readDetail({ detail, errors: ['size: too small'] }, [])).toBe('size: too small');
  expect(readDetail({ ...body, errors: ['key abc'] }, [new Secret('abc')])).toBe(
    'Validation failed: key [redacted]',
  );
});

describe('the line', () => {
  test('is not cut within a character', () => {
    const line = detail(`${'a'.repeat(298)}${'🙂'.repeat(10)}`);
    expect(line).toBe(`${'a'.repeat(298)}…`);
  });

  test('contains neither line breaks nor direction marks', () => {
    expect(detail('one\r\ntwo\u0000\u001b[31mthree\u2028four')).toBe('one two [31mthree four');
    expect(detail('a\u202eb\u2066c\u200fd\ufeffe\u00adf')).toBe('abcdef');
  });
});

describe('credentials in a detail', () => {
  test('redacts an echoed Authorization header', () => {
    expect(detail('bad header Authorization: Bearer sk-12345 given')).toBe(
      'bad header Authorization: [redacted] given',
    );
    expect(detail('bearer  \t sk-12345')).toBe('[redacted]');
  });

  test('redacts every JWT', () => {
    expect(detail(`token ${JWT} has expired`)).toBe('token [redacted] has expired');
    expect(detail(`token=${JWT.slice(0, 40)}`)).toBe('token=[redacted]');
  });

  const awkward = `k1"k2'k3ö\\k4\t🙂`;
  test.each([
    ['as plain text', awkward],
    ['in JSON', JSON.stringify({ password: awkward })],
    [
      'in JSON of ASCII, as Python writes it',
      String.raw`{"password": "k1\"k2'k3\u00f6\\k4\t\ud83d\ude42"}`,
    ],
    ['in a dict, as Python prints it', String.raw`{'password': 'k1"k2\'k3ö\\k4\t🙂'}`],
    ['in a URL', `password=${encodeURIComponent(awkward)}`],
  ])('redacts a password with quotes %s', (_, text) => {
    const line = detail(`refused: ${text}`, awkward);
    expect(line).toContain('[redacted]');
    expect(line).not.toMatch(/k\d/);
  });

  const key = 'sim_live_Qz7/+~kE9';
  test.each(['base64', 'base64url', 'hex', 'HEX'] as const)('redacts a key in %s', (encoding) => {
    for (const after of ['', ';', '; x']) {
      const sent = Buffer.from(`${key}${after}`);
      const echoed =
        encoding === 'HEX' ? sent.toString('hex').toUpperCase() : sent.toString(encoding);
      // Behind it, the character with bits of its neighbor too.
      expect(detail(`refused: ${echoed}.`, key)).toMatch(/^refused: \[redacted\]\w{0,7}=*\.$/);
    }
  });

  test('keeps a text that shares a few characters with the encoding of a short password', () => {
    expect(detail('61 of YWI or 6162', 'ab')).toBe('61 of YWI or 6162');
  });

  test('redacts a secret with invisible characters inserted', () => {
    expect(detail('key abc\u200b-cana\u202ery', 'abc-canary')).toBe('key [redacted]');
  });

  test('redacts a secret that contains invisible characters', () => {
    expect(detail('password 👩\u200d👧\u0007x is weak', '👩\u200d👧\u0007x')).toBe(
      'password [redacted] is weak',
    );
  });

  test('redacts before it shortens', () => {
    const line = detail(`${'a'.repeat(290)} ${'s3cret-'.repeat(10)}`, 's3cret-'.repeat(10));
    expect(line).not.toContain('s3');
  });

  test.each([
    ['of beginnings of tokens', 'eyJ-'.repeat(1_000_000)],
    ['of blanks after bearers', `bearer${' '.repeat(4_000_000)}`],
    ['of bearers', 'bearer '.repeat(600_000)],
    ['of marks', '\u200b \n'.repeat(1_000_000)],
  ])('is fast for megabytes %s', (_, text) => {
    const started = performance.now();
    detail(text, 'abc-canary');
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
