import type { Secret } from '../secret.ts';
import type { AccountSettings } from '../settings/index.ts';
import type { Vault } from '../vault/index.ts';
import { hasSameTarget, type NewAccount } from './account-records.ts';

/**
 * The account that has this very key already: with it twice, everything would count twice. A keychain that is locked is not
 * asked to open for this, so there the key is taken for another one.
 */
export async function findSameKey(
  accounts: readonly AccountSettings[],
  wanted: NewAccount,
  key: Secret,
  vault: Pick<Vault, 'read'>,
): Promise<string | undefined> {
  for (const account of accounts) {
    if (!hasSameTarget(account, wanted)) continue;
    const options = { expected: account.hasCredential, quiet: true };
    const reading = await vault.read(account.id, options);
    if (reading.state === 'present' && reading.secret.equals(key)) return account.id;
  }
  return undefined;
}
