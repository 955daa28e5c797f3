import { type AppAccount, CAPABILITIES, type Capability } from '../accounts/index.ts';
import { FIRST_PROVIDER } from '../providers/providers.ts';

/** An account of the first provider with an API key in the keychain, and nothing else set. */
export function makeAccount(known: Pick<AppAccount, 'id'> & Partial<AppAccount>): AppAccount {
  const { operations, balance } = known.profile ?? {};
  const always = { spend: true, usage: true, rent: true };
  const calls: Partial<Record<Capability, unknown>> = {
    ...(operations instanceof Object && operations),
    ...always,
    balance,
  };
  return {
    provider: FIRST_PROVIDER,
    can: CAPABILITIES.filter((name) => calls[name] !== undefined),
    label: known.id,
    baseUrl: 'https://api.example.com/',
    credential: 'apiKey',
    email: null,
    storedIn: 'keychain',
    consoleUrl: null,
    profile: null,
    keys: {},
    turnedOn: {},
    ...known,
  };
}
