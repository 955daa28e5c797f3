import type { Secret } from '../secret.ts';
import type { Vault } from '../vault/index.ts';
import { CredentialError } from './credential-error.ts';

/**
 * Where the credential of an account should be: in the keychain, only in the memory of this process because the keychain did
 * not take it, or nowhere. It is also nowhere once the account was signed in anew with another kind of credential or at
 * another service: what is in the keychain then is not meant for the place that this account was opened for.
 */
export type Whereabouts = 'keychain' | 'memory' | 'nowhere';

/** Where the credential of one account is kept. */
export interface StoredCredential {
  readonly vault: Vault;
  readonly accountId: string;
  /** Asked each time: this process or another may have signed in or out. */
  readonly whereabouts: () => Promise<Whereabouts>;
}

const none = () => new CredentialError({ kind: 'noCredential' });

/**
 * The account's credential. "No such item" from a keychain that should have one and cannot be looked into means locked, not
 * signed out.
 * @throws CredentialError
 */
export async function readCredential(stored: StoredCredential): Promise<Secret> {
  const whereabouts = await stored.whereabouts();
  if (whereabouts === 'nowhere') throw none();
  const expected = whereabouts === 'keychain';
  const reading = await stored.vault.read(stored.accountId, { expected });
  switch (reading.state) {
    case 'present':
      // The settings are written before the keychain: a credential for another place shows there by now.
      if ((await stored.whereabouts()) === 'nowhere') throw none();
      return reading.secret;
    case 'absent':
      throw none();
    case 'locked':
      throw new CredentialError({ kind: 'keychainLocked' });
    case 'unavailable':
      throw new CredentialError({
        kind: 'keychainUnavailable',
        detail: reading.problem.message,
      });
  }
}
