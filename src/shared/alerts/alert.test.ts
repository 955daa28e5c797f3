import { expect, test } from 'vitest';
import { alertDuration } from './alert.ts';
import { alertDetail, alertLine } from './alert-messages.ts';
import { makeAlert } from './testing/alerts.ts';

const MINUTE = 60_000;
const alert = makeAlert({ openedAt: 1_000, limit: 1_250 });

test('names the limit', () => {
  expect(alertLine(alert)).toBe('Hourly rate above your limit of $1,250/h');
});

test.each([
  [-5, null],
  [0, null],
  [59_999, null],
  [MINUTE, 'for 1 min'],
  [12.9 * MINUTE, 'for 12 min'],
  [59 * MINUTE, 'for 59 min'],
  [60 * MINUTE, 'for 1 h'],
  [47 * 60 * MINUTE, 'for 47 h'],
  [72 * 60 * MINUTE, 'for 3 d'],
])('is open %d ms: %j', (ms, duration) => {
  expect(alertDuration(alert, alert.openedAt + ms)).toBe(duration);
});

test('names the VM that costs most with its rate', () => {
  const named = { ...alert, reason: 'highest: scratch', ratePerHour: 3.19 };
  expect(alertDetail(named)).toBe('$4.20/h, limit $1,250 · highest: scratch $3.19/h');
});

test.each([
  [false, '$4.20/h, limit $1,250'],
  [true, '≥ $4.20/h, limit $1,250'],
])('shows value and limit when it opens, as a lower bound: %s', (isLowerBound, detail) => {
  expect(alertDetail({ ...alert, isLowerBound })).toBe(detail);
});
