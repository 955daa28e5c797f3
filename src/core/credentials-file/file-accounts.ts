import { FIRST_PROVIDER } from '../../shared/providers/providers.ts';
import { itemOf, withAccount } from '../accounts/index.ts';
import { FileError } from '../files/index.ts';
import { Secret } from '../secret.ts';
import type { AccountSettings, Settings, SettingsFile } from '../settings/index.ts';
import type { Keychain, ReadOptions, Vault } from '../vault/index.ts';
import { type CredentialsPlace, type FileAccount, readCredentials } from './read-credentials.ts';

const isSamePlace = (one: FileAccount, account: AccountSettings) =>
  account.credential === 'apiKey' &&
  (account.provider ?? FIRST_PROVIDER) === one.provider &&
  account.baseUrl === one.baseUrl;

/** The stored account of each account of the file, by name, else the only account of the service; its id stays. Null: none yet. */
function matched(
  accounts: readonly FileAccount[],
  { accounts: stored }: Pick<Settings, 'accounts'>,
): ReadonlyMap<FileAccount, AccountSettings | null> {
  const find = (one: FileAccount) => {
    const own = stored.filter((each) => isSamePlace(one, each));
    const rivals = accounts.filter((each) => own.some((account) => isSamePlace(each, account)));
    const isOnly = own.length === 1 && rivals.length === 1;
    return own.find(({ name, label }) => (name ?? label) === one.name) ?? (isOnly && own[0]);
  };
  return new Map(accounts.map((one) => [one, find(one) || null]));
}

/** Stores the accounts of the file that are not stored yet, without their keys. @throws FileError */
export async function addFileAccounts(
  place: CredentialsPlace,
  settings: SettingsFile,
  newId: () => string,
): Promise<void> {
  const accounts = await readCredentials(place);
  const isStored = (own: AccountSettings | null) => own?.hasCredential === true;
  // Most commands find all of them, and write nothing.
  if ([...matched(accounts, await settings.load()).values()].every(isStored)) return;
  await settings.update((current) => {
    let next = current;
    for (const [{ provider, baseUrl, name }, own] of matched(accounts, current)) {
      if (isStored(own)) continue;
      const added = { id: newId(), provider, baseUrl, label: name, email: null } as const;
      const account = own ?? { ...added, credential: 'apiKey' as const };
      next = withAccount(next, { ...account, hasCredential: true });
    }
    return next;
  });
}

/** The file in the place of the keychain. It is read for each credential, and never written. */
export function openCredentialsFile(
  place: CredentialsPlace,
  settings: Pick<SettingsFile, 'load'>,
): Keychain {
  const refusal = new FileError({
    kind: 'credentialsFile',
    message: `GPU Tray only reads ${place.path}.`,
    action: 'Edit the file instead.',
  });

  async function read(item: string, { expected }: ReadOptions) {
    try {
      const accounts = await readCredentials(place);
      for (const [{ apiKey }, own] of matched(accounts, await settings.load()))
        if (own !== null && itemOf(own) === item) return new Secret(apiKey);
    } catch (error) {
      if (error instanceof FileError) return error;
      throw error;
    }
    const message = `${place.path} has no API key of this account.`;
    const lack = { kind: 'credentialsFile', message, action: 'Add it.' };
    return expected ? new FileError(lack) : null;
  }

  const vault: Vault = {
    isCheap: true,
    collectionState: async () => 'available',
    read,
    write: async () => refusal,
    isInMemory: () => false,
    writeAgain: async () => refusal,
    async remove(item) {
      const found = await read(item, { expected: false });
      return found instanceof Secret ? refusal : found;
    },
    status: async () => 'available',
  };
  return { vault, dispose: () => {} };
}
