import { clipped, printable } from '../format/index.ts';
import { serviceOf } from '../providers/providers.ts';
import type { AppAccount } from './accounts-slice.ts';

export interface AccountName {
  /** Unique, at most `MAX_NAME` characters. */
  readonly name: string;
  /** Unique: the first letter, or two letters where several accounts have the same one. */
  readonly mark: string;
}

interface Named extends Pick<AppAccount, 'id' | 'provider' | 'baseUrl' | 'label'> {}

const MAX_NAME = 24;
const EMAIL = /^(\S+)@\S+$/;
/** A host name or an IP address, which is the label of an API key for a service by its address. */
const HOST = /^((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*|localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\])(:\d+)?$/i;
/** Parts of a host name that do not identify the service. */
const GENERIC = /^(api|www|console|app|cloud|gpu|v\d+)$/i;

/** The name of the provider; of a service by its address `example` for `api.example.com:8443`, and `GPU rental` for an IP address. */
function shortService(account: Named): string {
  const service = serviceOf(account);
  const [, host] = HOST.exec(service) ?? [];
  // The name of a provider may look like a host.
  if (host === undefined || !account.baseUrl.includes(`//${service}`)) return service;
  const parts = host.split('.').slice(0, -1);
  const isAddress = parts.length === 0 || /^[\d[]/.test(host);
  return isAddress ? 'GPU rental' : (parts.find((part) => !GENERIC.test(part)) ?? host);
}

/** The text, followed by the first free number when it is taken; the number is never cut off. */
function unique(text: string, taken: ReadonlySet<string>): string {
  let name = clipped(text, MAX_NAME);
  for (let number = 2; taken.has(name); number += 1) {
    const suffix = ` ${number}`;
    name = `${clipped(text, MAX_NAME - suffix.length)}${suffix}`;
  }
  return name;
}

/** V8 takes a millisecond to compile the expression for all scripts. */
const lettersOf = (name: string): readonly string[] =>
  name.match(/^[ -~]*$/.test(name) ? /[a-z\d]/gi : /[\p{L}\p{N}]/gu) ?? [];

/** Marks by name. The second letter is the number of a numbered name, else the first letter that makes the mark unique. */
function marksOf(names: readonly string[]): ReadonlyMap<string, string> {
  const initialOf = (name: string) => (lettersOf(name)[0] ?? '?').toUpperCase();
  const initials = names.map(initialOf);
  const marks = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    const initial = initialOf(name);
    const isAlone = initials.filter((other) => other === initial).length === 1;
    const [, number] = / (\d+)$/.exec(name) ?? [];
    const letters = [...(number ?? []), ...lettersOf(name).slice(1)];
    const seconds = [...(isAlone ? [''] : []), ...letters, ...names.keys()];
    const mark = seconds.map((second) => `${initial}${second}`).find((each) => !taken.has(each));
    taken.add(mark ?? name);
    marks.set(name, mark ?? name);
  }
  return marks;
}

/** By account id: the user's own name, else the provider; where several have the same provider, the user of an email address. */
export function accountNames(accounts: readonly Named[]): ReadonlyMap<string, AccountName> {
  const known = lastNames.get(accounts) ?? namesOf(accounts);
  lastNames.set(accounts, known);
  return known;
}

/** Each row and each line of the tray asks. */
const lastNames = new WeakMap<readonly Named[], ReadonlyMap<string, AccountName>>();

function namesOf(accounts: readonly Named[]): ReadonlyMap<string, AccountName> {
  const services = accounts.map(shortService);
  const taken = new Set<string>();
  const names = accounts.map((account) => {
    const own = printable(account.label);
    // Core numbers equal labels.
    const label = own.replace(/ \(\d+\)$/, '');
    const service = shortService(account);
    const [, user] = EMAIL.exec(label) ?? [];
    const isAlone = services.filter((other) => other === service).length === 1;
    const isHost =
      HOST.test(label) && (/:\d+$/.test(label) || account.baseUrl.includes(`//${label}`));
    const isOwn = user === undefined && !isHost && ![service, ''].includes(label);
    const name = unique(isOwn ? own : isAlone ? service : (user ?? service), taken);
    taken.add(name);
    return [account.id, name] as const;
  });
  let marks: ReadonlyMap<string, string> | null = null;
  return new Map(
    names.map(([id, name]) => {
      const named = {
        name,
        // Made when one is drawn: V8 compiles its expression for a millisecond.
        get mark() {
          marks ??= marksOf([...taken]);
          return marks.get(name) ?? name;
        },
      };
      return [id, named];
    }),
  );
}

/** The name of an account, also of the only one; its id where the account is unknown. */
export const accountName = (accounts: readonly Named[], accountId: string): string =>
  accountNames(accounts).get(accountId)?.name ?? accountId;

/** The name of one of several accounts; null: there are no others, so texts need none. */
export function ownerName(accounts: readonly Named[], accountId: string): string | null {
  return accounts.length < 2 ? null : (accountNames(accounts).get(accountId)?.name ?? null);
}

/** `lea: ` before a text about one of several accounts; empty with a single one. */
export function accountPrefix(accounts: readonly Named[], { id }: Pick<Named, 'id'>): string {
  const name = ownerName(accounts, id);
  return name === null ? '' : `${name}: `;
}
