import type { Account, Accounts, SignedIn } from '../core/accounts/index.ts';
import type { Secret } from '../core/secret.ts';
import { printable } from '../shared/format/index.ts';
import type { LoginCommand } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** The stored account that a person means by its id, label or email. @throws CommandError with exit code 2 */
export function findAccount(accounts: readonly Account[], wanted: string): Account {
  const matching = accounts.filter(
    ({ id, label, email }) => id === wanted || label === wanted || email === wanted,
  );
  const [account, ...others] = matching;
  if (account === undefined)
    throw new CommandError(
      EXIT.usage,
      `No stored account is called "${printable(wanted)}"; ${known(accounts)}.`,
    );
  if (others.length > 0) {
    const ids = matching.map(({ id }) => id).join(', ');
    throw new CommandError(
      EXIT.usage,
      `More than one account is called "${printable(wanted)}"; name one by its id: ${ids}.`,
    );
  }
  return account;
}

/** The stored accounts in half a sentence. */
export function known(accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'none is stored';
  return `stored are ${accounts.map(({ id, label }) => `${printable(label)} (${id})`).join(', ')}`;
}

function signIn(
  accounts: Accounts,
  { credential }: LoginCommand,
  secret: Secret,
  accountId: string | null,
): Promise<SignedIn> {
  const { baseUrl } = credential;
  const again = accountId === null ? {} : { accountId };
  return credential.kind === 'apiKey'
    ? accounts.signInWithKey({ baseUrl, key: secret, ...again })
    : accounts.signInWithPassword({ baseUrl, email: credential.email, password: secret, ...again });
}

/** Stores an account. A command ends at once, so a credential that only memory could hold is as good as refused. */
export async function runLogin(
  accounts: Accounts,
  command: LoginCommand,
  secret: Secret,
  terminal: Terminal,
): Promise<ExitCode> {
  const before = await accounts.list();
  const wanted = command.account;
  const accountId = wanted === null ? null : findAccount(before, wanted).id;
  const { account, kept } = await signIn(accounts, command, secret, accountId);
  if (kept.in === 'memory') {
    // One that was there before keeps what the keychain has of it.
    if (!before.some(({ id }) => id === account.id)) await accounts.signOut(account.id);
    throw new CommandError(
      EXIT.signedOut,
      `${kept.reason.message} The credential was not stored. ${kept.reason.action}`,
    );
  }
  terminal.out(`Signed in as ${printable(account.label)}; the credential is in your keychain.\n`);
  return EXIT.fresh;
}
