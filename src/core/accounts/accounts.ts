import { join } from 'node:path';
import { withFileLock } from '../files/index.ts';
import type { Secret } from '../secret.ts';
import {
  type BaseUrl,
  createHttp,
  createKeySession,
  logIn,
  parseBaseUrl,
  ServiceError,
  type Tokens,
} from '../service/index.ts';
import type { SettingsFile } from '../settings/index.ts';
import type { KeychainError, Vault } from '../vault/index.ts';
import type { Account } from './account.ts';
import { type AccountClient, createAccountClient, type NetworkPorts } from './account-client.ts';
import {
  accountOf,
  findAccount,
  hasSameTarget,
  isSameLogin,
  type NewAccount,
  withAccount,
  withoutAccount,
} from './account-records.ts';
import { findSameKey } from './find-same-key.ts';
import { keychainUnavailable } from './keychain-unavailable.ts';
import type { StoredCredential, Whereabouts } from './read-credential.ts';
import { createStoredKeySession, createStoredTokenSession } from './stored-session.ts';

/** Where the credential ended up. `memory`: until this process ends, and why. */
export interface SignedIn {
  readonly account: Account;
  readonly kept:
    | { readonly in: 'keychain' }
    | { readonly in: 'memory'; readonly reason: KeychainError };
}

/** Whether the account is forgotten; only then is its credential certainly gone. */
export type SignedOut =
  | { readonly ok: true }
  /** The keychain did not let go of the credential; the account stays listed to try again. */
  | { readonly ok: false; readonly reason: KeychainError };

interface SignInRequest {
  readonly baseUrl: BaseUrl;
  /** Signs in again to this account, with whatever credential. */
  readonly accountId?: string;
}

/** An API key to be tried at the service, and kept when it is taken there. */
export interface KeySignIn extends SignInRequest {
  readonly key: Secret;
}

/** Goes into one `POST /auth/login`; what is kept is the refresh token that comes back. */
export interface PasswordSignIn extends SignInRequest {
  readonly email: string;
  readonly password: Secret;
}

/** The accounts of this person: what is known of them in the settings, their credentials in the vault. */
export interface Accounts {
  /** As on disk now. */
  list(): Promise<readonly Account[]>;
  /** Tries the key before it keeps it. @throws ServiceError, SettingsError, LockTimeout */
  signInWithKey(request: KeySignIn): Promise<SignedIn>;
  /** The password goes into one request and is not kept. @throws ServiceError, SettingsError, LockTimeout */
  signInWithPassword(request: PasswordSignIn): Promise<SignedIn>;
  /**
   * Deletes the credential, makes sure that it is gone, then forgets the account. A refresh that is under way ends first,
   * and one that waits for its turn finds nothing any more.
   * @throws SettingsError; LockTimeout when another process has been busy with the account for 30 s
   */
  signOut(accountId: string): Promise<SignedOut>;
  /** Whether the account's credential is only in memory, because the keychain did not take it. */
  isInMemory(accountId: string): boolean;
  /**
   * The keychain may take now what it did not: stores what is only in memory, such as a token that was rotated while the
   * keyring was locked, and which its user would be signed out without.
   */
  storeFromMemory(): Promise<void>;
  /** A client for the account; its credential is read when it is first needed. */
  open(account: Account): AccountClient;
}

/** Where accounts and their credentials are kept, and how their services are reached. */
export interface AccountsPorts {
  readonly settings: SettingsFile;
  readonly vault: Vault;
  readonly network: NetworkPorts;
  /** The folder for lock files. */
  readonly folder: string;
  readonly newId: () => string;
}

/**
 * Asks neither settings nor keychain before it is asked itself. The app and the command line have one each over the same files;
 * whatever changes an account waits for that account's lock.
 */
export function createAccounts(ports: AccountsPorts): Accounts {
  const { settings, vault, network } = ports;
  const { clock } = network;
  /** Of logins whose account has not been opened yet, so that the first poll needs no refresh. */
  const firstTokens = new Map<string, Tokens>();
  const lockFile = (accountId: string) => join(ports.folder, `account-${accountId}.lock`);

  /** Of accounts whose credential only the memory of this process holds. */
  const inMemory = new Set<string>();

  /** What this process's credential of an account is for, from its last sign-in or opening here. */
  const targets = new Map<string, NewAccount>();

  const record = async (accountId: string) =>
    findAccount((await settings.load()).settings, accountId);

  const listed = async () => (await settings.load()).settings.accounts;

  async function idForLogin(wanted: NewAccount): Promise<string> {
    return (await listed()).find((account) => isSameLogin(account, wanted))?.id ?? ports.newId();
  }

  async function idForKey(wanted: NewAccount, key: Secret): Promise<string> {
    return (await findSameKey(await listed(), wanted, key, vault)) ?? ports.newId();
  }

  /** All of it under the lock: a sign-out of another process comes before it or after it, never in between. */
  function keep(wanted: NewAccount, credential: Secret, accountId: string): Promise<SignedIn> {
    return withFileLock(lockFile(accountId), clock, async () => {
      const before = await record(accountId);
      const isMoved = before !== undefined && !hasSameTarget(before, wanted);
      // A credential for another place must never be found under this one, even after a crash.
      const isClear = !isMoved || (await vault.remove(accountId)).removed;
      const save = (hasCredential: boolean) =>
        settings.update((current) =>
          withAccount(current, { ...wanted, id: accountId, hasCredential }),
        );
      // The marker first: a credential without it would be taken for none at all on a locked keychain.
      const saved = findAccount(await save(isClear), accountId);
      const account = accountOf(saved ?? { ...wanted, id: accountId, hasCredential: isClear });
      const stored = await vault.write(accountId, credential);
      targets.set(accountId, wanted);
      if (stored.state === 'stored') {
        inMemory.delete(accountId);
        if (!isClear) await save(true);
        return { account, kept: { in: 'keychain' } };
      }
      inMemory.add(accountId);
      // The one that the keychain still has is as good as before.
      await save(!isMoved && (before?.hasCredential ?? false));
      return { account, kept: { in: 'memory', reason: stored.problem } };
    });
  }

  async function mark(accountId: string, hasCredential: boolean): Promise<void> {
    await settings.update((current) => ({
      ...current,
      accounts: current.accounts.map((account) =>
        account.id === accountId ? { ...account, hasCredential } : account,
      ),
    }));
  }

  function storeAgain(accountId: string): Promise<void> {
    return withFileLock(lockFile(accountId), clock, async () => {
      const before = await record(accountId);
      const meantFor = targets.get(accountId);
      // Another process may have moved the account: what we hold belongs to the place it was for.
      if (!before || !meantFor || !hasSameTarget(before, meantFor)) return;
      // The marker first, as at a sign-in.
      if (!before.hasCredential) await mark(accountId, true);
      const written = await vault.writeAgain(accountId);
      if (written.state === 'stored') inMemory.delete(accountId);
      else if (!before.hasCredential) await mark(accountId, false);
    });
  }

  /** A key is good when the service takes it for anything that GPU Tray shows. */
  async function tryKey(baseUrl: BaseUrl, key: Secret): Promise<void> {
    const client = createAccountClient(baseUrl, network, () => createKeySession(key));
    try {
      await client.currentSpend();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.problem.kind !== 'forbidden') throw error;
      await client.listVms();
    }
  }

  async function whereabouts(account: Account): Promise<Whereabouts> {
    const current = await record(account.id);
    if (current === undefined || !hasSameTarget(current, account)) return 'nowhere';
    if (current.hasCredential) return 'keychain';
    return inMemory.has(account.id) ? 'memory' : 'nowhere';
  }

  function storedCredential(account: Account): StoredCredential {
    return {
      vault,
      accountId: account.id,
      whereabouts: () => whereabouts(account).catch(keychainUnavailable),
    };
  }

  return {
    async list() {
      return (await listed()).map(accountOf);
    },
    async signInWithKey({ baseUrl, key, accountId }) {
      await tryKey(baseUrl, key);
      const label = new URL(baseUrl.href).host;
      const wanted: NewAccount = {
        label,
        baseUrl: baseUrl.href,
        credential: 'apiKey',
        email: null,
      };
      return keep(wanted, key, accountId ?? (await idForKey(wanted, key)));
    },
    async signInWithPassword({ baseUrl, email, password, accountId }) {
      const tokens = await logIn(createHttp(baseUrl, network), email, password);
      const wanted: NewAccount = {
        label: email,
        baseUrl: baseUrl.href,
        credential: 'login',
        email,
      };
      const id = accountId ?? (await idForLogin(wanted));
      const signedIn = await keep(wanted, tokens.refresh, id);
      firstTokens.set(id, tokens);
      return signedIn;
    },
    signOut: (accountId) =>
      withFileLock(lockFile(accountId), clock, async () => {
        const removal = await vault.remove(accountId);
        // Where nothing was ever stored, a keychain that cannot be asked has nothing of ours.
        if (!removal.removed && (await record(accountId))?.hasCredential)
          return { ok: false, reason: removal.problem };
        await settings.forget((current) => withoutAccount(current, accountId));
        firstTokens.delete(accountId);
        inMemory.delete(accountId);
        targets.delete(accountId);
        return { ok: true };
      }),
    isInMemory: vault.isInMemory,
    async storeFromMemory() {
      const waiting = (await listed()).filter(({ id }) => vault.isInMemory(id));
      await Promise.all(waiting.map(({ id }) => storeAgain(id)));
    },
    open(account) {
      const base = parseBaseUrl(account.baseUrl);
      if (!base.ok) throw new Error(base.message);
      // What is held already keeps the place that it was meant for.
      if (!vault.isInMemory(account.id)) targets.set(account.id, account);
      const stored = storedCredential(account);
      const first = firstTokens.get(account.id);
      firstTokens.delete(account.id);
      return createAccountClient(base.url, network, (http) =>
        account.credential === 'apiKey'
          ? createStoredKeySession(stored)
          : createStoredTokenSession(stored, http, network, lockFile(account.id), first),
      );
    },
  };
}
