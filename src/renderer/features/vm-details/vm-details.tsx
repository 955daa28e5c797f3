import { useId } from 'react';
import { type AppAccount, appFreshness, freshnessLabel } from '../../../shared/app/index.ts';
import { billedNow, runningSince, type Vm, vmName, vmPhase } from '../../../shared/domain/index.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import { goBack } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import {
  ago,
  Button,
  coarseDuration,
  Money,
  ScreenFrame,
  StatusMark,
  useMinute,
} from '../../ui/index.ts';
import { gpuLabel } from '../vms/index.ts';
import { messages, statusText } from './messages.ts';
import { SshSection } from './ssh-section.tsx';
import { VmActions } from './vm-actions.tsx';
import { type FieldValue, type VmFieldGroup, vmCost, vmFields } from './vm-fields.ts';

const fullTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function Time({ iso }: { readonly iso: string | null }) {
  const now = useMinute();
  const time = parseDateTime(iso);
  if (time === null) return messages.unknown;
  return (
    <>
      {fullTime.format(time)} <span className="text-quiet">{ago(time, now)}</span>
    </>
  );
}

function Value({ value }: { readonly value: FieldValue }) {
  if (value === null || typeof value === 'string') return value ?? messages.unknown;
  return 'iso' in value ? <Time iso={value.iso} /> : <Money amount={value.perHour} per="h" />;
}

function Fields({ title, fields }: VmFieldGroup) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-line border-t py-3">
      <h2 className="pb-1 text-quiet text-small" id={headingId}>
        {title}
      </h2>
      <dl className="grid grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] gap-x-3 gap-y-1">
        {fields.map(([name, value]) => (
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

/** The age of the data while it is not up to date. */
function Age({ account }: { readonly account: AppAccount }) {
  const now = useMinute();
  const label = useApp(({ snapshots }) => {
    const freshness = appFreshness({ accounts: [account], snapshots });
    return freshness.kind === 'live' ? null : freshnessLabel(freshness, now);
  });
  return label === null ? null : <span className="text-quiet">{label}</span>;
}

interface SummaryProps {
  readonly vm: Vm;
  readonly account: AppAccount;
  /** $/h; null: unknown. */
  readonly billed: number | null;
}

/** Status, GPUs, running time and rate. */
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
          {statusText(vm, billed, now)} <Age account={account} />
        </p>
        <p className="text-quiet text-small">{facts.join(' · ')}</p>
      </div>
      <p className="font-medium text-title">
        <span className="sr-only">{messages.billedNow}</span>
        <Money amount={billed} per="h" />
      </p>
    </div>
  );
}

interface VmDetailsProps {
  readonly accountId: string;
  readonly vmId: string;
}

/** One VM: summary, actions, cost, SSH and every field of the service. */
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
      <ScreenFrame title={messages.title}>
        <p className="pb-2">{messages.gone}</p>
        <Button onClick={goBack}>{messages.back}</Button>
      </ScreenFrame>
    );
  const name = vmName(vm);
  return (
    <ScreenFrame fullTitle={name} title={name}>
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
