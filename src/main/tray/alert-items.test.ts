import { expect, test } from 'vitest';
import { type Alert, type AppState, initialState } from '../../shared/app/index.ts';
import { alertItems } from './alert-items.ts';

const EMPTY = initialState({ platform: 'linux', version: '1', hasTray: true, isOnline: true }, 0);

function withAlert(hideAmounts: boolean): AppState {
  const alert: Alert = {
    id: 'a',
    rule: 'hourlyRate',
    accountId: null,
    openedAt: 0,
    snoozedUntil: null,
    sentence: '$3.42/h is above your $3.00/h.',
  };
  return { ...EMPTY, alerts: [alert], preferences: { ...EMPTY.preferences, hideAmounts } };
}

test('an alert shows its figures, and none while amounts are hidden', () => {
  const labels = (state: AppState) => alertItems(state, 0).map((item) => JSON.stringify(item));
  expect(labels(withAlert(false)).join()).toContain('$3.42/h');
  expect(labels(withAlert(true)).join()).not.toMatch(/\d\.\d\d/);
});
