import type { AccountClient, Accounts } from '../../core/accounts/index.ts';
import { readAccount } from '../../core/monitor/index.ts';
import type { AccountState } from '../../shared/domain/index.ts';

/** An account, and what the service says of it now. */
export interface SeenAccount {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly client: AccountClient;
  readonly state: AccountState;
}

/** Asks the service for the VMs of every stored account. @throws the signal's reason when it aborts */
export async function seeAccounts(
  accounts: Accounts,
  signal: AbortSignal,
): Promise<readonly SeenAccount[]> {
  const stored = await accounts.list();
  return Promise.all(
    stored.map(async (account) => {
      const { id, label, baseUrl } = account;
      const client = accounts.open(account);
      return { id, label, baseUrl, client, state: await readAccount(client, signal) };
    }),
  );
}
