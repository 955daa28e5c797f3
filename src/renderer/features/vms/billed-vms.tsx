import { type Spend, type SpendVm, vmName } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';
import { go } from '../../navigation.ts';
import { Button, Icon, Money } from '../../ui/index.ts';
import { billedWords } from './billed-words.ts';
import { gpuWords } from './gpu-words.ts';

interface BilledVmsProps {
  /** The service's own words for why there is no more. */
  readonly reason: string;
  readonly accountId: string;
  /** Null: never heard. */
  readonly spend: Spend | null;
  readonly who: string;
}

/** A key for each, also where the service says the same id twice. */
function keyed(vms: readonly SpendVm[]) {
  const seen = new Map<string, number>();
  return vms.map((vm) => {
    const before = seen.get(vm.vmId) ?? 0;
    seen.set(vm.vmId, before + 1);
    return { key: `${vm.vmId} ${before}`, vm };
  });
}

/** What a key that sees billing only can see of VMs: what each of them costs. */
export function BilledVms({ reason, accountId, spend, who }: BilledVmsProps) {
  const vms = spend?.vms ?? [];
  const words = billedWords(spend);
  return (
    <section className="pt-2">
      <div className="flex items-start gap-2 px-4 py-1 text-small">
        <span className="text-quiet">
          <Icon name="info" />
        </span>
        <p className="grow text-quiet" title={reason}>
          {who}This key sees billing only, so there is no status and no SSH.
          <span className="sr-only"> {reason}</span>
        </p>
        <Button onClick={() => go({ kind: 'signIn', accountId })} tone="link">
          Use another key
        </Button>
      </div>
      {vms.length > 0 && (
        <h2 className="px-4 pt-2 pb-1 font-medium text-quiet text-small">Billed · {vms.length}</h2>
      )}
      <ul aria-label="Billed VMs">
        {keyed(vms).map(({ key, vm }) => (
          <li
            className="grid h-9 grid-cols-[minmax(0,1fr)_82px_6rem] items-center gap-3 px-4 [content-visibility:auto]"
            key={key}
          >
            <span className="one-line font-medium">
              {printable(vmName({ id: vm.vmId, vmid: vm.vmid, label: null }))}
            </span>
            <span className="one-line text-quiet text-small">{gpuWords(vm)}</span>
            <span className="text-right">
              <Money amount={vm.totalPerHour} per="h" />
            </span>
          </li>
        ))}
      </ul>
      {words !== null && <p className="px-4 py-3 text-quiet">{words}</p>}
    </section>
  );
}
