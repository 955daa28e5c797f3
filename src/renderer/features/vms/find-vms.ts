import { type AccountName, accountNames } from '../../../shared/accounts/index.ts';
import { byText, largestFirst, sortName } from '../../../shared/domain/rank.ts';
import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import { serviceOf } from '../../../shared/providers/providers.ts';
import type { AppState, ListedVm } from '../../../shared/state/index.ts';
import type { ListOrder } from './list-view.ts';

/** By account id; empty with a single account, whose rows do not name it. */
export function rowAccounts(accounts: AppState['accounts']): ReadonlyMap<string, AccountName> {
  return accounts.length < 2 ? new Map() : accountNames(accounts);
}

/** macOS and Linux keyboards compose accents in different ways. */
const plain = (text: string) => text.normalize('NFC').toLowerCase();

/** VMs with every word of the query, or of the account that `@name` names. @param named from `rowAccounts` */
export function filterVms(
  vms: readonly ListedVm[],
  query: string,
  named: ReadonlyMap<string, AccountName>,
): readonly ListedVm[] {
  const ownerOf = ({ accountId }: ListedVm) => named.get(accountId)?.name ?? '';
  if (query.startsWith('@')) {
    const typed = query.slice(1).trim();
    // Two names may differ only in case.
    const isExact = [...named.values()].some(({ name }) => name === typed);
    const form = isExact ? String : plain;
    return vms.filter((listed) => form(ownerOf(listed)) === form(typed));
  }
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return vms;
  return vms.filter((listed) => {
    const { account, vm } = listed;
    const { gpuType, status, ipAddress, facts } = vm;
    const ofVm = [vmName(vm), gpuType, status, ipAddress, ...Object.values(facts)];
    const text = plain([...ofVm, ownerOf(listed), account.label, serviceOf(account)].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

const VALUES = {
  rate: (vm: Vm) => vm.billed.perHour,
  age: (vm: Vm) => parseDateTime(vm.startedAt ?? vm.createdAt),
  name: () => null,
} as const;

/** Sorted by the order, then by name, then by key, so that equal VMs keep a stable order. */
export function sortVms(vms: readonly ListedVm[], order: ListOrder): readonly ListedVm[] {
  const sortValue = VALUES[order];
  return vms
    .map((listed) => ({ listed, value: sortValue(listed.vm), name: sortName(vmName(listed.vm)) }))
    .sort(
      (a, b) =>
        largestFirst(a.value, b.value) ||
        byText(a.name, b.name) ||
        byText(a.listed.key, b.listed.key),
    )
    .map(({ listed }) => listed);
}
