import { LockTimeout, LockUnavailable } from '../files/index.ts';
import { SettingsError } from '../settings/index.ts';
import { CredentialError } from './credential-error.ts';

/**
 * Throws what keeps us from an account's credential as a problem of that account, so that it is shown with it. Anything else
 * is a defect and goes on as it is.
 */
export function keychainUnavailable(error: unknown): never {
  if (error instanceof LockTimeout) throw new CredentialError({ kind: 'busy' });
  if (error instanceof SettingsError || error instanceof LockUnavailable)
    throw new CredentialError({ kind: 'keychainUnavailable', detail: error.message });
  throw error;
}
