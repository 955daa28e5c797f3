import type { SpendVm } from '../../../shared/domain/index.ts';
import { go } from '../../navigation.ts';
import { Button, Icon, Money } from '../../ui/index.ts';
import { gpuWords } from './gpu-words.ts';

interface BilledVmsProps {
  /** The service's own words for why there is no more. */
  readonly reason: string;
  readonly accountId: string;
  readonly vms: readonly SpendVm[];
  readonly who: string;
}

/** What a key that sees billing only can see of VMs: what each of them costs. */
export function BilledVms({ reason, accountId, vms, who }: BilledVmsProps) {
  return (
    <section className="pt-2">
      <div className="flex items-start gap-2 px-4 py-1 text-small">
        <span className="text-quiet">
          <Icon name="info" />
        </span>
        <p className="grow text-quiet" title={reason}>
          {who}This key sees billing only, so there is no status and no SSH.
        </p>
        <Button onClick={() => go({ kind: 'signIn', accountId })} tone="link">
          Use another key
        </Button>
      </div>
      {vms.length === 0 && <p className="px-4 py-4 text-quiet">Nothing is billed right now.</p>}
      {vms.length > 0 && (
        <h2 className="px-4 pt-2 pb-1 font-medium text-quiet text-small">Billed · {vms.length}</h2>
      )}
      <ul aria-label="Billed VMs">
        {vms.map((vm) => (
          <li
            className="grid h-9 grid-cols-[minmax(0,1fr)_82px_6rem] items-center gap-3 px-4 [content-visibility:auto]"
            key={vm.vmId}
          >
            <span className="one-line font-medium">
              {vm.vmid === null ? `vm-${vm.vmId.slice(0, 8)}` : `vm-${vm.vmid}`}
            </span>
            <span className="one-line text-quiet text-small">{gpuWords(vm)}</span>
            <span className="text-right">
              <Money amount={vm.totalPerHour} per="h" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
