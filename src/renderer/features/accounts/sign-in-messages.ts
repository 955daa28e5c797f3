import type { KeychainState } from '../../../shared/accounts/index.ts';
import { PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';

// Apart from `messages.ts`, whose imports the welcome screen does not need.

/** The two credentials that the service documents; `login` is email and password. */
export type CredentialKind = 'apiKey' | 'login';

export const signInMessages = {
  intro:
    'Your rented GPU VMs in the system tray: hourly cost, status changes, and SSH one click away.',
  choose: 'Where do you rent?',
  provider(id: ProviderId) {
    const { name, address } = PROVIDERS[id];
    return address === null ? `${name} (by URL)` : name;
  },
  getKey: 'Get a key ↗',
  serviceUrl: 'Service URL',
  signInWith: 'Sign in with',
  apiKey: 'API key',
  login: 'Email and password',
  email: 'Email',
  password: 'Password',
  apiKeyHint: 'Recommended. A read-only key is enough.',
  offers: 'See prices without signing in',
  submit: 'Sign in',
  submitting: 'Signing in…',
} as const;

/** Where the credential will be stored, shown before it is sent. */
export function storageNote(keychain: KeychainState, kind: CredentialKind): string {
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
