import { expect, test } from 'vitest';
import { report } from './report.ts';

const files = (...seconds: readonly number[]) =>
  seconds.map((each) => ({ name: `${each}.test.ts`, ms: each * 1000 }));

test('ends with the ten slowest files of all suites and the counts', () => {
  const vitest = {
    passed: 9,
    failures: [],
    files: files(...Array.from({ length: 9 }, (_, at) => at)),
  };
  const specs = { passed: 2, failures: [], files: files(12.34, 100) };
  const { lines, isGreen } = report([vitest, specs], []);
  expect(isGreen).toBe(true);
  expect(lines.slice(0, 4)).toEqual([
    '\nThe slowest files:',
    '  100.0 s  100.test.ts',
    '   12.3 s  12.34.test.ts',
    '    8.0 s  8.test.ts',
  ]);
  expect(lines.slice(-3)).toEqual(['    1.0 s  1.test.ts', '', '11 passed, 0 failed']);
});

test('names the failed tests last, after the reasons', () => {
  const failures = [
    { name: 'a.test.ts: adds', reason: 'expected 2\nto be 3' },
    { name: 'knip', reason: '' },
  ];
  const { lines, isGreen } = report([{ passed: 3, failures, files: [] }], []);
  expect(isGreen).toBe(false);
  expect(lines.slice(1)).toEqual([
    '\na.test.ts: adds\n    expected 2\n    to be 3',
    '',
    'Failed: a.test.ts: adds',
    'Failed: knip',
    '3 passed, 2 failed',
  ]);
});

test('is not green without a passed test', () => {
  expect(report([], []).isGreen).toBe(false);
});
