import type { AppAccount } from '../../shared/app/index.ts';
import type { Account, AccountClient, Accounts } from '../accounts/index.ts';
import type { Monitor } from '../monitor/index.ts';

/** The accounts that are being watched, each with its client. */
export interface WatchedAccounts {
  /** Watches what the settings list and nothing else; accounts watched already go on undisturbed. */
  reload(): Promise<void>;
  /** Watches an account anew, with the credential it has now. */
  restart(accountId: string): Promise<void>;
  stop(accountId: string): void;
  /** By account id. */
  clients(): ReadonlyMap<string, AccountClient>;
  client(accountId: string): AccountClient | undefined;
}

/** `onChange` gets all accounts at every reload, before the new ones among them are watched. */
export interface WatchedAccountsPorts {
  readonly accounts: Accounts;
  readonly monitor: Monitor;
  /** Of accounts whose credential is kept in memory only. */
  readonly isInMemory: (accountId: string) => boolean;
  readonly onChange: (accounts: readonly AppAccount[]) => void;
}

/** Watches nobody before the first `reload`, which rejects as `Accounts.list` does. */
export function createWatchedAccounts(ports: WatchedAccountsPorts): WatchedAccounts {
  const { accounts, monitor, isInMemory } = ports;
  const clients = new Map<string, AccountClient>();

  function watch(account: Account): void {
    const client = accounts.open(account);
    clients.set(account.id, client);
    monitor.add(account.id, client);
  }

  function stop(accountId: string): void {
    monitor.remove(accountId);
    clients.get(accountId)?.close();
    clients.delete(accountId);
  }

  async function reload(): Promise<void> {
    const listed = await accounts.list();
    const ids = new Set(listed.map(({ id }) => id));
    for (const id of [...clients.keys()]) if (!ids.has(id)) stop(id);
    ports.onChange(
      listed.map((account) => ({
        ...account,
        keptIn: isInMemory(account.id) ? 'memory' : 'keychain',
      })),
    );
    for (const account of listed) if (!clients.has(account.id)) watch(account);
  }

  return {
    reload,
    async restart(accountId) {
      stop(accountId);
      await reload();
    },
    stop,
    clients: () => clients,
    client: (accountId) => clients.get(accountId),
  };
}
