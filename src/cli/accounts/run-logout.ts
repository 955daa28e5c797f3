import type { Account, Accounts } from '../../core/accounts/index.ts';
import { unlessAborted } from '../../core/clock.ts';
import type { CommandOf } from '../arguments.ts';
import { offerToDisarm } from '../auto-stop/disarm.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import { withHistory } from '../history/user-history.ts';
import * as messages from '../messages.ts';
import type { Terminal } from '../output.ts';
import { forgetSignedOut, storedHosts } from '../ssh/host-files.ts';
import { type Context, openUserSsh, withAccounts } from '../user.ts';
import { storedAccount } from './stored-account.ts';

/** @throws CommandError where the keychain keeps the credential */
export async function signOut(
  accounts: Pick<Accounts, 'signOut'>,
  account: Account,
  terminal: Pick<Terminal, 'out'>,
): Promise<void> {
  const problem = await accounts.signOut(account.id);
  if (problem !== null)
    throw new CommandError(EXIT.signedOut, messages.account.stillStored(account.label, problem));
  terminal.out(`${messages.account.signedOut(account.label)}\n`);
}

/** Deletes a credential, and what is stored of the account's VMs. */
export async function runLogout(command: CommandOf<'logout'>, context: Context): Promise<ExitCode> {
  const { terminal, signal, warn, settings } = context;
  return withAccounts(context, async (accounts) => {
    const account = storedAccount(await accounts.list(), command.account);
    const ssh = await openUserSsh(context);
    // Before the sign-out: afterwards nothing tells the VMs of the account.
    const client = accounts.open(account);
    const clearing = offerToDisarm(account.id, {
      ...context,
      hosts: await storedHosts(ssh),
      callTimer: ssh.callTimer,
      script: client.stopFromInside,
    });
    await unlessAborted(clearing, signal);
    client.close();
    await unlessAborted(signOut(accounts, account, terminal), signal);
    const left = await accounts.list();
    await unlessAborted(forgetSignedOut(ssh, left, warn), signal);
    const ids = left.map(({ id }) => id);
    await withHistory(settings, (history) => history?.keepOnly(ids), false);
    return EXIT.fresh;
  });
}
