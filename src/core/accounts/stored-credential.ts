import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { CredentialProblem } from '../../shared/domain/problem.ts';
import { FileError, withFileLock } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import type { CredentialPorts, NetworkPorts } from '../providers/index.ts';
import type { Secret } from '../secret.ts';
import { ProblemError, UserError } from '../user-error.ts';
import type { Vault } from '../vault/index.ts';

/** The credential cannot be read; it is not deleted, and the account is not signed out. */
export class CredentialError extends ProblemError<CredentialProblem> {
  override readonly name = 'CredentialError';
}

export function throwAsCredentialError(error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  const { kind, message: detail } = error;
  throw new CredentialError(kind === 'busy' ? { kind } : { kind: 'keychainUnavailable', detail });
}

/** `memory`: the keychain refused the credential; `nowhere`: also when it belongs to an earlier sign-in of another kind or service. */
export type CredentialPlace = 'keychain' | 'memory' | 'nowhere';

export interface StoredCredential {
  readonly vault: Vault;
  readonly item: string;
  /** Called for each read, since this process or another may have signed in or out. */
  readonly place: () => Promise<CredentialPlace>;
}

const noCredential = () => new CredentialError({ kind: 'noCredential' });

function unread({ kind, message: detail, action }: UserError): CredentialProblem {
  if (kind === 'locked') return { kind: 'keychainLocked' };
  const known = { kind: 'keychainUnavailable', detail } as const;
  return kind === 'credentialsFile' ? { ...known, action } : known;
}

/** An empty result of a keychain that should have the credential means locked, not signed out. @throws CredentialError */
export async function readCredential(stored: StoredCredential): Promise<Secret> {
  const place = await stored.place();
  if (place === 'nowhere') throw noCredential();
  const reading = await stored.vault.read(stored.item, { expected: place === 'keychain' });
  if (reading instanceof UserError) throw new CredentialError(unread(reading));
  // Settings are written before the keychain: a credential for another service shows in them by now.
  if (reading === null || (await stored.place()) === 'nowhere') throw noCredential();
  return reading;
}

/** The mark of a refresh that has begun: an empty file beside the lock, which is held while it changes. */
export function refreshMark(lockFile: string, log: Log): NonNullable<CredentialPorts['begun']> {
  const path = `${lockFile}.begun`;
  const failed = (error: unknown) => log.warn('session.notMarked', describeInternalError(error));
  return {
    async set() {
      const exists = existsSync(path);
      if (!exists) await writeFile(path, '', { mode: 0o600 }).catch(failed);
      return exists;
    },
    clear: () => rm(path, { force: true }).catch(failed),
  };
}

/** @param lockFile held during a refresh and a sign-out, so that no two processes rotate one token */
export function storedCredentialPorts(
  stored: StoredCredential,
  { clock, log }: NetworkPorts,
  lockFile: string,
): CredentialPorts {
  const { vault, item } = stored;
  return {
    load: () => readCredential(stored),
    async save(credential) {
      const problem = await vault.write(item, credential);
      if (problem !== null) log.warn('session.keptInMemory', { item });
    },
    begun: refreshMark(lockFile, log),
    withFileLock: (run) => withFileLock(lockFile, clock, run).catch(throwAsCredentialError),
    clock,
    log,
  };
}
