import { expect, test } from 'vitest';
import { accountName } from '../accounts/index.ts';
import { makeAccount } from '../testing/make-account.ts';
import { listingAccount } from './offer-places.ts';

test('an offer is launched at the account that lists it, also where accounts have equal emails', () => {
  const accounts = ['api.one.test', 'api.two.test'].map((host) =>
    makeAccount({ id: host, baseUrl: `https://${host}`, label: 'ada@example.test' }),
  );
  for (const { id } of accounts) {
    const place = { provider: 'rental', account: accountName(accounts, id) } as const;
    expect(listingAccount(accounts, place)).toBe(id);
  }
});
