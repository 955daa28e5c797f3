import { expect, test } from 'vitest';
import { makeSpend } from '../domain/testing/records.ts';
import { type AppState, initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import type { Alert } from './alert.ts';
import { alertNow } from './alert-now.ts';
import { makeAlert } from './testing/alerts.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

/** $21.36/h; $55 today and at least $1,000 this month by noon of the 20th. */
const APP: AppState = {
  ...initialState(environment, NOON),
  accounts: [makeAccount({ id: 'a' })],
  snapshots: {
    a: {
      vms: { value: null, problem: null },
      spend: { value: makeSpend({ perHour: 21.36 }), problem: null },
      ...{ asOf: NOON, freshness: 'live' },
    },
  },
  costs: {
    today: { known: 55, asOf: NOON, perHour: 0 },
    month: { known: 1_000, asOf: NOON, perHour: 0, isAtLeast: true },
  },
  balances: { a: 9 },
};
const named = { accountId: 'a', name: 'Studio' };
const close = { rule: 'accountRate', accountId: 'b', name: 'Studio', limit: 1250 } as const;
const idle = {
  ...named,
  rule: 'idle',
  vmId: 'x',
  message: 'Idle longer than 1 h: scratch',
} as const;

test.each<[string, Partial<Alert>]>([
  ['$21.36/h, limit $20', { limit: 20 }],
  ['Studio $21.36/h, limit $20', { ...named, rule: 'accountRate', limit: 20 }],
  ['Today $55.00, limit $50', { rule: 'spendToday', limit: 50 }],
  ['Forecast ≥ $6,382, limit $900', { rule: 'monthForecast', limit: 900 }],
  ['Balance of Studio $9.00, limit $10', { ...named, rule: 'balanceLow', limit: 10 }],
  // In full where rounding would hide the difference.
  ['Studio $100.40/h, limit $100.20', { ...close, value: 100.4, limit: 100.2 }],
  ['Studio ≥ $1,250.45/h, limit $1,250', { ...close, value: 1250.456, isLowerBound: true }],
  ['Studio $1,040,000.00/h, limit $1,000,000', { ...close, value: 1.04e6, limit: 1e6 }],
  // As when it opened.
  ['gone $4.20/h, limit $3', { rule: 'accountRate', accountId: 'b', name: 'gone' }],
  ['Idle longer than 1 h: scratch · $3.19/h', { ...idle, ratePerHour: 3.19 }],
  ['Idle longer than 1 h: scratch', idle],
])('says by how much: %s', (text, alert) => {
  expect(alertNow(APP, makeAlert(alert), NOON)).toBe(text);
});

test('leaves the message without amounts while they are hidden, and of a balance that is used up', () => {
  const preferences = { ...APP.preferences, hideAmounts: true };
  const message = 'Hourly rate above your limit';
  expect(alertNow({ ...APP, preferences }, makeAlert({ message }), NOON)).toBe(message);
  const low = makeAlert({ ...named, rule: 'balanceLow', message: 'Balance used up: $0.00' });
  expect(alertNow({ ...APP, balances: { a: 0 } }, low, NOON)).toBe('Balance used up: $0.00');
});
