import type { ReactNode } from 'react';
import { type AppAccount, accountPrefix } from '../../../shared/accounts/index.ts';
import { gpuLabel, vmName } from '../../../shared/domain/vm.ts';
import { formatRate, printable } from '../../../shared/format/index.ts';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { type Issue, isAbout, issuesOf } from '../../../shared/polling/issues.ts';
import { bridge, go, useApp } from '../../store.ts';
import { Button, Icon, keyed, Logo, Money, useAnswer } from '../../ui/index.ts';
import { Step } from '../alerts/next-step.tsx';
import { billedNote } from './details-messages.ts';
import { clearFilter, useListView } from './list-view.ts';

export function NoMatch() {
  const query = useListView((view) => view.query);
  return (
    <div className="grid justify-items-center gap-1 px-6 py-8 text-center">
      <p className="max-w-full text-quiet">
        No VM matches <span className="break-words text-ink">{query.trim().slice(0, 80)}</span>
      </p>
      <Button label="Show all" onClick={clearFilter} tone="link" />
    </div>
  );
}

interface EmptyNoteProps {
  readonly title: string;
  readonly text?: string;
  readonly isProblem?: boolean;
  readonly children?: ReactNode;
}

function EmptyNote({ title, text, isProblem = false, children }: EmptyNoteProps) {
  return (
    <section
      aria-label={title}
      className="grid justify-items-center gap-2 break-words px-6 py-8 text-center"
    >
      <Logo color={isProblem ? 'text-red' : 'text-accent'} />
      <h2 className="font-medium">{title}</h2>
      {text !== undefined && <p className="text-quiet">{text}</p>}
      {children}
    </section>
  );
}

/** No VMs, with the lowest price of the provider's offers once it is known. */
function NoVms({ account }: { readonly account: AppAccount }) {
  const { provider } = account;
  const prefix = useApp(({ accounts }) => accountPrefix(accounts, account));
  const hideAmounts = useApp(({ preferences }) => preferences.hideAmounts);
  const answer = useAnswer(provider, () => bridge.readCloudOffers({ ...ANY_OFFER, provider }));
  const prices = answer?.ok ? answer.value.offers.flatMap(({ price }) => price.perHour ?? []) : [];
  const from = hideAmounts || prices.length === 0 ? null : formatRate(Math.min(...prices));
  return (
    <EmptyNote title={`${prefix}No VMs.${from === null ? '' : ` Launch one from ${from}`}`}>
      <Button
        label="See offers"
        onClick={() => go({ kind: 'offers', filter: null })}
        tone="primary"
      />
    </EmptyNote>
  );
}

function BilledVms({ issue }: { readonly issue: Issue }) {
  const { prefix, message, action, steps, accountId } = issue;
  const spend = useApp(({ snapshots }) => snapshots[accountId ?? '']?.spend.value ?? null);
  const vms = spend?.vms ?? [];
  const note = billedNote(spend);
  return (
    <section className="pt-2">
      <div className="flex flex-wrap items-start gap-x-2 px-4 py-1 text-small">
        <Icon className="text-quiet" name="info" />
        <p className="min-w-0 grow basis-24 break-words text-quiet">
          {`${prefix}${message} ${action}`}
        </p>
        {steps.map((step) => (
          <Step key={step.kind} step={step} />
        ))}
      </div>
      <ul aria-label="Billed VMs">
        {keyed(vms, ({ vmId }) => vmId).map(({ key, item: vm }) => (
          <li
            className="grid min-h-8 grid-cols-[minmax(0,2fr)_minmax(0,1fr)_6rem] items-center gap-x-3 pr-10 pl-4 [content-visibility:auto] max-[279px]:grid-cols-[minmax(0,1fr)_auto]"
            key={key}
          >
            <span className="one-line font-medium" dir="auto">
              {printable(vmName({ ...vm, id: vm.vmId, label: null }))}
            </span>
            <span className="one-line text-quiet text-small max-[279px]:order-last" dir="auto">
              {gpuLabel(vm)}
            </span>
            <span className="text-right">
              <Money amount={vm.totalPerHour} per="h" />
            </span>
          </li>
        ))}
      </ul>
      {note !== null && <p className="px-4 py-3 text-quiet">{note}</p>}
    </section>
  );
}

/** Problems of the list of an account, with the next step, below or in place of its VMs. */
export function AccountNote({ account }: { readonly account: AppAccount }) {
  const app = useApp((state) => state);
  const issues = issuesOf(app, { retries: true }).filter((issue) => isAbout(issue, account.id));
  const list = app.snapshots[account.id]?.vms.value ?? null;
  const unreadable = issues.filter(({ kind }) => kind === 'list');
  const billingOnly = issues.find(({ kind }) => kind === 'billingOnly');
  if (billingOnly !== undefined) return <BilledVms issue={billingOnly} />;
  if (list === null || (!list.isComplete && list.vms.length === 0)) {
    const alarms = issues.filter(({ tone }) => tone === 'alarm');
    const reason = alarms.find(({ accountId }) => accountId !== null) ?? alarms[0];
    if (reason === undefined) return null;
    const { accountId, message, action, steps } = reason;
    // The strip names what concerns all accounts.
    const text = accountId === null ? (action ?? message) : `${message} ${action}`;
    return (
      <EmptyNote
        isProblem
        text={text}
        title={`${accountPrefix(app.accounts, account)}No VMs to show yet`}
      >
        {steps.map((step) => (
          <Step key={step.kind} step={step} />
        ))}
      </EmptyNote>
    );
  }
  if (list.vms.length + list.skipped === 0) return <NoVms account={account} />;
  return unreadable.map(({ prefix, message }) => (
    <p className="px-4 py-2 text-amber text-small" key={message}>
      {`${prefix}${message}`}
    </p>
  ));
}
