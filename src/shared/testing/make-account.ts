import { type AppAccount, CAPABILITIES, type Capability } from '../accounts/index.ts';
import { FIRST_PROVIDER, serviceOf } from '../providers/providers.ts';

/** An account of the first provider with an API key in the keychain, and nothing else set. */
export function makeAccount(known: Pick<AppAccount, 'id'> & Partial<AppAccount>): AppAccount {
  const { operations, balance } = known.profile ?? {};
  const always = { spend: true, usage: true, rent: true };
  const calls: Partial<Record<Capability, unknown>> = {
    ...(operations instanceof Object && operations),
    ...always,
    balance,
  };
  const { provider = FIRST_PROVIDER, baseUrl = 'https://api.example.com/' } = known;
  return {
    provider,
    service: serviceOf({ provider, baseUrl }),
    can: CAPABILITIES.filter((name) => calls[name] !== undefined),
    label: known.id,
    baseUrl,
    credential: 'apiKey',
    email: null,
    storedIn: 'keychain',
    consoleUrl: null,
    profile: null,
    ...known,
  };
}
