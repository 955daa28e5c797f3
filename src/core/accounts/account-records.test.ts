import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../settings/index.ts';
import { accountOf, withAccount, withAccountChange } from './account-records.ts';

const key = (id: string) => ({
  ...{ id, label: 'api.example.com', baseUrl: 'https://api.example.com' },
  ...({ credential: 'apiKey', email: null, hasCredential: true } as const),
});
const twoKeys = withAccount(withAccount(DEFAULT_SETTINGS, key('a')), key('b'));
const labels = ({ accounts }: typeof twoKeys) =>
  accounts.map((one) => accountOf('rental', one).label);

test('a name replaces the label, is unique, and survives signing in again', () => {
  expect(labels(twoKeys)).toEqual(['api.example.com', 'api.example.com (2)']);
  const named = withAccountChange(twoKeys, 'b', { name: 'Team', color: 'pink' });
  const both = withAccountChange(named, 'a', { name: 'Team' });
  expect(labels(both)).toEqual(['Team (2)', 'Team']);
  expect(labels(withAccount(both, key('b')))).toEqual(['Team (2)', 'Team']);
  expect(accountOf('rental', both.accounts[1] ?? key('b'))).toMatchObject({ color: 'pink' });
  expect(labels(withAccountChange(both, 'b', { name: null }))[1]).toBe('api.example.com (2)');
});
