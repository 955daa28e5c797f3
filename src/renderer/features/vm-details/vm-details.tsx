import type { AppAccount } from '../../../shared/app/index.ts';
import { type Vm, vmName, vmPhase } from '../../../shared/domain/index.ts';
import { freshnessWords } from '../../freshness.ts';
import { goBack } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, ScreenFrame, StatusMark, useMinute } from '../../ui/index.ts';
import { AccountBanners } from '../banners/index.ts';
import { Value } from './field-value.tsx';
import { SshSection } from './ssh-section.tsx';
import { statusWords } from './status-words.ts';
import { VmActions } from './vm-actions.tsx';
import { vmFields } from './vm-fields.ts';

export interface VmDetailsProps {
  readonly accountId: string;
  readonly vmId: string;
}

function Fields({ vm }: { readonly vm: Vm }) {
  return vmFields(vm).map(({ title, fields }) => (
    <section className="border-line border-t py-3" key={title}>
      <h2 className="pb-1 text-quiet text-small">{title}</h2>
      <dl className="grid grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] gap-x-3 gap-y-1">
        {fields.map(({ name, value }) => (
          <div className="contents" key={name}>
            <dt className="text-quiet">{name}</dt>
            <dd className="select-text break-words">
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

/** The age of what is shown, where it is not live. */
function Age({ account }: { readonly account: AppAccount }) {
  const now = useMinute();
  const words = useApp((app) => freshnessWords({ ...app, accounts: [account] }, now));
  return words === 'Live' ? null : <span className="text-quiet">{words}</span>;
}

/** One VM with everything the service says of it. */
export function VmDetails({ accountId, vmId }: VmDetailsProps) {
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId));
  const vm = useApp(({ pictures }) =>
    pictures[accountId]?.vms.value?.vms.find(({ id }) => id === vmId),
  );
  if (account === undefined || vm === undefined)
    return (
      <ScreenFrame title="VM">
        <p className="pb-2">This VM is no longer in the list.</p>
        <Button onClick={goBack}>Back to the list</Button>
      </ScreenFrame>
    );
  const name = vmName(vm);
  return (
    <ScreenFrame fullTitle={name} title={name}>
      <AccountBanners accountId={accountId} />
      <p className="flex gap-2 pb-3">
        <span className="mt-0.5">
          <StatusMark phase={vmPhase(vm.status)} />
        </span>
        {statusWords(vm.status, vm.ipAddress !== null)} <Age account={account} />
      </p>
      <VmActions account={account} vm={vm} />
      <SshSection account={account} vm={vm} />
      <Fields vm={vm} />
    </ScreenFrame>
  );
}
