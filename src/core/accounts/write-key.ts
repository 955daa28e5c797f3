import { createKeySession, ServiceError, type Session } from '../providers/index.ts';
import type { Secret } from '../secret.ts';
import type { AccountSettings } from '../settings/index.ts';
import type { KeychainError, Vault } from '../vault/index.ts';
import { type Account, hasSameTarget, itemOf } from './account-records.ts';
import { CredentialError, readCredential, throwAsCredentialError } from './stored-credential.ts';

// A second API key of an account, which is sent only with calls that change something, so that the first can be read_only.

/** `tried`: as in the settings. */
export interface WriteKeyMarks {
  readonly hasWriteKey: boolean;
  readonly tried?: boolean;
}

export const writeItemOf = (account: Parameters<typeof itemOf>[0]) => `${itemOf(account)}-write`;

/** @param record from disk; undefined: the account is not listed */
export function createWriteKeys(
  vault: Vault,
  record: (accountId: string) => Promise<AccountSettings | undefined>,
  mark: (accountId: string, marks: WriteKeyMarks) => Promise<void>,
) {
  /** The key must not be sent to another service. */
  async function isStored(account: Account): Promise<boolean> {
    const current = await record(account.id).catch(throwAsCredentialError);
    return current?.hasWriteKey === true && hasSameTarget(current, account);
  }

  async function read(account: Account): Promise<Secret> {
    const place = async () => ((await isStored(account)) ? 'keychain' : 'nowhere');
    try {
      return await readCredential({ vault, item: writeItemOf(account), place });
    } catch (error) {
      const isGone = error instanceof CredentialError && error.problem.kind === 'noCredential';
      throw isGone ? new ServiceError({ kind: 'unauthorized', credential: 'writeKey' }) : error;
    }
  }

  /** Another key sends the next action. */
  const marked = ({ id, tried }: AccountSettings, hasWriteKey: boolean) =>
    mark(id, { hasWriteKey, ...(tried && { tried: false }) });

  /** Removes the key before its marker: a key without a marker would outlive the account. */
  async function remove(before: AccountSettings): Promise<KeychainError | null> {
    const problem = await vault.remove(writeItemOf(before));
    await marked(before, problem !== null && before.hasWriteKey === true);
    return problem;
  }

  return {
    /** Call it with the account's lock. */
    async store(before: AccountSettings, key: Secret): Promise<KeychainError | null> {
      if (!before.hasWriteKey || before.tried) await marked(before, true);
      const problem = await vault.write(writeItemOf(before), key);
      if (problem !== null) await remove(before);
      return problem;
    },
    /** Call it with the account's lock. */
    remove,
    /** The key is read for each call, and not kept. Null: the account has none. */
    async session(account: Account): Promise<Session | null> {
      if (!(await isStored(account))) return null;
      return createKeySession(await read(account), 'writeKey');
    },
    forget: (account: Parameters<typeof itemOf>[0]) => vault.remove(writeItemOf(account)),
  };
}
