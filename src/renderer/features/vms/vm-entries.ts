import { type AccountSnapshot, type AppAccount, vmKey } from '../../../shared/app/index.ts';
import { billedNow, byName, largestFirst, type Vm, vmName } from '../../../shared/domain/index.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';
import type { ListOrder } from './list-view.ts';

/** A VM in the list, with its account. */
export interface VmEntry {
  /** `vmKey`: unique over all accounts. */
  readonly key: string;
  readonly accountId: string;
  /** Null with a single account. */
  readonly accountLabel: string | null;
  readonly vm: Vm;
  /** $/h billed now; null: unknown. A number instead of the spend, so that a new spend with the same figure renders no row. */
  readonly billed: number | null;
}

/** All VMs of all accounts, account by account. */
export function vmEntries(
  accounts: readonly AppAccount[],
  snapshots: Readonly<Record<string, AccountSnapshot>>,
): readonly VmEntry[] {
  const hasSeveral = accounts.length > 1;
  return accounts.flatMap(({ id, label }) => {
    const accountLabel = hasSeveral ? printable(label) : null;
    const snapshot = snapshots[id];
    const spend = snapshot?.spend.value ?? null;
    return (snapshot?.vms.value?.vms ?? []).map((vm) => ({
      key: vmKey(id, vm.id),
      accountId: id,
      accountLabel,
      vm,
      billed: billedNow(vm, spend),
    }));
  });
}

const names = new WeakMap<Vm, string>();

/** `vmName`, cached per VM because thousands are sorted by it. */
export function nameOf(vm: Vm): string {
  const known = names.get(vm);
  if (known !== undefined) return known;
  const name = vmName(vm);
  names.set(vm, name);
  return name;
}

function searchable({ vm, accountLabel }: VmEntry): string {
  const parts = [nameOf(vm), vm.vmid, vm.node, vm.gpuType, vm.status, vm.ipAddress, accountLabel];
  return parts.join('\n').toLowerCase();
}

/** VMs in which every word of the query occurs in the name, number, node, GPU, status, address or account. */
export function filterVms(entries: readonly VmEntry[], query: string): readonly VmEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = searchable(entry);
    return words.every((word) => text.includes(word));
  });
}

function sortValue({ vm, billed }: VmEntry, order: ListOrder): number | null {
  switch (order) {
    case 'rate':
      return billed;
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
    name: nameOf(entry.vm),
  }));
  keyed.sort(
    (a, b) =>
      largestFirst(a.value, b.value) ||
      byName(a.name, b.name) ||
      (a.entry.key < b.entry.key ? -1 : 1),
  );
  return keyed.map(({ entry }) => entry);
}
