import { isDeepStrictEqual } from 'node:util';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { type Account, createAccounts, shownAccount } from '../../accounts/index.ts';
import { FileError } from '../../files/index.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { AccountClient } from '../../providers/index.ts';
import { applyAccounts, withoutSnapshot } from '../kernel/apply-poll.ts';
import type { PartPorts, PartWith } from '../kernel/ports.ts';
import { withNotice } from '../kernel/state-store.ts';
import { createAccountRequests } from './account-requests.ts';
import type { KeychainPart } from './keychain.ts';

const UNREAD =
  'Failed to load the accounts. Restart GPU Tray; if that does not help, open Diagnostics.';

/** Polls the accounts of the settings from `watch` on. @throws FileError */
export async function startAccounts(ports: PartPorts & { readonly keychain: KeychainPart }) {
  const { store, keychain, monitor, network } = ports;
  const accounts = createAccounts(ports);
  const clients = new Map<string, AccountClient>();
  let onChange = () => {};

  const storedIn = (account: Account): AppAccount['storedIn'] =>
    accounts.isInMemory(account) ? 'memory' : 'keychain';

  function show(listed: readonly Account[]): boolean {
    const before = store.core();
    const shown = listed.map((account) =>
      shownAccount(account, clients.get(account.id) ?? accounts.open(account), storedIn(account)),
    );
    const next = applyAccounts(before, shown);
    store.apply(next);
    return next.accounts !== before.accounts;
  }

  function remove(accountId: string): void {
    monitor.remove(accountId);
    clients.get(accountId)?.close();
    clients.delete(accountId);
  }

  function addAll(listed: readonly Account[], hasChanged: boolean): void {
    const missing = listed.filter(({ id }) => !clients.has(id));
    for (const account of missing) {
      const client = accounts.open(account);
      clients.set(account.id, client);
      monitor.add(account.id, client);
    }
    if (hasChanged || missing.length > 0) onChange();
  }

  /** @throws FileError */
  async function reload(): Promise<void> {
    const listed = await accounts.list();
    // A client is made with the account's service profile.
    const isSame = ({ id, profile }: AppAccount) =>
      listed.some((account) => account.id === id && isDeepStrictEqual(account.profile, profile));
    for (const account of store.get().accounts) if (!isSame(account)) remove(account.id);
    addAll(listed, show(listed));
  }

  const tryReload = () =>
    reload().catch((error: unknown) => {
      const message = error instanceof FileError ? error.message : UNREAD;
      store.apply(withNotice(store.core(), 'accounts', message));
      network.log.warn('accounts.unread', describeInternalError(error));
    });

  function storeFromMemory(): Promise<void> {
    const failed = (error: unknown) =>
      network.log.warn('accounts.unstored', describeInternalError(error));
    return accounts.storeFromMemory().catch(failed);
  }

  const first = await accounts.list();
  show(first);
  keychain.onAvailable(() => void storeFromMemory().then(tryReload));

  async function signedIn(accountId: string): Promise<void> {
    remove(accountId);
    // The account would look signed out until its first poll ends.
    store.apply(withoutSnapshot(store.core(), accountId));
    await reload();
    void keychain.check();
  }

  return {
    // On sign-out, no waiting request may use the account. A pending refresh ends first, by the account's lock.
    requests: createAccountRequests({ ...ports, accounts, reload, signedIn, signingOut: remove }),
    clients,
    /** Begins to poll. @param listener called when accounts were added, changed or removed */
    watch(listener: () => void): void {
      onChange = listener;
      addAll(first, true);
    },
    polled({ hasFailed }: PollReport) {
      const listed = store.get().accounts;
      if (hasFailed || listed.every((account) => account.storedIn === storedIn(account))) return;
      // A refreshed token could not be stored: the keychain may be locked.
      void keychain.check();
      void tryReload();
    },
    settingsChanged: () => void tryReload(),
    panelOpened(isOpen: boolean) {
      // The command line may have added or removed accounts.
      if (isOpen) void tryReload();
    },
    async stop() {
      // A rotated token must be stored, or its user is signed out.
      await Promise.allSettled([...clients.values()].map((client) => client.end()));
      await storeFromMemory();
    },
  } satisfies PartWith<'clients' | 'watch'>;
}
