import type { AppAccount } from '../../shared/accounts/index.ts';
import {
  FIRST_PROVIDER,
  isProviderId,
  PROVIDERS,
  type ProviderId,
} from '../../shared/providers/providers.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { findAccount } from '../../shared/state/index.ts';
import { capabilitiesOf, type ProviderClient } from '../providers/index.ts';
import { Secret } from '../secret.ts';
import {
  type AccountSettings,
  preferencesOf,
  type Settings,
  withAccountFields,
  withPreferences,
} from '../settings/index.ts';
import type { Vault } from '../vault/index.ts';

/** An account, without secrets: its credential is in the keychain under its id. `consoleUrl`: as entered, unvalidated. */
export type Account = Omit<AppAccount, 'storedIn' | 'can'>;

export function shownAccount(
  account: Account,
  client: ProviderClient,
  storedIn: AppAccount['storedIn'],
): AppAccount {
  const consoleUrl = account.consoleUrl ?? PROVIDERS[account.provider].consolePage;
  const can = capabilitiesOf(client);
  return { ...account, consoleUrl, storedIn, can };
}

export type NewAccount = Pick<Account, 'provider' | 'label' | 'baseUrl' | 'credential' | 'email'>;

type Target = Pick<AccountSettings, 'provider' | 'baseUrl' | 'credential'>;

const providerOf = ({ provider = FIRST_PROVIDER }: Pick<Target, 'provider'>) => provider;

/** Whether a credential for one may be used for the other: the same kind at the same service. */
export function hasSameTarget(one: Target, other: Target): boolean {
  return (
    providerOf(one) === providerOf(other) &&
    one.baseUrl === other.baseUrl &&
    one.credential === other.credential
  );
}

/** The name of an account's keychain item. An earlier GPU Tray must not find that of another provider than the first. */
export function itemOf(account: Pick<AccountSettings, 'id' | 'provider'>): string {
  const provider = providerOf(account);
  return provider === FIRST_PROVIDER ? account.id : `${provider}-${account.id}`;
}

/** The name of the item of a second API key, which is sent only with calls that change something, so that the first can be read_only. */
export const writeItemOf = (account: Parameters<typeof itemOf>[0]) => `${itemOf(account)}-write`;

const labelOf = ({ name, label }: AccountSettings) => name ?? label;

export function accountOf(provider: ProviderId, settings: AccountSettings): Account {
  const { id, baseUrl, credential, email, profile = null } = settings;
  const consoleUrl = settings.consoleUrl ?? profile?.consoleUrl ?? null;
  const label = labelOf(settings);
  const mustProve = !PROVIDERS[provider].reportsScope;
  return {
    id,
    provider,
    label,
    baseUrl,
    credential,
    email,
    consoleUrl,
    profile,
    keys: {
      ...(settings.hasWriteKey && { hasWriteKey: true }),
      ...(mustProve && !settings.tried && { isUntried: true }),
      ...(mustProve && !settings.proven && { isUnproven: true }),
      ...(settings.stopsInside && { stopsInside: true }),
    },
    turnedOn: {
      ...(settings.idleStopMs !== undefined && { idleStopMs: settings.idleStopMs }),
      ...(settings.gpuLoad && { gpuLoad: true }),
    },
  };
}

export function accountsOf({ accounts }: Settings): readonly Account[] {
  return accounts.flatMap((account) => {
    const provider = providerOf(account);
    return isProviderId(provider) ? accountOf(provider, account) : [];
  });
}

/** The label, followed by the first free number when another account has it. */
function uniqueLabel(wanted: string, { accounts }: Settings, accountId: string): string {
  const taken = new Set(accounts.filter(({ id }) => id !== accountId).map(labelOf));
  let label = wanted;
  for (let number = 2; taken.has(label); number += 1) label = `${wanted} (${number})`;
  return label;
}

/** The record after a sign-in. The profile and the second key belong to the earlier service. */
function moved(old: AccountSettings, signedIn: AccountSettings): AccountSettings {
  // Another key is to be tried again.
  const { profile, hasWriteKey, tried: _, proven, ...others } = old;
  return {
    ...others,
    ...(old.baseUrl === signedIn.baseUrl && { profile }),
    ...(hasSameTarget(old, signedIn) && { hasWriteKey, proven }),
    ...signedIn,
  };
}

/** Adds or updates the account with a unique label; other fields of its record are kept. */
export function withAccount(settings: Settings, signedIn: AccountSettings): Settings {
  const account = { ...signedIn, label: uniqueLabel(signedIn.label, settings, signedIn.id) };
  const isKnown = findAccount(settings, account.id) !== undefined;
  const accounts = isKnown
    ? settings.accounts.map((old) => (old.id === account.id ? moved(old, account) : old))
    : [...settings.accounts, account];
  return { ...settings, accounts };
}

/** Undefined leaves a field as it is. `name` null: its email address or host; `idleStopMs` null: off. */
type AccountChange = Pick<AccountSettings, 'name' | 'consoleUrl' | 'profile' | 'gpuLoad'> & {
  readonly idleStopMs?: number | null | undefined;
};

export function withAccountChange(
  settings: Settings,
  accountId: string,
  { name, consoleUrl, profile, idleStopMs, gpuLoad }: AccountChange,
): Settings {
  const change = {
    ...(name !== undefined && { name: name && uniqueLabel(name, settings, accountId) }),
    ...(consoleUrl !== undefined && { consoleUrl }),
    ...(profile !== undefined && { profile }),
    ...(idleStopMs !== undefined && { idleStopMs: idleStopMs ?? undefined }),
    ...(gpuLoad !== undefined && { gpuLoad }),
  };
  return withAccountFields(settings, accountId, change);
}

/** Removes the account, the logins and the muting of its VMs, and the service URLs that earlier versions kept. */
export function withoutAccount(stored: Settings, accountId: string): Settings {
  const { serviceUrls: _, lastProvider: __, ...settings } = stored;
  const isOther = (key: string) => !key.startsWith(vmKey(accountId, ''));
  const { ssh } = settings;
  const logins = Object.entries(ssh.vms ?? {}).filter(([key]) => isOther(key));
  const { mutedVms } = preferencesOf(settings);
  const kept = {
    ...settings,
    accounts: settings.accounts.filter(({ id }) => id !== accountId),
    ssh: { ...ssh, ...(ssh.vms && { vms: Object.fromEntries(logins) }) },
    defaultedRuns: settings.defaultedRuns?.filter((run) => run.accountId !== accountId),
    armed: settings.armed?.filter((armed) => armed.accountId !== accountId),
  };
  return mutedVms.length === 0
    ? kept
    : withPreferences(kept, { mutedVms: mutedVms.filter(isOther) });
}

/** The account that already has this key. A locked keychain is not unlocked for this: there the key counts as a new one. */
export async function findSameKey(
  accounts: readonly AccountSettings[],
  wanted: NewAccount,
  key: Secret,
  vault: Pick<Vault, 'read'>,
): Promise<string | undefined> {
  for (const account of accounts) {
    if (!hasSameTarget(account, wanted)) continue;
    const reading = await vault.read(itemOf(account), {
      expected: account.hasCredential,
      quiet: true,
    });
    if (reading instanceof Secret && reading.equals(key)) return account.id;
  }
  return undefined;
}
