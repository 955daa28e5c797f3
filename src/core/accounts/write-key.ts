import type { Secret } from '../secret.ts';
import { ServiceError, type Session } from '../service/index.ts';
import type { AccountSettings } from '../settings/index.ts';
import type { KeychainError, Vault } from '../vault/index.ts';
import { type Account, hasSameTarget } from './account-records.ts';
import { CredentialError, readCredential, throwAsCredentialError } from './stored-credential.ts';

// A second API key of an account, which is sent only with calls that change something, so that the first can be read_only.

/** Whether the key is in the keychain, or is no more; `reason`: why not. */
export type WriteKeyResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: KeychainError };

export interface WriteKeyPorts {
  readonly vault: Vault;
  /** From disk; undefined: the account is not listed. */
  readonly record: (accountId: string) => Promise<AccountSettings | undefined>;
  readonly mark: (accountId: string, marker: { readonly hasWriteKey: boolean }) => Promise<void>;
}

/** The keychain item. Account ids are uuids. */
const itemOf = (accountId: string) => `${accountId}-write`;

export function createWriteKeys({ vault, record, mark }: WriteKeyPorts) {
  /** With the key of another service it must not be found. */
  async function isStored(account: Account): Promise<boolean> {
    const current = await record(account.id).catch(throwAsCredentialError);
    return current?.hasWriteKey === true && hasSameTarget(current, account);
  }

  async function bearer(account: Account): Promise<Secret> {
    const place = async () => ((await isStored(account)) ? 'keychain' : 'nowhere');
    try {
      return await readCredential({ vault, accountId: itemOf(account.id), place });
    } catch (error) {
      const isGone = error instanceof CredentialError && error.problem.kind === 'noCredential';
      throw isGone ? refused() : error;
    }
  }

  /** What was written or not leaves no key without its marker, which would outlive the account. */
  async function remove(before: AccountSettings) {
    const removal = await vault.remove(itemOf(before.id));
    await mark(before.id, { hasWriteKey: !removal.removed && before.hasWriteKey === true });
    return removal;
  }

  return {
    /** Unlike the first key it is never kept in memory. Call it with the account's lock. */
    async store(before: AccountSettings, key: Secret): Promise<WriteKeyResult> {
      if (!before.hasWriteKey) await mark(before.id, { hasWriteKey: true });
      const stored = await vault.write(itemOf(before.id), key);
      if (stored.state === 'stored') return { ok: true };
      await remove(before);
      return { ok: false, reason: stored.problem };
    },
    /** Call it with the account's lock. */
    async remove(before: AccountSettings): Promise<WriteKeyResult> {
      const removal = await remove(before);
      return removal.removed ? { ok: true } : { ok: false, reason: removal.problem };
    },
    /** For a call that changes something: the key is read for each, and not kept. Null: the account has none. */
    async session(account: Account): Promise<Session | null> {
      if (!(await isStored(account))) return null;
      return {
        credential: 'writeKey',
        bearer: () => bearer(account),
        replace: async () => null,
        close: () => {},
        end: async () => {},
      };
    },
    /** Deletes what is there, marked or not. */
    forget: (accountId: string) => vault.remove(itemOf(accountId)),
  };
}

function refused(): ServiceError {
  return new ServiceError({ kind: 'unauthorized', credential: 'writeKey' });
}
