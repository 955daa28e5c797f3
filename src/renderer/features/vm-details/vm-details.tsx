import { useId } from 'react';
import type { AppAccount } from '../../../shared/app/index.ts';
import { billedNow, runningSince, type Vm, vmName, vmPhase } from '../../../shared/domain/index.ts';
import { freshnessLabel, UP_TO_DATE } from '../../freshness.ts';
import { goBack } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  coarseDuration,
  Money,
  ScreenFrame,
  StatusMark,
  useMinute,
} from '../../ui/index.ts';
import { AccountBanners } from '../banners/index.ts';
import { gpuLabel } from '../vms/index.ts';
import { Value } from './field-value.tsx';
import { SshSection } from './ssh-section.tsx';
import { statusWords } from './status-words.ts';
import { VmActions } from './vm-actions.tsx';
import { type VmFieldGroup, vmCost, vmFields } from './vm-fields.ts';

export interface VmDetailsProps {
  readonly accountId: string;
  readonly vmId: string;
}

function Fields({ title, fields }: VmFieldGroup) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-line border-t py-3">
      <h2 className="pb-1 text-quiet text-small" id={headingId}>
        {title}
      </h2>
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
  );
}

/** The age of what is shown, where it is not live. */
function Age({ account }: { readonly account: AppAccount }) {
  const now = useMinute();
  const words = useApp((app) => freshnessLabel({ ...app, accounts: [account] }, now));
  return words === UP_TO_DATE ? null : <span className="text-quiet">{words}</span>;
}

interface SummaryProps {
  readonly vm: Vm;
  readonly account: AppAccount;
  /** $/h; null: not known. */
  readonly billed: number | null;
}

/** How it is, what it is and what it costs: what fits on the screen whatever else there is to say. */
function Summary({ vm, account, billed }: SummaryProps) {
  const now = useMinute();
  const since = runningSince(vm);
  const facts = [gpuLabel(vm), ...(since === null ? [] : [coarseDuration(now - since)])];
  return (
    <div className="flex flex-wrap gap-x-2 pb-3">
      <span className="mt-0.5">
        <StatusMark phase={vmPhase(vm.status)} />
      </span>
      <div className="min-w-0 grow basis-0 break-words">
        <p>
          {statusWords(vm.status, vm.ipAddress !== null)} <Age account={account} />
        </p>
        <p className="text-quiet text-small">{facts.join(' · ')}</p>
      </div>
      <p className="font-medium text-title">
        <span className="sr-only">Billed now: </span>
        <Money amount={billed} per="h" />
      </p>
    </div>
  );
}

/** One VM with everything the service says of it. */
export function VmDetails({ accountId, vmId }: VmDetailsProps) {
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId));
  const vm = useApp(({ snapshots }) =>
    snapshots[accountId]?.vms.value?.vms.find(({ id }) => id === vmId),
  );
  const billed = useApp(({ snapshots }) =>
    vm === undefined ? null : billedNow(vm, snapshots[accountId]?.spend.value ?? null),
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
      <Summary account={account} billed={billed} vm={vm} />
      <VmActions account={account} vm={vm} />
      <Fields {...vmCost(vm, billed)} />
      <SshSection account={account} vm={vm} />
      {vmFields(vm).map((group) => (
        <Fields key={group.title} {...group} />
      ))}
    </ScreenFrame>
  );
}
