import { expect, test } from 'vitest';
import type { Alert } from './alert.ts';
import { alertLasts, alertWords } from './alert-words.ts';

const MINUTE = 60_000;
const alert: Alert = {
  id: 'a',
  rule: 'hourlyRate',
  accountId: null,
  openedAt: 1_000,
  limit: 1_250,
  snoozedUntil: null,
};

test('an open alert names the limit, and none while amounts are hidden', () => {
  expect(alertWords(alert, { hideAmounts: false, currency: '€' })).toBe(
    'Above your limit of €1,250.00/h',
  );
  expect(alertWords(alert, { hideAmounts: true, currency: '€' })).toBe(
    'Hourly rate above your limit',
  );
});

test('a currency that turns the text around is taken for what can be seen', () => {
  expect(alertWords(alert, { hideAmounts: false, currency: '\u202E$' })).not.toContain('\u202E');
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
])('after %d ms it lasts %j', (ms, words) => {
  expect(alertLasts(alert, alert.openedAt + ms)).toBe(words);
});
