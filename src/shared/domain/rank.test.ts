import { expect, test } from 'vitest';
import { byName } from './rank.ts';

test.each([
  ['job-9', 'job-10'],
  ['Job-9', 'job-10'],
  ['job-009', 'job-10'],
  ['job-0', 'job-01'],
  ['job-9999999999', 'job-10000000000'],
  ['job', 'job-1'],
  ['job-1', 'job-a'],
  ['écran', 'edition'],
  ['', 'a'],
])('sorts %j before %j', (a, b) => {
  expect([byName(a, b), byName(b, a), byName(a, a)]).toEqual([-1, 1, 0]);
});
