import { vmKey } from '../../shared/app/index.ts';
import type { AccountSettings, Settings } from '../settings/index.ts';
import type { Account } from './account.ts';
import { freeLabel } from './free-label.ts';

/** What a sign-in says of an account. */
export type NewAccount = Omit<Account, 'id' | 'consoleUrl'>;

/** Whether a sign-in belongs to an account that is there: the same login at the same service. */
export function isSameLogin(account: AccountSettings, wanted: NewAccount): boolean {
  return (
    account.credential === 'login' &&
    wanted.credential === 'login' &&
    account.baseUrl === wanted.baseUrl &&
    account.email?.toLowerCase() === wanted.email?.toLowerCase()
  );
}

/** Whether a credential for the one may be used for the other: it is of the same kind and goes to the same place. */
export function hasSameTarget(
  one: Pick<Account, 'baseUrl' | 'credential'>,
  other: Pick<Account, 'baseUrl' | 'credential'>,
): boolean {
  return one.baseUrl === other.baseUrl && one.credential === other.credential;
}

/** The account as the rest of the program may know it, without the marker that its credential is stored. */
export function accountOf(settings: AccountSettings): Account {
  const { id, label, baseUrl, credential, email, consoleUrl = null } = settings;
  return { id, label, baseUrl, credential, email, consoleUrl };
}

/** Undefined where the account was signed out meanwhile, perhaps by the command line. */
export function findAccount(settings: Settings, accountId: string): AccountSettings | undefined {
  return settings.accounts.find(({ id }) => id === accountId);
}

/** With the account as it is now, under a label of its own; what is not said of it stays as it was. */
export function withAccount(settings: Settings, signedIn: AccountSettings): Settings {
  const others = settings.accounts.filter(({ id }) => id !== signedIn.id);
  const label = freeLabel(
    signedIn.label,
    others.map((other) => other.label),
  );
  const account = { ...signedIn, label };
  const isKnown = findAccount(settings, account.id) !== undefined;
  const accounts = isKnown
    ? settings.accounts.map((old) => (old.id === account.id ? { ...old, ...account } : old))
    : [...settings.accounts, account];
  return { ...settings, accounts };
}

/** Without the account, everything in its record, and what the user told of its VMs' templates. */
export function withoutAccount(settings: Settings, accountId: string): Settings {
  const accounts = settings.accounts.filter(({ id }) => id !== accountId);
  const told = settings.ssh.vmTemplates;
  if (told === undefined) return { ...settings, accounts };
  const beginning = vmKey(accountId, '');
  const others = Object.entries(told).filter(([key]) => !key.startsWith(beginning));
  return {
    ...settings,
    accounts,
    ssh: { ...settings.ssh, vmTemplates: Object.fromEntries(others) },
  };
}
