import type { AppAccount } from '../accounts/index.ts';

/** An account with an API key in the keychain, and nothing else set. */
export function makeAccount(known: Pick<AppAccount, 'id'> & Partial<AppAccount>): AppAccount {
  return {
    label: known.id,
    color: null,
    baseUrl: 'https://api.example.com/',
    credential: 'apiKey',
    email: null,
    storedIn: 'keychain',
    consoleUrl: null,
    profile: null,
    ...known,
  };
}
