import type { Account, Accounts } from '../core/accounts/index.ts';
import { printable } from '../shared/format/index.ts';
import type { LogoutCommand } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { findAccount, known } from './login.ts';
import type { Terminal } from './terminal.ts';

function chosen(accounts: readonly Account[], wanted: string | null): Account {
  if (wanted !== null) return findAccount(accounts, wanted);
  const [only, ...others] = accounts;
  if (only === undefined)
    throw new CommandError(EXIT.signedOut, 'No account is signed in, so there is nothing to do.');
  if (others.length > 0)
    throw new CommandError(EXIT.usage, `Which account? Name one: ${known(accounts)}.`);
  return only;
}

/** Deletes an account's credential and forgets the account. */
export async function runLogout(
  accounts: Accounts,
  command: LogoutCommand,
  terminal: Terminal,
): Promise<ExitCode> {
  const account = chosen(await accounts.list(), command.account);
  const result = await accounts.signOut(account.id);
  if (!result.ok)
    throw new CommandError(
      EXIT.signedOut,
      `${result.reason.message} The credential of ${printable(account.label)} is still stored. ${result.reason.action}`,
    );
  terminal.out(`Signed out of ${printable(account.label)}; its credential is deleted.\n`);
  return EXIT.fresh;
}
