import type { AppState } from '../../../shared/app/index.ts';
import { isThere, type SshHost, type SshVm } from '../../ssh/index.ts';

/** A VM as one account sees it. */
export type VmRef = Pick<SshHost, 'accountId' | 'vmId'>;

export interface MissingVms {
  /** The service said so, or the monitor asked for them by their id. */
  readonly gone: readonly VmRef[];
  /** Remembered from an earlier time and not on the list: perhaps gone, perhaps lost in a list that shifted. */
  readonly doubtful: readonly VmRef[];
}

/**
 * The remembered VMs that a whole list lacks. One that was heard of since the start is gone, since the monitor confirms that
 * by the VM's id; of one that was not, nobody has asked yet.
 */
export function missingVms(
  hosts: Iterable<VmRef>,
  heard: readonly Pick<SshVm, 'accountId' | 'vmId'>[],
  { pictures }: Pick<AppState, 'pictures'>,
): MissingVms {
  const wasHeard = new Set(heard.map(({ accountId, vmId }) => `${accountId} ${vmId}`));
  const gone: VmRef[] = [];
  const doubtful: VmRef[] = [];
  for (const { accountId, vmId } of hosts) {
    const vms = pictures[accountId]?.vms;
    // A list that is not whole says nothing of those it lacks.
    if (!vms?.value || vms.problem !== null) continue;
    const listed = vms.value.vms.find(({ id }) => id === vmId);
    if (listed !== undefined && isThere(listed)) continue;
    if (listed !== undefined || wasHeard.has(`${accountId} ${vmId}`))
      gone.push({ accountId, vmId });
    else if (vms.value.skipped === 0) doubtful.push({ accountId, vmId });
  }
  return { gone, doubtful };
}
