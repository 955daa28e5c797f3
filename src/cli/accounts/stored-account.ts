import type { Account } from '../../core/accounts/index.ts';
import { accountName } from '../../shared/accounts/index.ts';
import { CommandError, EXIT, refuse } from '../errors.ts';
import * as messages from '../messages.ts';

/** @param accounts all of them, which names depend on */
export function isNamed(
  { id, label, email }: Account,
  name: string,
  accounts: readonly Account[],
): boolean {
  const names = [id, label, email, accountName(accounts, id)];
  return names.some((one) => one?.normalize('NFC') === name.normalize('NFC'));
}

/** The stored account that a command means. @param name id, name or email; null: the only one @throws CommandError */
export function storedAccount(accounts: readonly Account[], name: string | null): Account {
  const matching =
    name === null ? accounts : accounts.filter((account) => isNamed(account, name, accounts));
  const [account, ...others] = matching;
  if (others.length > 0) refuse(messages.account.whichOne(matching));
  if (account !== undefined) return account;
  if (name !== null) return refuse(messages.account.noMatch(name, accounts));
  throw new CommandError(EXIT.signedOut, messages.account.none);
}
