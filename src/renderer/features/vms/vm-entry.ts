import { type AccountSnapshot, type AppAccount, vmKey } from '../../../shared/app/index.ts';
import { billedNow, type Vm, vmName } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** A VM in the list, with the account that it belongs to. */
export interface VmEntry {
  /** `vmKey`: unique over all accounts. */
  readonly key: string;
  readonly accountId: string;
  /** Null while there is one account only. */
  readonly accountLabel: string | null;
  readonly vm: Vm;
  /** $/h that it costs now, null: not known. A number, so that a row whose figure stays is not drawn for a spend that is new. */
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

/** `vmName`, worked out once for each VM: lists of thousands are sorted by it. */
export function nameOf(vm: Vm): string {
  const known = names.get(vm);
  if (known !== undefined) return known;
  const name = vmName(vm);
  names.set(vm, name);
  return name;
}
