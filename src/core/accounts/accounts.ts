import { join } from 'node:path';
import {
  FIRST_PROVIDER,
  PROVIDERS,
  type ProviderId,
  serviceOf,
} from '../../shared/providers/providers.ts';
import { findAccount } from '../../shared/state/index.ts';
import { withFileLock } from '../files/index.ts';
import {
  type AccountClient,
  type BaseUrl,
  createAccountClient,
  createHttp,
  createKeySession,
  createRequestPace,
  loadedProvider,
  loadProvider,
  type NetworkPorts,
  parseBaseUrl,
  type RequestPace,
  ServiceError,
} from '../providers/index.ts';
import type { Secret } from '../secret.ts';
import { type AccountSettings, type SettingsFile, withAccountFields } from '../settings/index.ts';
import type { UserError } from '../user-error.ts';
import type { Vault } from '../vault/index.ts';
import {
  type Account,
  accountOf,
  accountsOf,
  findSameKey,
  hasSameTarget,
  itemOf,
  type NewAccount,
  withAccount,
  withoutAccount,
  writeItemOf,
} from './account-records.ts';
import {
  CredentialError,
  type CredentialPlace,
  readCredential,
  refreshMark,
  type StoredCredential,
  storedCredentialPorts,
  throwAsCredentialError,
} from './stored-credential.ts';

export type SignedIn = Readonly<Awaited<ReturnType<Accounts['signInWithKey']>>>;

interface SignIn {
  readonly provider?: ProviderId;
  readonly baseUrl: BaseUrl;
  readonly accountId?: string | null;
}

export type Accounts = ReturnType<typeof createAccounts>;

function baseOf({ baseUrl }: Account): BaseUrl {
  const base = parseBaseUrl(baseUrl);
  if (!base.ok) throw new Error(base.message);
  return base.url;
}

export interface AccountsPorts {
  readonly settings: SettingsFile;
  readonly vault: Vault;
  readonly network: NetworkPorts;
  readonly folder: string;
  readonly newId: () => string;
}

type Marks = Pick<Partial<AccountSettings>, 'hasCredential' | 'hasWriteKey' | 'tried'>;

/** The accounts in the settings, as of now. */
function recordsIn(settings: SettingsFile) {
  const record = async (accountId: string) => findAccount(await settings.load(), accountId);
  return {
    record,
    async mark(accountId: string, marks: Marks): Promise<void> {
      await settings.update((current) => withAccountFields(current, accountId, marks));
    },
    /** Of a sign-in of this kind at this service; undefined: signed out, or in elsewhere. */
    async currentOf(account: Account): Promise<AccountSettings | undefined> {
      const current = await record(account.id).catch(throwAsCredentialError);
      return current && hasSameTarget(current, account) ? current : undefined;
    },
  };
}

/** The credentials in the vault, and their markers in the settings. Every change of an account holds that account's lock. */
function createCredentials({ settings, vault, network, folder }: AccountsPorts) {
  /** The service and kind of the credential that this process holds, from its last sign-in or `open`. */
  const targets = new Map<string, NewAccount>();
  const lockFile = (accountId: string) => join(folder, `account-${accountId}.lock`);
  const refreshMarkOf = (accountId: string) => refreshMark(lockFile(accountId), network.log);

  function locked<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    return withFileLock(lockFile(accountId), network.clock, run);
  }

  const { record, mark, currentOf } = recordsIn(settings);

  return {
    lockFile,
    /** Holds the lock throughout, so that a sign-out of another process runs before or after, never between. */
    keep: (wanted: NewAccount, credential: Secret, accountId: string) =>
      locked(accountId, async () => {
        const before = await record(accountId);
        const isMoved = before !== undefined && !hasSameTarget(before, wanted);
        // Even after a crash, a credential for another service must not be found for this one.
        const isClear = !isMoved || (await vault.remove(itemOf(before))) === null;
        // The move removes the marker, without which the key is never read.
        if (isMoved && before.hasWriteKey) await vault.remove(writeItemOf(before));
        const recordOf = (hasCredential: boolean) => ({ ...wanted, id: accountId, hasCredential });
        const save = (hasCredential: boolean) =>
          settings.update((current) => withAccount(current, recordOf(hasCredential)));
        // The marker first: without it, a locked keychain would look like one without a credential.
        const saved = findAccount(await save(isClear), accountId);
        const account = accountOf(wanted.provider, saved ?? recordOf(isClear));
        /** Why the credential is only in memory, until this process exits; null: it is in the keychain. */
        const problem = await vault.write(itemOf(account), credential);
        // The mark is of the previous session.
        await refreshMarkOf(accountId).clear();
        targets.set(accountId, wanted);
        // The previous credential in the keychain remains valid.
        if (problem !== null) await save(!isMoved && (before?.hasCredential ?? false));
        else if (!isClear) await save(true);
        return { account, problem };
      }),
    storeAgain: (accountId: string): Promise<void> =>
      locked(accountId, async () => {
        const before = await record(accountId);
        const target = targets.get(accountId);
        // Another process may have moved the account to another service.
        if (!before || !target || !hasSameTarget(before, target)) return;
        // The marker first, as in a sign-in.
        if (!before.hasCredential) await mark(accountId, { hasCredential: true });
        const problem = await vault.writeAgain(itemOf(before));
        if (problem !== null && !before.hasCredential)
          await mark(accountId, { hasCredential: false });
      }),
    remove: (accountId: string): Promise<UserError | null> =>
      locked(accountId, async () => {
        const before = await record(accountId);
        // An unavailable keychain matters only where something is stored.
        const ofWriteKey = await vault.remove(writeItemOf(before ?? { id: accountId }));
        if (ofWriteKey !== null && before?.hasWriteKey) return ofWriteKey;
        const problem = await vault.remove(itemOf(before ?? { id: accountId }));
        if (problem !== null && before?.hasCredential) return problem;
        await settings.forget((current) => withoutAccount(current, accountId));
        await refreshMarkOf(accountId).clear();
        targets.delete(accountId);
        return null;
      }),
    /** Its credential, for the sessions of the account. A credential in memory keeps its target. */
    of(account: Account): StoredCredential {
      const { id } = account;
      const item = itemOf(account);
      if (!vault.isInMemory(item) || !targets.has(id)) targets.set(id, account);
      async function place(): Promise<CredentialPlace> {
        const current = await currentOf(account);
        if (current?.hasCredential) return 'keychain';
        return current && vault.isInMemory(item) ? 'memory' : 'nowhere';
      }
      return { vault, item, place };
    },
    /** Its second key, which must not be sent to another service either. */
    ofWriteKey(account: Account): StoredCredential {
      const place = async () => ((await currentOf(account))?.hasWriteKey ? 'keychain' : 'nowhere');
      return { vault, item: writeItemOf(account), place };
    },
    /** Null removes the key, before its marker: a key without a marker would outlive the account. */
    setWriteKey: (account: Account, key: Secret | null): Promise<UserError | null> =>
      locked(account.id, async () => {
        const { id } = account;
        const before = await record(id);
        // Another process may have signed it out, or in elsewhere.
        if (before === undefined || !hasSameTarget(before, account)) return null;
        const item = writeItemOf(before);
        // Another key sends the next action, so `tried` ends.
        if (key !== null) await mark(id, { hasWriteKey: true, tried: undefined });
        const unstored = key && (await vault.write(item, key));
        if (key !== null && unstored === null) return null;
        // Also one that was not stored, which the vault holds in memory.
        const unremoved = await vault.remove(item);
        const hasWriteKey = unremoved !== null && before.hasWriteKey === true;
        await mark(id, { hasWriteKey, tried: undefined });
        return unstored ?? unremoved;
      }),
  };
}

function asWriteKey(error: unknown): never {
  const isGone = error instanceof CredentialError && error.problem.kind === 'noCredential';
  throw isGone ? new ServiceError({ kind: 'unauthorized', credential: 'writeKey' }) : error;
}

/** Accepts a key that may read spend or VMs. @param pace of the account that gets the key */
async function tryKey(
  network: NetworkPorts,
  { provider = FIRST_PROVIDER, baseUrl: base }: Omit<SignIn, 'accountId'>,
  key: Secret,
  pace: RequestPace,
): Promise<void> {
  const { open, isOwnError } = await loadProvider(provider);
  const session = { createSession: () => createKeySession(key), pace };
  const client = createAccountClient({ base, open, isOwnError }, network, session);
  try {
    await (client.currentSpend ?? client.listVms)();
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.problem.kind === 'forbidden';
    if (!isRefused || client.currentSpend === undefined) throw error;
    await client.listVms();
  }
}

/** The user's accounts: records in the settings, credentials in the vault, both shared by the app and the CLI. Reads nothing yet. */
export function createAccounts(ports: AccountsPorts) {
  const { settings, vault, network } = ports;
  const { clock } = network;
  const credentials = createCredentials(ports);
  /** Keyed by account and service: signing in again must not lift a limit. */
  const paces = new Map<string, RequestPace>();

  function paceOf({ id, provider, baseUrl }: Pick<Account, 'id' | 'provider' | 'baseUrl'>) {
    const key = `${id} ${baseUrl}`;
    const pace = paces.get(key) ?? createRequestPace(clock, PROVIDERS[provider].minIntervalMs);
    paces.set(key, pace);
    return pace;
  }

  const listed = async () => (await settings.load()).accounts;

  return {
    /** Read from disk. Loads the adapters that `open` needs. */
    async list(): Promise<readonly Account[]> {
      const all = accountsOf(await settings.load());
      for (const { provider } of all) await loadProvider(provider);
      return all;
    },
    /** Stores the key once the service has accepted it. @throws ServiceError, FileError */
    async signInWithKey({ key, ...request }: SignIn & { readonly key: Secret }) {
      const { provider = FIRST_PROVIDER, baseUrl, accountId } = request;
      const at = { provider, baseUrl: baseUrl.href };
      const wanted = { ...at, label: serviceOf(at), credential: 'apiKey', email: null } as const;
      const known = accountId ?? (await findSameKey(await listed(), wanted, key, vault));
      const id = known ?? ports.newId();
      await tryKey(network, request, key, paceOf({ ...at, id }));
      return credentials.keep(wanted, key, id);
    },
    /** Sends the password once, and stores the credential that it ends in. @throws ServiceError, FileError */
    async signInWithPassword({
      email,
      password,
      ...request
    }: SignIn & { readonly email: string; readonly password: Secret }) {
      const { provider = FIRST_PROVIDER, baseUrl, accountId } = request;
      const { login, isOwnError } = await loadProvider(provider);
      if (login === undefined) throw new Error(`${provider} has no sign-in by email`);
      const http = createHttp(baseUrl, { ...network, isOwnError });
      const signedIn = await login.signIn(http, email, password, clock);
      const of = { provider, label: email, baseUrl: baseUrl.href } as const;
      const wanted = { ...of, credential: 'login', email } as const;
      const isSame = (one: AccountSettings) =>
        hasSameTarget(one, wanted) && one.email?.toLowerCase() === email.toLowerCase();
      const known = accountId ?? (await listed()).find(isSame)?.id;
      return credentials.keep(wanted, signedIn, known ?? ports.newId());
    },
    /** Deletes the credentials and verifies that; else the account stays. Null: signed out. @throws FileError */
    signOut: credentials.remove,
    /** Stores a second API key once the service has accepted it; a null removes it. Null: done. @throws ServiceError, FileError */
    async setWriteKey(account: Account, key: Secret | null): Promise<UserError | null> {
      const target = { provider: account.provider, baseUrl: baseOf(account) };
      if (key !== null) await tryKey(network, target, key, paceOf(account));
      return credentials.setWriteKey(account, key);
    },
    isInMemory: (account: Pick<Account, 'id' | 'provider'>) => vault.isInMemory(itemOf(account)),
    /** Tries to store credentials that are in memory only, such as a token rotated while the keyring was locked. */
    async storeFromMemory(): Promise<void> {
      const waiting = (await listed()).filter((account) => vault.isInMemory(itemOf(account)));
      await Promise.all(waiting.map(({ id }) => credentials.storeAgain(id)));
    },
    /** Creates a client for an account of `list` or of a sign-in. The credential is read when first needed. */
    open(account: Account): AccountClient {
      const { id, provider, profile } = account;
      const { open, login, isOwnError } = loadedProvider(provider);
      const stored = credentials.of(account);
      const lockFile = credentials.lockFile(id);
      const target = { base: baseOf(account), open, isOwnError, profile };
      return createAccountClient(target, network, {
        createSession: (http) =>
          login !== undefined && account.credential === 'login'
            ? login.openSession(http, storedCredentialPorts(stored, network, lockFile))
            : createKeySession(() => readCredential(stored)),
        pace: paceOf(account),
        async writeSession() {
          // Either key is read for each call, and not kept.
          if (vault.isCheap && account.credential === 'apiKey')
            return createKeySession(() => readCredential(stored));
          const ofWriteKey = credentials.ofWriteKey(account);
          if ((await ofWriteKey.place()) === 'nowhere') return null;
          return createKeySession(() => readCredential(ofWriteKey).catch(asWriteKey), 'writeKey');
        },
      });
    },
  };
}
