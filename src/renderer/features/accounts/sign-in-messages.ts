import type { KeychainState } from '../../../shared/accounts/index.ts';
import { PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';

/** The two credentials that the service documents; `login` is email and password. */
export type CredentialKind = 'apiKey' | 'login';

/** Every text of the sign-in form, and of the screen before the first sign-in. */
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
  apiKeyHint: 'Recommended. A read_only key is enough for monitoring.',
  onlyKeyHint: 'A key that may only read is enough to watch.',
  offers: 'See prices without signing in',
  submit: 'Sign in',
  submitting: 'Signing in…',
  wait: (time: string) => `Wait ${time}`,
  keptUntilQuit: 'No keychain is available to store your sign-in; it is kept until you quit.',
  problems: {
    serviceUrl: 'Enter a full web address, such as https://api.example.com.',
    email: 'Enter an email address, such as lea@example.com.',
    apiKey: 'Enter the API key.',
    password: 'Enter the password.',
  },
} as const;

const KEYCHAIN_NOTES: Readonly<Record<Exclude<KeychainState, 'available'>, string>> = {
  locked:
    'Your keychain is locked. Unlock it first; otherwise your sign-in is kept until you quit.',
  missing: 'No system keychain found; your sign-in is kept until you quit.',
  notAnswering:
    'Your keychain is not responding. Until it does, your sign-in is kept until you quit.',
  waiting: 'Waiting for your keychain, which may be asking you to unlock it.',
};

/** Where the credential will be stored, shown before it is sent. */
export function storageNote(keychain: KeychainState, kind: CredentialKind): string {
  if (keychain === 'available')
    return kind === 'login'
      ? 'Your password is not stored; the session is kept in your keychain.'
      : 'Your API key is kept in your keychain, never in a file.';
  const note = KEYCHAIN_NOTES[keychain];
  return kind === 'login' ? `Your password is not stored. ${note}` : note;
}
