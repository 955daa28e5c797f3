import { isDeepStrictEqual } from 'node:util';
import {
  type Account,
  type AccountClient,
  createAccounts,
  type NetworkPorts,
  serviceUrlsOf,
} from '../../accounts/index.ts';
import { LockTimeout } from '../../files/index.ts';
import { describeDefect } from '../../log.ts';
import type { Monitor, PollReport } from '../../monitor/index.ts';
import { type Settings, SettingsError, type SettingsFile } from '../../settings/index.ts';
import { applyAccounts, withoutSnapshot } from '../kernel/apply-poll.ts';
import type { DesktopPorts, PartWith } from '../kernel/ports.ts';
import { type StateStore, withNotice } from '../kernel/state-store.ts';
import { createAccountRequests } from './account-requests.ts';
import type { KeychainPart } from './keychain.ts';

export interface AccountsPartPorts {
  readonly store: StateStore;
  readonly settings: SettingsFile;
  readonly keychain: KeychainPart;
  readonly monitor: Monitor;
  readonly network: NetworkPorts;
  /** The folder for lock files. */
  readonly folder: string;
  readonly newId: () => string;
  readonly desktop: Pick<DesktopPorts, 'openInBrowser'>;
  settingsChanged(settings: Settings): void;
}

/** Polls the accounts of the settings from `watch` on. @throws SettingsError, LockTimeout */
export async function startAccounts(ports: AccountsPartPorts) {
  const { store, keychain, monitor, network } = ports;
  const accounts = createAccounts({ ...ports, vault: keychain.vault });
  const clients = new Map<string, AccountClient>();
  const listeners = new Set<() => void>();

  /** Returns whether the accounts changed. */
  async function show(listed: readonly Account[]): Promise<boolean> {
    const serviceUrls = serviceUrlsOf(await ports.settings.load());
    const before = store.core();
    const next = applyAccounts(
      before,
      listed.map((account) => ({
        ...account,
        storedIn: accounts.isInMemory(account.id) ? 'memory' : 'keychain',
      })),
    );
    const isSame = isDeepStrictEqual(serviceUrls, before.app.serviceUrls);
    store.apply(isSame ? next : { ...next, app: { ...next.app, serviceUrls } });
    return next.app.accounts !== before.app.accounts;
  }

  function add(account: Account): void {
    const client = accounts.open(account);
    clients.set(account.id, client);
    monitor.add(account.id, client);
  }

  function remove(accountId: string): void {
    monitor.remove(accountId);
    clients.get(accountId)?.close();
    clients.delete(accountId);
  }

  function addAll(listed: readonly Account[], hasChanged: boolean): void {
    const missing = listed.filter(({ id }) => !clients.has(id));
    for (const account of missing) add(account);
    if (hasChanged || missing.length > 0) for (const listener of listeners) listener();
  }

  /** @throws SettingsError, LockTimeout */
  async function reload(): Promise<void> {
    const listed = await accounts.list();
    const ids = new Set(listed.map(({ id }) => id));
    for (const id of [...clients.keys()]) if (!ids.has(id)) remove(id);
    addAll(listed, await show(listed));
  }

  /** A failure becomes a notice. */
  async function tryReload(): Promise<void> {
    try {
      await reload();
    } catch (error) {
      const isExpected = error instanceof SettingsError || error instanceof LockTimeout;
      const message = isExpected
        ? error.message
        : 'Failed to load the accounts. Restart GPU Tray; if that does not help, open Diagnostics.';
      store.apply(withNotice(store.core(), 'accounts', message));
      network.log.warn('accounts.unread', describeDefect(error));
    }
  }

  async function storeFromMemory(): Promise<void> {
    const failed = (error: unknown) => network.log.warn('accounts.unstored', describeDefect(error));
    await accounts.storeFromMemory().catch(failed);
  }

  const first = await accounts.list();
  await show(first);
  keychain.onAvailable(() => void storeFromMemory().then(tryReload));

  /** @throws as `reload` */
  async function signedIn(accountId: string): Promise<void> {
    remove(accountId);
    // The account would look signed out until its first poll ends.
    store.apply(withoutSnapshot(store.core(), accountId));
    await reload();
    void keychain.check();
  }

  return {
    // On sign-out, no pending refresh may store its credential again.
    requests: createAccountRequests({ ...ports, accounts, reload, signedIn, signingOut: remove }),
    clients: (): ReadonlyMap<string, AccountClient> => clients,
    watch: () => addAll(first, true),
    onChange: (listener: () => void) => void listeners.add(listener),
    polled({ hasFailed }: PollReport) {
      const isListed = store
        .get()
        .accounts.every(({ id, storedIn }) => accounts.isInMemory(id) === (storedIn === 'memory'));
      if (hasFailed || isListed) return;
      // A refreshed token could not be stored: the keychain may be locked.
      void keychain.check();
      void tryReload();
    },
    panelOpened(isOpen: boolean) {
      // The command line may have added or removed accounts.
      if (isOpen) void tryReload();
    },
    async stop() {
      // A rotated token must be stored, or its user is signed out.
      await Promise.allSettled([...clients.values()].map((client) => client.end()));
      await storeFromMemory();
    },
  } satisfies PartWith<'clients' | 'watch' | 'onChange'>;
}
