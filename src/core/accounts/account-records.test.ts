import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, withAccountFields } from '../settings/index.ts';
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
  const named = withAccountChange(twoKeys, 'b', { name: 'Team' });
  const both = withAccountChange(named, 'a', { name: 'Team' });
  expect(labels(both)).toEqual(['Team (2)', 'Team']);
  expect(labels(withAccount(both, key('b')))).toEqual(['Team (2)', 'Team']);
  expect(labels(withAccountChange(both, 'b', { name: null }))[1]).toBe('api.example.com (2)');
});

test('where no call tells what a key may do, another key is to be tried again, and the account stays proven', () => {
  const runpod = { ...key('a'), provider: 'runpod' };
  const flags = (settings: typeof twoKeys) => {
    const [stored] = settings.accounts;
    const { isUntried = false, isUnproven = false } = accountOf('runpod', stored ?? runpod).keys;
    return [isUntried, isUnproven];
  };
  const signedIn = withAccount(DEFAULT_SETTINGS, runpod);
  expect(flags(signedIn)).toEqual([true, true]);
  const proven = withAccountFields(signedIn, 'a', { tried: true, proven: true });
  expect(flags(proven)).toEqual([false, false]);
  expect(flags(withAccount(proven, runpod))).toEqual([true, false]);
  expect(accountOf('rental', key('a')).keys).not.toHaveProperty('isUnproven');
});
