import { join } from 'node:path';
import { withFileLock } from '../files/index.ts';
import type { Secret } from '../secret.ts';
import {
  type BaseUrl,
  createHttp,
  createKeySession,
  createRequestPace,
  logIn,
  parseBaseUrl,
  type RequestPace,
  ServiceError,
  storedTokens,
} from '../service/index.ts';
import type { SettingsFile } from '../settings/index.ts';
import type { KeychainError, Vault } from '../vault/index.ts';
import { type AccountClient, createAccountClient, type NetworkPorts } from './account-client.ts';
import {
  type Account,
  accountOf,
  findAccount,
  findSameKey,
  hasSameTarget,
  isSameLogin,
  type NewAccount,
  withAccount,
  withoutAccount,
} from './account-records.ts';
import { type CredentialPlace, throwAsCredentialError } from './stored-credential.ts';
import { createStoredKeySession, createStoredTokenSession, refreshMark } from './stored-session.ts';
import { packTokens } from './stored-tokens.ts';
import { createWriteKeys, type KeychainResult } from './write-key.ts';

/** `memory`: until this process exits, and why. */
export interface SignedIn {
  readonly account: Account;
  readonly kept:
    | { readonly in: 'keychain' }
    | { readonly in: 'memory'; readonly reason: KeychainError };
}

interface SignInRequest {
  readonly baseUrl: BaseUrl;
  /** Signs in to this existing account again. */
  readonly accountId?: string;
}

export interface KeySignIn extends SignInRequest {
  readonly key: Secret;
}

export interface PasswordSignIn extends SignInRequest {
  readonly email: string;
  readonly password: Secret;
}

/** The user's accounts: their records in the settings, their credentials in the vault. */
export interface Accounts {
  /** Read from disk. */
  list(): Promise<readonly Account[]>;
  /** Stores the key once the service has accepted it. @throws ServiceError, SettingsError, LockTimeout */
  signInWithKey(request: KeySignIn): Promise<SignedIn>;
  /** Sends the password once, and stores the tokens. @throws ServiceError, SettingsError, LockTimeout */
  signInWithPassword(request: PasswordSignIn): Promise<SignedIn>;
  /**
   * Deletes the credentials, verifies that, then removes the account; otherwise it stays listed. Waits for a refresh in progress.
   * @throws SettingsError; LockTimeout when another process has held the account's lock for 30 s
   */
  signOut(accountId: string): Promise<KeychainResult>;
  /**
   * Stores a second API key, once the service has accepted it, never in memory. It is sent only with calls that change something.
   * @param key null removes it @throws ServiceError, SettingsError, LockTimeout
   */
  setWriteKey(account: Account, key: Secret | null): Promise<KeychainResult>;
  /** Whether the account's credential is in memory only. */
  isInMemory(accountId: string): boolean;
  /** Tries to store credentials that are in memory only, such as a token rotated while the keyring was locked. */
  storeFromMemory(): Promise<void>;
  /** Creates a client for the account. The credential is read when first needed. */
  open(account: Account): AccountClient;
}

function baseOf({ baseUrl }: Account): BaseUrl {
  const base = parseBaseUrl(baseUrl);
  if (!base.ok) throw new Error(base.message);
  return base.url;
}

export interface AccountsPorts {
  readonly settings: SettingsFile;
  readonly vault: Vault;
  readonly network: NetworkPorts;
  /** The folder for lock files. */
  readonly folder: string;
  readonly newId: () => string;
}

/** Reads nothing yet. The app and the CLI share the files; every change of an account holds that account's lock. */
export function createAccounts(ports: AccountsPorts): Accounts {
  const { settings, vault, network } = ports;
  const { clock } = network;
  /** Keyed by account and service: signing in again must not lift a limit. */
  const paces = new Map<string, RequestPace>();
  const lockFile = (accountId: string) => join(ports.folder, `account-${accountId}.lock`);

  /** The service and kind of the credential that this process holds, from its last sign-in or `open`. */
  const targets = new Map<string, NewAccount>();

  function paceOf(accountId: string, baseUrl: string): RequestPace {
    const key = `${accountId} ${baseUrl}`;
    const pace = paces.get(key) ?? createRequestPace(clock);
    paces.set(key, pace);
    return pace;
  }

  const record = async (accountId: string) => findAccount(await settings.load(), accountId);

  const listed = async () => (await settings.load()).accounts;

  async function idForLogin(wanted: NewAccount): Promise<string> {
    return (await listed()).find((account) => isSameLogin(account, wanted))?.id ?? ports.newId();
  }

  async function idForKey(wanted: NewAccount, key: Secret): Promise<string> {
    return (await findSameKey(await listed(), wanted, key, vault)) ?? ports.newId();
  }

  /** Holds the lock throughout, so that a sign-out of another process runs before or after, never between. */
  function keep(wanted: NewAccount, credential: Secret, accountId: string): Promise<SignedIn> {
    return withFileLock(lockFile(accountId), clock, async () => {
      const before = await record(accountId);
      const isMoved = before !== undefined && !hasSameTarget(before, wanted);
      // Even after a crash, a credential for another service must not be found for this one.
      const isClear = !isMoved || (await vault.remove(accountId)).removed;
      // The move removes the marker, without which the key is never read.
      if (isMoved && before.hasWriteKey) await writeKeys.forget(accountId);
      const save = (hasCredential: boolean) =>
        settings.update((current) =>
          withAccount(current, { ...wanted, id: accountId, hasCredential }),
        );
      // The marker first: without it, a locked keychain would look like one without a credential.
      const saved = findAccount(await save(isClear), accountId);
      const account = accountOf(saved ?? { ...wanted, id: accountId, hasCredential: isClear });
      const stored = await vault.write(accountId, credential);
      // The mark is of the previous session.
      await refreshMark(lockFile(accountId), network.log).clear();
      targets.set(accountId, wanted);
      if (stored.state === 'stored') {
        if (!isClear) await save(true);
        return { account, kept: { in: 'keychain' } };
      }
      // The previous credential in the keychain remains valid.
      await save(!isMoved && (before?.hasCredential ?? false));
      return { account, kept: { in: 'memory', reason: stored.problem } };
    });
  }

  async function mark(
    accountId: string,
    marks: { readonly hasCredential: boolean } | { readonly hasWriteKey: boolean },
  ): Promise<void> {
    await settings.update((current) => ({
      ...current,
      accounts: current.accounts.map((account) =>
        account.id === accountId ? { ...account, ...marks } : account,
      ),
    }));
  }

  const writeKeys = createWriteKeys({ vault, record, mark });

  function storeAgain(accountId: string): Promise<void> {
    return withFileLock(lockFile(accountId), clock, async () => {
      const before = await record(accountId);
      const target = targets.get(accountId);
      // Another process may have moved the account to another service.
      if (!before || !target || !hasSameTarget(before, target)) return;
      // The marker first, as in a sign-in.
      if (!before.hasCredential) await mark(accountId, { hasCredential: true });
      const written = await vault.writeAgain(accountId);
      if (written.state === 'memoryOnly' && !before.hasCredential)
        await mark(accountId, { hasCredential: false });
    });
  }

  /** Accepts a key that may read spend or VMs. @param pace of the account that gets the key; undefined: a new one */
  async function tryKey(baseUrl: BaseUrl, key: Secret, pace?: RequestPace): Promise<void> {
    const client = createAccountClient(baseUrl, network, () => createKeySession(key), pace);
    try {
      await client.currentSpend();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.problem.kind !== 'forbidden') throw error;
      await client.listVms();
    }
  }

  async function placeOf(account: Account): Promise<CredentialPlace> {
    const current = await record(account.id);
    if (current === undefined || !hasSameTarget(current, account)) return 'nowhere';
    if (current.hasCredential) return 'keychain';
    return vault.isInMemory(account.id) ? 'memory' : 'nowhere';
  }

  return {
    async list() {
      return (await listed()).map(accountOf);
    },
    async signInWithKey({ baseUrl, key, accountId }) {
      const pace = accountId === undefined ? undefined : paceOf(accountId, baseUrl.href);
      await tryKey(baseUrl, key, pace);
      const { href } = baseUrl;
      const label = new URL(href).host;
      const wanted = { label, baseUrl: href, credential: 'apiKey', email: null } as const;
      return keep(wanted, key, accountId ?? (await idForKey(wanted, key)));
    },
    async signInWithPassword({ baseUrl, email, password, accountId }) {
      const tokens = await logIn(createHttp(baseUrl, network), email, password);
      const { href } = baseUrl;
      const wanted = { label: email, baseUrl: href, credential: 'login', email } as const;
      const id = accountId ?? (await idForLogin(wanted));
      return keep(wanted, packTokens(storedTokens(tokens, clock.now())), id);
    },
    signOut: (accountId) =>
      withFileLock(lockFile(accountId), clock, async () => {
        const before = await record(accountId);
        // An unavailable keychain matters only where something is stored.
        const second = await writeKeys.forget(accountId);
        if (!second.removed && before?.hasWriteKey) return { ok: false, reason: second.problem };
        const removal = await vault.remove(accountId);
        if (!removal.removed && before?.hasCredential)
          return { ok: false, reason: removal.problem };
        await settings.forget((current) => withoutAccount(current, accountId));
        await refreshMark(lockFile(accountId), network.log).clear();
        targets.delete(accountId);
        return { ok: true };
      }),
    async setWriteKey(account, key) {
      if (key !== null) await tryKey(baseOf(account), key, paceOf(account.id, account.baseUrl));
      return withFileLock(lockFile(account.id), clock, async () => {
        const before = await record(account.id);
        // Another process may have signed it out, or in elsewhere.
        if (before === undefined || !hasSameTarget(before, account)) return { ok: true };
        return key === null ? writeKeys.remove(before) : writeKeys.store(before, key);
      });
    },
    isInMemory: vault.isInMemory,
    async storeFromMemory() {
      const waiting = (await listed()).filter(({ id }) => vault.isInMemory(id));
      await Promise.all(waiting.map(({ id }) => storeAgain(id)));
    },
    open(account) {
      // A credential in memory keeps its target.
      if (!vault.isInMemory(account.id)) targets.set(account.id, account);
      const place = () => placeOf(account).catch(throwAsCredentialError);
      const stored = { vault, accountId: account.id, place };
      return createAccountClient(
        baseOf(account),
        network,
        (http) =>
          account.credential === 'apiKey'
            ? createStoredKeySession(stored)
            : createStoredTokenSession(stored, http, network, lockFile(account.id)),
        paceOf(account.id, account.baseUrl),
        () => writeKeys.session(account),
      );
    },
  };
}
