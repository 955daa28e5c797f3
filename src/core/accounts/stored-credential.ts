import { type CredentialProblem, describeProblem } from '../../shared/domain/index.ts';
import { LockTimeout, LockUnavailable } from '../files/index.ts';
import type { Secret } from '../secret.ts';
import { SettingsError } from '../settings/index.ts';
import type { Vault } from '../vault/index.ts';

/** The account's credential cannot be read. It is not deleted, and the account is not signed out. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly problem: CredentialProblem;

  constructor(problem: CredentialProblem) {
    super(describeProblem(problem).message);
    this.problem = problem;
  }
}

/** Rethrows an error of the settings or of a lock as a `CredentialError`, and any other error unchanged. */
export function throwAsCredentialError(error: unknown): never {
  if (error instanceof LockTimeout) throw new CredentialError({ kind: 'busy' });
  if (error instanceof SettingsError || error instanceof LockUnavailable)
    throw new CredentialError({ kind: 'keychainUnavailable', detail: error.message });
  throw error;
}

/**
 * Where an account's credential should be: in the keychain, in this process's memory because the keychain refused it, or
 * nowhere. Nowhere also means that the account has since been signed in with another kind of credential or at another
 * service: the stored credential must not be sent to this one.
 */
export type CredentialPlace = 'keychain' | 'memory' | 'nowhere';

/** Where the credential of one account is stored. */
export interface StoredCredential {
  readonly vault: Vault;
  readonly accountId: string;
  /** Called for each read, since this process or another may have signed in or out. */
  readonly place: () => Promise<CredentialPlace>;
}

const noCredential = () => new CredentialError({ kind: 'noCredential' });

/**
 * The account's credential. An empty result of a keychain that should have one means locked, not signed out.
 * @throws CredentialError
 */
export async function readCredential(stored: StoredCredential): Promise<Secret> {
  const place = await stored.place();
  if (place === 'nowhere') throw noCredential();
  const reading = await stored.vault.read(stored.accountId, { expected: place === 'keychain' });
  switch (reading.state) {
    case 'present':
      // Settings are written before the keychain: a credential for another service shows in them by now.
      if ((await stored.place()) === 'nowhere') throw noCredential();
      return reading.secret;
    case 'absent':
      throw noCredential();
    case 'locked':
      throw new CredentialError({ kind: 'keychainLocked' });
    case 'unavailable':
      throw new CredentialError({
        kind: 'keychainUnavailable',
        detail: reading.problem.message,
      });
  }
}
