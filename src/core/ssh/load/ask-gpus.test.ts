import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../../shared/testing/any-character.ts';
import { readGpus } from './ask-gpus.ts';

const gpu = (values: readonly (number | null)[]) => {
  const [index, load, memoryUsed, memoryTotal, temperature, power] = values;
  return { index, load, memoryUsed, memoryTotal, temperature, power };
};

test.each([
  [
    'two GPUs in any order',
    '1, 0, 4, 81559, 31, 61.92\n0, 97, 70123, 81559, 64, 395.12\n',
    [
      [0, 97, 70_123, 81_559, 64, 395.12],
      [1, 0, 4, 81_559, 31, 61.92],
    ],
  ],
  [
    'figures that the driver lacks',
    '0, [N/A], 12, 24564, [Not Supported], [Unknown Error]',
    [[0, null, 12, 24_564, null, null]],
  ],
  [
    'CRLF, and lines of a login script',
    'Welcome!\r\n0, 5, 1, 2, 30, 9\r\nBye, and, so, on, x, y\n',
    [[0, 5, 1, 2, 30, 9]],
  ],
  [
    'impossible figures',
    '0, 101, 90, 80, 999, 1e9\n1, -1, 0x10, 80, NaN, Infinity',
    [
      [0, null, null, 80, null, null],
      [1, null, null, 80, null, null],
    ],
  ],
  ['one index twice', '0, 1, 1, 2, 3, 4\n0, 9, 9, 9, 9, 9', [[0, 1, 1, 2, 3, 4]]],
  ['too few and too many fields', '0, 1, 2, 3, 4\n0, 1, 2, 3, 4, 5, 6', []],
  ['no devices', 'No devices were found', []],
  ['nothing', '', []],
])('reads %s', (_, output, expected) => {
  expect(readGpus(output)).toEqual(expected.map(gpu));
});

test('whatever is printed yields at most 64 GPUs with figures in their ranges', () => {
  const field = fc.oneof(
    fc.constantFrom('[N/A]', '-1', '1e999', '99999999999999999999', '٣', ' ', '"0"', '0.', '=1+1'),
    fc.integer({ min: 0, max: 400 }).map(String),
    fc.double().map(String),
    fc.string({ unit: ANY_CHARACTER, maxLength: 8 }),
  );
  const line = fc.array(field, { minLength: 4, maxLength: 7 }).map((fields) => fields.join(', '));
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 120 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (lines, end) => {
        const gpus = readGpus(lines.join(end));
        expect(gpus.length).toBeLessThanOrEqual(64);
        expect(new Set(gpus.map(({ index }) => index)).size).toBe(gpus.length);
        for (const { load, memoryUsed, memoryTotal, temperature, power } of gpus) {
          const bounds = [
            [load, 100],
            [memoryUsed, memoryTotal ?? 0],
            [memoryTotal, 1e8],
            [temperature, 200],
            [power, 10_000],
          ] as const;
          for (const [value, max] of bounds)
            expect(value === null || (value >= 0 && value <= max)).toBe(true);
        }
      },
    ),
    { numRuns: 40 },
  );
});
