import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byName, byText, sortName } from './rank.ts';

test.each([
  ['job-9', 'job-10'],
  ['Job-9', 'job-10'],
  ['job', 'job-1'],
  ['job-1', 'job-a'],
  ['écran', 'edition'],
  ['', 'a'],
])('sorts %j before %j', (a, b) => {
  expect([byName(a, b), byName(b, a), byName(a, a)]).toEqual([-1, 1, 0]);
});

test('compares names by their sort names', () => {
  const part = fc.constantFrom(
    'a',
    'B',
    'b',
    '1',
    '02',
    '2',
    '-',
    '~',
    ' ',
    '\0',
    'é',
    'e\u0301',
    '🙂',
  );
  const digits = fc.stringMatching(/^[0-9]{1,30}$/);
  const name = fc
    .array(fc.oneof({ weight: 5, arbitrary: part }, digits))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(byName(a, b)).toBe(byText(sortName(a), sortName(b)));
    }),
    { numRuns: 2_000 },
  );
});
