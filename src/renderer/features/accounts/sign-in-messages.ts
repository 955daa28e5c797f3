import type { AppAccount, KeychainState } from '../../../shared/accounts/index.ts';
import { PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';

type Credential = AppAccount['credential'];

export const CREDENTIAL_NAMES: Readonly<Record<Credential, string>> = {
  apiKey: 'API key',
  login: 'Email and password',
};

export function providerLabel(id: ProviderId): string {
  const { name, address } = PROVIDERS[id];
  return address === null ? `${name} (by URL)` : name;
}

/** Where the credential will be stored, shown before it is sent. */
export function storageNote(keychain: KeychainState, kind: Credential): string {
  if (keychain === 'available')
    return kind === 'login'
      ? 'Your password is not stored; the session is kept in your keychain.'
      : 'Your API key is kept in your keychain, never in a file.';
  const note =
    keychain === 'missing'
      ? 'No keychain found. You’ll need to sign in again after quitting.'
      : 'Your keychain is locked or isn’t responding. Unlock it first, or you’ll need to sign in again after quitting.';
  return kind === 'login' ? `Your password is not stored. ${note}` : note;
}
