import type { Secret } from '../secret.ts';
import type { Vault } from '../vault/index.ts';
import { CredentialError } from './credential-error.ts';

/** Where the credential of one account is kept. */
export interface StoredCredential {
  readonly vault: Vault;
  readonly accountId: string;
  /** Whether one was put there; asked each time, since signing in again changes it. */
  readonly isExpected: () => Promise<boolean>;
}

/**
 * The account's credential. "No such item" from a keychain that should have one and cannot be looked into means locked, not
 * signed out.
 * @throws CredentialError
 */
export async function readCredential(stored: StoredCredential): Promise<Secret> {
  const expected = await stored.isExpected();
  const reading = await stored.vault.read(stored.accountId, { expected });
  switch (reading.state) {
    case 'present':
      return reading.secret;
    case 'absent':
      throw new CredentialError({ kind: 'noCredential' });
    case 'locked':
      throw new CredentialError({ kind: 'keychainLocked' });
    case 'unavailable':
      throw new CredentialError({
        kind: 'keychainUnavailable',
        detail: reading.problem.sentence,
      });
  }
}
