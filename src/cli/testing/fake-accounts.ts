import type { Account, Accounts, SignedIn, SignedOut } from '../../core/accounts/index.ts';

/** A stored login with an email and a password behind it, with these differences. */
export function account(change: Partial<Account> = {}): Account {
  return {
    id: '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11',
    label: 'ada@example.com',
    baseUrl: 'https://api.example.com',
    credential: 'login',
    email: 'ada@example.com',
    consoleUrl: null,
    ...change,
  };
}

/** Accounts that do nothing but answer and remember what was asked of them. */
export interface FakeAccounts extends Accounts {
  listed: readonly Account[];
  /** What a sign-in comes to. */
  kept: SignedIn['kept'];
  signingOut: SignedOut;
  /** `key`, `password` and `out`, each with what was given. */
  readonly asked: (readonly [string, object | string])[];
}

/** @param signedIn the account that any sign-in leads to */
export function fakeAccounts(signedIn: Account, listed: readonly Account[] = []): FakeAccounts {
  const accounts: FakeAccounts = {
    listed,
    kept: { in: 'keychain' },
    signingOut: { ok: true },
    asked: [],
    list: async () => accounts.listed,
    async signInWithKey(request) {
      accounts.asked.push(['key', request]);
      return { account: signedIn, kept: accounts.kept };
    },
    async signInWithPassword(request) {
      accounts.asked.push(['password', request]);
      return { account: signedIn, kept: accounts.kept };
    },
    async signOut(accountId) {
      accounts.asked.push(['out', accountId]);
      return accounts.signingOut;
    },
    isInMemory: () => false,
    storeFromMemory: async () => {},
    open() {
      throw new Error('nothing opens an account here');
    },
  };
  return accounts;
}
