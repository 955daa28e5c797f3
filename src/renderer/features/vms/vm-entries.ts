import { type AccountName, type AppAccount, accountNames } from '../../../shared/accounts/index.ts';
import { byText, largestFirst, sortName } from '../../../shared/domain/rank.ts';
import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import { type AppState, allVms } from '../../../shared/state/index.ts';
import type { ListOrder } from './list-view.ts';

export interface RowAccount extends AccountName {
  /** Its email address, host or name in full, for the filter. */
  readonly label: string;
  /** Name of its provider. */
  readonly service: string;
}

export interface VmEntry {
  /** `vmKey`: unique over all accounts. */
  readonly key: string;
  /** Equal for a VM that two accounts list. */
  readonly id: string;
  readonly accountId: string;
  /** Null with a single account. */
  readonly account: RowAccount | null;
  readonly vm: Vm;
  /** No longer listed, but its row keeps its place. */
  readonly isGone: boolean;
}

/** By account id; empty with a single account. */
export function rowAccounts(accounts: readonly AppAccount[]): ReadonlyMap<string, RowAccount> {
  if (accounts.length < 2) return new Map();
  const names = accountNames(accounts);
  return new Map(
    accounts.flatMap(({ id, label, service }) => {
      const name = names.get(id);
      return name === undefined ? [] : [[id, { ...name, label, service }] as const];
    }),
  );
}

/** All VMs of all accounts, account by account. @param named from `rowAccounts` */
export function vmEntries(
  app: Pick<AppState, 'accounts' | 'snapshots'>,
  named: ReadonlyMap<string, RowAccount>,
): readonly VmEntry[] {
  return allVms(app).map(({ key, account, vm }) => ({
    key,
    id: `${account.baseUrl} ${vm.id}`,
    accountId: account.id,
    account: named.get(account.id) ?? null,
    vm,
    isGone: false,
  }));
}

/** macOS and Linux keyboards compose accents in different ways. */
const plain = (text: string) => text.normalize('NFC').toLowerCase();

function searchable({ vm, account }: VmEntry): string {
  const { name, label, service } = account ?? {};
  const { gpuType, status, ipAddress, facts } = vm;
  const own = [vmName(vm), gpuType, status, ipAddress, ...Object.values(facts)];
  return plain([...own, name, label, service].join('\n'));
}

/** VMs with every word of the query in `searchable`, or of the account that `@name` names. */
export function filterVms(entries: readonly VmEntry[], query: string): readonly VmEntry[] {
  if (query.startsWith('@')) {
    const typed = query.slice(1).trim();
    const exact = entries.filter(({ account }) => account?.name === typed);
    if (exact.length > 0) return exact;
    return entries.filter(({ account }) => plain(account?.name ?? '') === plain(typed));
  }
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = searchable(entry);
    return words.every((word) => text.includes(word));
  });
}

function sortValue({ vm }: VmEntry, order: ListOrder): number | null {
  switch (order) {
    case 'rate':
      return vm.billed.perHour;
    case 'age':
      return parseDateTime(vm.startedAt ?? vm.createdAt);
    case 'name':
      return null;
  }
}

/** Sorted by the order, then by name, then by key, so that equal VMs keep a stable order. */
export function sortVms(entries: readonly VmEntry[], order: ListOrder): readonly VmEntry[] {
  const keyed = entries.map((entry) => ({
    entry,
    value: sortValue(entry, order),
    name: sortName(vmName(entry.vm)),
  }));
  keyed.sort(
    (a, b) =>
      largestFirst(a.value, b.value) || byText(a.name, b.name) || byText(a.entry.key, b.entry.key),
  );
  return keyed.map(({ entry }) => entry);
}
