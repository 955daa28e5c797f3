import type { Accounts, NetworkPorts } from '../core/accounts/index.ts';
import { printable } from '../shared/format/index.ts';
import type { UserSettings } from './user-settings.ts';

/** What the accounts are opened with. */
export interface AccountsContext {
  readonly settings: UserSettings;
  readonly network: NetworkPorts;
  /** Tells the user something beside the result, one sentence. */
  readonly say: (message: string) => void;
}

/** Runs with the stored accounts, and ends the keychain's helper afterwards. */
export async function withAccounts<T>(
  { settings, network, say }: AccountsContext,
  run: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  // A status bar that is given its credential should not pay for the keychain.
  const { openStoredAccounts } = await import('./stored-accounts.ts');
  const stored = openStoredAccounts(settings, network, say);
  try {
    return await run(stored.accounts);
  } finally {
    stored.dispose();
  }
}

/** A token that was rotated while the keychain was locked would be gone with this process. */
async function storeTheRest(accounts: Accounts, say: AccountsContext['say']): Promise<void> {
  try {
    await accounts.storeFromMemory();
    for (const { id, label } of await accounts.list())
      if (accounts.isInMemory(id))
        say(
          `Your keychain did not take the new session of ${printable(label)}; unlock it and log in again.`,
        );
  } catch {
    say('The session could not be stored; if the next command is refused, log in again.');
  }
}

/** The same, for a command that asks the service and may so come to renew a session. */
export function withSessions<T>(
  context: AccountsContext,
  run: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  return withAccounts(context, async (accounts) => {
    try {
      return await run(accounts);
    } finally {
      await storeTheRest(accounts, context.say);
    }
  });
}
