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
    limit: 3,
  };
  return { ...EMPTY, alerts: [alert], preferences: { ...EMPTY.preferences, hideAmounts } };
}

const labels = (state: AppState, now: number) =>
  alertItems(state, now).map((item) => JSON.stringify(item));

test('an alert shows its limit, and no amount while they are hidden', () => {
  expect(labels(withAlert(false), 0).join()).toContain('Above your limit of $3.00/h');
  expect(labels(withAlert(true), 0).join()).not.toMatch(/\d\.\d\d/);
});

test('time alone does not change what the tray says of it', () => {
  expect(labels(withAlert(false), 9_000_000)).toEqual(labels(withAlert(false), 0));
});
