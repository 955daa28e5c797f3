import { join } from 'node:path';
import { exclusively } from '../files/index.ts';
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
import type { AccountSettings, Settings, SettingsFile } from '../settings/index.ts';
import type { KeychainError, Vault } from '../vault/index.ts';
import type { Account } from './account.ts';
import { type AccountClient, createAccountClient, type NetworkPorts } from './account-client.ts';
import type { StoredCredential } from './read-credential.ts';
import { createStoredKeySession, createStoredTokenSession } from './stored-session.ts';

/** Where the credential ended up. `memory`: until this process ends, and why. */
export interface SignedIn {
  readonly account: Account;
  readonly kept:
    | { readonly in: 'keychain' }
    | { readonly in: 'memory'; readonly reason: KeychainError };
}

export type SignedOut =
  | { readonly ok: true }
  /** The keychain did not let go of the credential; the account stays listed to try again. */
  | { readonly ok: false; readonly reason: KeychainError };

interface SignInRequest {
  readonly baseUrl: BaseUrl;
  /** Signs in again to this account, with whatever credential. */
  readonly accountId?: string;
}

export interface KeySignIn extends SignInRequest {
  readonly key: Secret;
}

export interface PasswordSignIn extends SignInRequest {
  readonly email: string;
  readonly password: Secret;
}

/** The accounts of this person: what is known of them in the settings, their credentials in the vault. */
export interface Accounts {
  /** As on disk now. */
  list(): Promise<readonly Account[]>;
  /** Tries the key before it keeps it. @throws ServiceError, SettingsError */
  signInWithKey(request: KeySignIn): Promise<SignedIn>;
  /** The password goes into one request and is not kept. @throws ServiceError, SettingsError */
  signInWithPassword(request: PasswordSignIn): Promise<SignedIn>;
  /** Deletes the credential, makes sure that it is gone, then forgets the account. */
  signOut(accountId: string): Promise<SignedOut>;
  /** A client for the account; its credential is read when it is first needed. */
  open(account: Account): AccountClient;
}

export interface AccountsPorts {
  readonly settings: SettingsFile;
  readonly vault: Vault;
  readonly network: NetworkPorts;
  /** The folder for lock files. */
  readonly folder: string;
  readonly newId: () => string;
}

type NewAccount = Omit<Account, 'id' | 'consoleUrl'>;

/** Whether a sign-in belongs to an account that is there: the same login at the same service. */
function isSameLogin(account: AccountSettings, wanted: NewAccount): boolean {
  return (
    account.credential === 'login' &&
    wanted.credential === 'login' &&
    account.baseUrl === wanted.baseUrl &&
    account.email?.toLowerCase() === wanted.email?.toLowerCase()
  );
}

function accountOf(settings: AccountSettings): Account {
  const { id, label, baseUrl, credential, email, consoleUrl = null } = settings;
  return { id, label, baseUrl, credential, email, consoleUrl };
}

function withAccount(settings: Settings, account: AccountSettings): Settings {
  const others = settings.accounts.filter(({ id }) => id !== account.id);
  const isKnown = others.length < settings.accounts.length;
  const accounts = isKnown
    ? settings.accounts.map((old) => (old.id === account.id ? { ...old, ...account } : old))
    : [...settings.accounts, account];
  return { ...settings, accounts };
}

function withoutAccount(settings: Settings, accountId: string): Settings {
  return { ...settings, accounts: settings.accounts.filter(({ id }) => id !== accountId) };
}

export function createAccounts(ports: AccountsPorts): Accounts {
  const { settings, vault, network } = ports;
  const { clock } = network;
  /** Of logins whose account has not been opened yet, so that the first poll needs no refresh. */
  const firstTokens = new Map<string, Tokens>();
  const lockFile = (accountId: string) => join(ports.folder, `account-${accountId}.lock`);

  /** Whether a credential should be in the keychain. On disk, since another process may have signed in or out. */
  async function isExpected(accountId: string): Promise<boolean> {
    const { accounts } = (await settings.load()).settings;
    return accounts.find(({ id }) => id === accountId)?.hasCredential ?? false;
  }

  async function idFor(wanted: NewAccount, accountId: string | undefined): Promise<string> {
    if (accountId !== undefined) return accountId;
    const { accounts } = (await settings.load()).settings;
    return accounts.find((account) => isSameLogin(account, wanted))?.id ?? ports.newId();
  }

  async function keep(
    wanted: NewAccount,
    credential: Secret,
    accountId?: string,
  ): Promise<SignedIn> {
    const id = await idFor(wanted, accountId);
    const wasExpected = await isExpected(id);
    const save = (hasCredential: boolean) =>
      settings.update((current) => withAccount(current, { ...wanted, id, hasCredential }));
    // The marker first: a credential without it would be taken for none at all on a locked keychain.
    const saved = (await save(true)).accounts.find((account) => account.id === id);
    const account = accountOf(saved ?? { ...wanted, id, hasCredential: true });
    const stored = await exclusively(lockFile(id), clock, () => vault.write(id, credential));
    if (stored.state === 'stored') return { account, kept: { in: 'keychain' } };
    await save(wasExpected);
    return { account, kept: { in: 'memory', reason: stored.problem } };
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

  function storedCredential(account: Account): StoredCredential {
    return {
      vault,
      accountId: account.id,
      isExpected: () => isExpected(account.id),
    };
  }

  return {
    async list() {
      const { accounts } = (await settings.load()).settings;
      return accounts.map(accountOf);
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
      return keep(wanted, key, accountId);
    },
    async signInWithPassword({ baseUrl, email, password, accountId }) {
      const tokens = await logIn(createHttp(baseUrl, network), email, password);
      const wanted: NewAccount = {
        label: email,
        baseUrl: baseUrl.href,
        credential: 'login',
        email,
      };
      const signedIn = await keep(wanted, tokens.refresh, accountId);
      firstTokens.set(signedIn.account.id, tokens);
      return signedIn;
    },
    signOut: (accountId) =>
      exclusively(lockFile(accountId), clock, async () => {
        const removal = await vault.remove(accountId);
        // Where nothing was ever stored, a keychain that cannot be asked has nothing of ours.
        if (!removal.removed && (await isExpected(accountId)))
          return { ok: false, reason: removal.problem };
        await settings.update((current) => withoutAccount(current, accountId));
        firstTokens.delete(accountId);
        return { ok: true };
      }),
    open(account) {
      const base = parseBaseUrl(account.baseUrl);
      if (!base.ok) throw new Error(base.message);
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
