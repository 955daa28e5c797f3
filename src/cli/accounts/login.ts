import type { Account, Accounts, SignedIn } from '../../core/accounts/index.ts';
import type { Secret } from '../../core/secret.ts';
import { accountName } from '../../shared/accounts/index.ts';
import { CommandError, EXIT, refuse } from '../errors.ts';
import * as messages from '../messages.ts';
import type { CredentialSource } from '../options.ts';

/** @param accounts all of them, which names depend on */
export function isNamed(
  { id, label, email }: Account,
  name: string,
  accounts: readonly Account[],
): boolean {
  const names = [id, label, email, accountName(accounts, id)];
  return names.some((one) => one?.normalize('NFC') === name.normalize('NFC'));
}

/** The stored account with this id, name or email. @throws CommandError with exit code 2 */
function findAccount(accounts: readonly Account[], name: string): Account {
  const matching = accounts.filter((account) => isNamed(account, name, accounts));
  const [account, ...others] = matching;
  if (account === undefined) return refuse(messages.account.noMatch(name, accounts));
  if (others.length > 0) return refuse(messages.account.severalMatches(name, matching));
  return account;
}

function signIn(
  accounts: Accounts,
  credential: CredentialSource,
  secret: Secret,
  accountId: string | null,
): Promise<SignedIn> {
  const { provider, baseUrl } = credential;
  const again = accountId === null ? {} : { accountId };
  return credential.kind === 'apiKey'
    ? accounts.signInWithKey({ provider, baseUrl, key: secret, ...again })
    : accounts.signInWithPassword({ baseUrl, email: credential.email, password: secret, ...again });
}

/** Stores an account. A credential that only memory could hold is refused, since the command ends at once. */
export async function storeAccount(
  accounts: Accounts,
  credential: CredentialSource,
  secret: Secret,
  name: string | null,
): Promise<Account> {
  const before = await accounts.list();
  const accountId = name === null ? null : findAccount(before, name).id;
  const { account, problem } = await signIn(accounts, credential, secret, accountId);
  if (problem !== null) {
    // An account that existed before keeps its stored credential.
    if (!before.some(({ id }) => id === account.id)) await accounts.signOut(account.id);
    throw new CommandError(EXIT.signedOut, messages.account.notStored(problem));
  }
  return account;
}

/** The stored account that a command means. @param name id, name or email; null: the only one @throws CommandError */
export function storedAccount(accounts: readonly Account[], name: string | null): Account {
  if (name !== null) return findAccount(accounts, name);
  const [only, ...others] = accounts;
  if (only === undefined) throw new CommandError(EXIT.signedOut, messages.account.none);
  if (others.length > 0) return refuse(messages.account.whichOne(accounts));
  return only;
}
