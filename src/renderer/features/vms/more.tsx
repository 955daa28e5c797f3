import { useId } from 'react';
import { parseDateTime } from '../../../shared/format/index.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { type FieldValue, type VmFieldGroup, vmFields } from '../../../shared/vms/vm-fields.ts';
import { useApp, type VmOfAccount } from '../../store.ts';
import { fromNow, Money, useMinute } from '../../ui/index.ts';
import { useLoginWays } from '../ssh/login-section.tsx';
import { HostKey, PortForward, VmLoginForm } from '../ssh/ssh-forms.tsx';
import { messages } from './details-messages.ts';

const fullTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function Value({ value }: { readonly value: FieldValue }) {
  const now = useMinute();
  if (typeof value === 'string') return value;
  if ('perHour' in value) return <Money amount={value.perHour} per="h" />;
  const time = parseDateTime(value.iso);
  if (time === null) return messages.unknown;
  return (
    <>
      {fullTime.format(time)} <span className="inline-block text-quiet">{fromNow(time, now)}</span>
    </>
  );
}

function Fields({ title, fields }: VmFieldGroup) {
  const headingId = useId();
  const known = fields.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  if (known.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h3 className="pb-1 text-quiet text-small" id={headingId}>
        {title}
      </h3>
      <dl className="grid grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] items-baseline gap-x-3">
        {known.map(({ name, value }) => (
          <div className="contents" key={name}>
            <dt className="text-quiet">{name}</dt>
            <dd className="min-w-0 select-text [overflow-wrap:anywhere]" dir="auto">
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SshTools({ vm, account }: VmOfAccount) {
  const { obstacle, notRunning, isShellOnly } = useLoginWays(vm, account);
  const target = { accountId: account.id, vmId: vm.id };
  return (
    <>
      {obstacle === null && notRunning === null && (
        <>
          {!isShellOnly && <PortForward {...target} />}
          <HostKey {...target} />
        </>
      )}
      {vm.phase !== 'destroyed' && <VmLoginForm {...target} provided={vm.login ?? null} />}
    </>
  );
}

export function More({ vm, account }: VmOfAccount) {
  const firstSeen = useApp((app) => app.firstSeen[vmKey(account.id, vm.id)] ?? null);
  return (
    <details>
      <summary className="w-fit cursor-pointer font-medium text-accent">{messages.more}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
        <SshTools account={account} vm={vm} />
        {vmFields(vm, firstSeen).map((group) => (
          <Fields key={group.title} {...group} />
        ))}
      </div>
    </details>
  );
}
