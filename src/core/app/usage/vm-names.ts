import { vmName } from '../../../shared/domain/vm.ts';
import { printable } from '../../../shared/format/index.ts';
import { type AppState, allVms } from '../../../shared/state/index.ts';
import { usageVmName } from '../../../shared/usage/usage.ts';
import type { UsageRow } from '../../../shared/usage/usage-schemas.ts';
import type { History } from '../../history/index.ts';

interface NamedVm {
  /** Printable. */
  readonly name: string;
  /** The account that lists the VM; null: none. */
  readonly listedBy: string | null;
}

export type NameVm = (row: Pick<UsageRow, 'accountId' | 'vmId' | 'defaultName'>) => NamedVm;

/**
 * Names the VMs of a report: those that any account of the service lists, since another key of the same owner may read the VMs that
 * an account pays for, and others by the name that was recorded last.
 * @param readNames reads all events, so it is called only for a VM that is not listed
 */
export function vmNames(
  { accounts, snapshots }: Pick<AppState, 'accounts' | 'snapshots'>,
  readNames: () => ReturnType<History['names']>,
): NameVm {
  const urls = new Map(accounts.map(({ id, baseUrl }) => [id, baseUrl]));
  const keyOf = (accountId: string, vmId: string | null) => `${urls.get(accountId)} ${vmId ?? ''}`;
  const listed = new Map(
    allVms({ accounts, snapshots }).map(
      ({ accountId, vm }) =>
        [keyOf(accountId, vm.id), { name: vmName(vm), listedBy: accountId }] as const,
    ),
  );
  let recorded: ReadonlyMap<string, ReturnType<typeof readNames>[number]> | null = null;
  return (row) => {
    const key = keyOf(row.accountId, row.vmId);
    const vm = listed.get(key);
    if (vm !== undefined) return vm;
    recorded ??= new Map(readNames().map((last) => [keyOf(last.accountId, last.vmId), last]));
    const last = recorded.get(key);
    if (last === undefined) return { name: usageVmName(row, null), listedBy: null };
    const isGone = snapshots[last.accountId]?.vms.value?.isComplete === true;
    return { name: printable(isGone ? `${last.name} (gone)` : last.name), listedBy: null };
  };
}
