import { characterCount, clipped, printable } from '../format/index.ts';
import { ACCOUNT_COLORS, type AccountColor, type AppAccount } from './accounts-slice.ts';

/** The colors of accounts; `styles.css` has a light and a dark shade of each. */

/** Short labels of accounts, where the full one has no room: rows, chips, the tray's menu, notifications. */
export interface AccountTag {
  /** Unique, at most `MAX_TAG` characters. */
  readonly short: string;
  readonly color: AccountColor;
}

interface Tagged extends Pick<AppAccount, 'id' | 'provider' | 'service' | 'label' | 'color'> {}

const MAX_TAG = 14;
const EMAIL = /^(\S+)@\S+$/;
/** A host name as the label of an API key: not an IP address. */
const HOST = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*(:\d+)?$/i;
/** Parts of a host name that do not identify the service. */
const GENERIC = /^(api|www|console|app|cloud|gpu|v\d+)$/i;

/** `lea@example.com` → `lea`, `api.example.com` → `example`; any other label as it is. */
function shortened(label: string): string {
  const [, user] = EMAIL.exec(label) ?? [];
  if (user !== undefined) return user;
  if (!HOST.test(label)) return label;
  const parts = label.split('.').slice(0, -1);
  return parts.find((part) => !GENERIC.test(part)) ?? label;
}

/** The text, followed by the first free number when it is taken; the number is never cut off. */
function unique(text: string, taken: ReadonlySet<string>): string {
  let short = clipped(text, MAX_TAG);
  for (let number = 2; taken.has(short); number += 1) {
    const suffix = ` ${number}`;
    short = `${clipped(text, MAX_TAG - characterCount(suffix))}${suffix}`;
  }
  return short;
}

export function hasSeveralProviders(accounts: readonly Pick<AppAccount, 'provider'>[]): boolean {
  return accounts.some(({ provider }) => provider !== accounts[0]?.provider);
}

/** The tag of each account, by id: where there are several providers, that of the account, and its label where the provider has several accounts. Without a chosen color, an account gets the first free color. */
export function accountTags(accounts: readonly Tagged[]): ReadonlyMap<string, AccountTag> {
  const tags = new Map<string, AccountTag>();
  const shorts = new Set<string>();
  const colors = new Set(accounts.map(({ color }) => color));
  const isNamed = hasSeveralProviders(accounts);
  for (const [index, account] of accounts.entries()) {
    const { service } = account;
    const label = printable(account.label).replace(/ \(\d+\)$/, '');
    const isOnly = accounts.every((other) => other === account || other.service !== service);
    const names = [
      ...(isNamed && (isOnly || !label.includes(service)) ? [service] : []),
      ...(isNamed && isOnly ? [] : [label]),
    ];
    const short = unique(names.map(shortened).join(' '), shorts);
    const free = ACCOUNT_COLORS.find((one) => !colors.has(one));
    const color = account.color ?? free ?? ACCOUNT_COLORS[index % ACCOUNT_COLORS.length] ?? 'gray';
    shorts.add(short);
    colors.add(color);
    tags.set(account.id, { short, color });
  }
  return tags;
}

export function accountTag(accounts: readonly Tagged[], accountId: string): AccountTag | null {
  return accounts.length < 2 ? null : (accountTags(accounts).get(accountId) ?? null);
}

/** The place of an account in full: its provider or host, and its name; empty with a single account. */
export function accountPlace(
  accounts: readonly unknown[],
  { service, label }: Pick<Tagged, 'service' | 'label'>,
): string {
  if (accounts.length < 2) return '';
  return label.includes(service) ? printable(label) : `${service}, ${printable(label)}`;
}

/** `lea: ` before a text about one of several accounts; empty with a single one. */
export function accountPrefix(accounts: readonly Tagged[], { id }: Pick<Tagged, 'id'>): string {
  const tag = accountTag(accounts, id);
  return tag === null ? '' : `${tag.short}: `;
}
