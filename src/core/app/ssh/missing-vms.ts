import { type AppState, vmKey } from '../../../shared/app/index.ts';
import { isThere, type SshHost } from '../../ssh/index.ts';

/** A VM as one account sees it. */
export type VmRef = Pick<SshHost, 'accountId' | 'vmId'>;

/**
 * The remembered VMs that a whole list lacks, or has as destroyed. That alone proves nothing: a list that shifts while it is
 * read loses an item now and then, and a status may be wrong once. Each is to be asked for by its id.
 */
export function missingVms(
  hosts: Iterable<VmRef>,
  { snapshots }: Pick<AppState, 'snapshots'>,
): readonly VmRef[] {
  const there = new Set<string>();
  const isWhole = new Set<string>();
  for (const [accountId, { vms }] of Object.entries(snapshots)) {
    if (vms.value === null || vms.problem !== null || vms.value.skipped > 0) continue;
    isWhole.add(accountId);
    for (const vm of vms.value.vms) if (isThere(vm)) there.add(vmKey(accountId, vm.id));
  }
  return [...hosts].filter(
    ({ accountId, vmId }) => isWhole.has(accountId) && !there.has(vmKey(accountId, vmId)),
  );
}
