import { type ReactNode, useId } from 'react';
import {
  describeProblem,
  gpusOf,
  isScopeProblem,
  type Offer,
  vmName,
} from '../../../shared/domain/index.ts';
import { formatRate, printable } from '../../../shared/format/index.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useAccount, useApp } from '../../store.ts';
import { Button, Icon, keyed, Logo, Money, useAnswer } from '../../ui/index.ts';
import { Lack } from '../accounts/lack.tsx';
import { problemNote } from '../alerts/banners.ts';
import { Step } from '../alerts/next-step.tsx';
import type { ListNote } from './list-note.ts';
import { gpuLabel } from './messages.ts';
import { billedNote, billedTitle, messages, noVms, unreadableVms } from './note-messages.ts';

interface EmptyNoteProps {
  readonly title: string;
  readonly text?: string;
  /** There should be data. */
  readonly isProblem?: boolean;
  readonly children?: ReactNode;
}

function EmptyNote({ title, text, isProblem = false, children }: EmptyNoteProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid justify-items-center gap-2 break-words px-6 py-8 text-center"
    >
      <span className={isProblem ? 'text-red' : 'text-accent'}>
        <Logo />
      </span>
      <h2 className="font-medium" id={id}>
        {title}
      </h2>
      {text !== undefined && <p className="text-quiet">{text}</p>}
      {children}
    </section>
  );
}

/** No VMs, with the lowest price of the offers once it is known. */
function NoVms({ accountId, prefix }: Omit<AccountNoteProps, 'note'>) {
  const baseUrl = useAccount(accountId)?.baseUrl ?? '';
  const hideAmounts = useApp(({ preferences }) => preferences.hideAmounts);
  const answer = useAnswer(baseUrl, (url) => bridge.readOffers({ baseUrl: url, list: 'offers' }));
  const prices = answer?.ok ? answer.value.offers.flatMap(priceOf) : [];
  const from = hideAmounts || prices.length === 0 ? null : formatRate(Math.min(...prices));
  return (
    <EmptyNote title={`${prefix}${noVms(from)}`}>
      <Button
        label={messages.seeOffers}
        onClick={() => go({ kind: 'offers', baseUrl })}
        tone="primary"
      />
    </EmptyNote>
  );
}

/** An account without VMs: its service's offers, or where to launch instead. */
function Empty({ accountId, prefix }: Omit<AccountNoteProps, 'note'>) {
  const account = useAccount(accountId);
  if (account === undefined) return null;
  if (account.can.includes('launch')) return <NoVms accountId={accountId} prefix={prefix} />;
  return (
    <EmptyNote title={`${prefix}${noVms(null)}`}>
      <Lack account={account} lacking="launch" />
    </EmptyNote>
  );
}

/** $/h of an offer that is free; empty: none, or unknown. */
function priceOf(offer: Offer): readonly number[] {
  return gpusOf(offer) === 0 || offer.pricePerHour === null ? [] : [offer.pricePerHour];
}

type BilledVmsProps = Extract<ListNote, { readonly kind: 'billingOnly' }> &
  Omit<AccountNoteProps, 'note'>;

/** The VMs that the spend of a billing-only key lists. */
function BilledVms({ problem, accountId, spend, prefix }: BilledVmsProps) {
  const reason = describeProblem(problem).message;
  const isOfKey = isScopeProblem(problem);
  const vms = spend?.vms ?? [];
  const note = billedNote(spend);
  return (
    <section className="pt-2">
      <div className="flex flex-wrap items-start gap-x-2 px-4 py-1 text-small">
        <span className="text-quiet">
          <Icon name="info" />
        </span>
        <p className="min-w-0 grow basis-24 break-words text-quiet">
          {`${prefix}${messages.billingOnly(isOfKey)} ${reason}`}
        </p>
        {isOfKey && (
          <Button
            label={messages.anotherKey}
            onClick={() => go({ kind: 'signIn', accountId })}
            tone="link"
          />
        )}
      </div>
      {vms.length > 0 && (
        <h2 className="px-4 pt-2 pb-1 font-medium text-quiet text-small">
          {billedTitle(vms.length)}
        </h2>
      )}
      <ul aria-label={messages.billedLabel}>
        {keyed(vms, ({ vmId }) => vmId).map(({ key, item: vm }) => (
          <li
            className="grid min-h-8 grid-cols-[minmax(0,2fr)_minmax(0,1fr)_6rem] items-center gap-x-3 pr-10 pl-4 [content-visibility:auto] max-[279px]:grid-cols-[minmax(0,1fr)_auto]"
            key={key}
          >
            <span className="one-line font-medium" dir="auto">
              {printable(vmName({ id: vm.vmId, defaultName: vm.defaultName, label: null }))}
            </span>
            <span className="one-line text-quiet text-small max-[279px]:order-last" dir="auto">
              {gpuLabel(vm)}
            </span>
            <span className="text-right">
              <Money amount={vm.totalPerHour} isNarrow per="h" />
            </span>
          </li>
        ))}
      </ul>
      {note !== null && <p className="px-4 py-3 text-quiet">{note}</p>}
    </section>
  );
}

interface AccountNoteProps {
  readonly note: Exclude<ListNote, { readonly kind: 'loading' }>;
  readonly accountId: string;
  /** Account label and colon; empty with a single account. */
  readonly prefix: string;
}

/** The note of an account below or in place of its VMs, with the next step. */
export function AccountNote({ note, accountId, prefix }: AccountNoteProps) {
  const account = useAccount(accountId);
  switch (note.kind) {
    case 'empty':
      return <Empty accountId={accountId} prefix={prefix} />;
    case 'billingOnly':
      return <BilledVms {...note} accountId={accountId} prefix={prefix} />;
    case 'noData': {
      const { message, action, steps } = problemNote(note.problem, accountId);
      return (
        <EmptyNote
          isProblem
          text={`${message} ${action}`}
          title={`${prefix}${messages.noDataTitle}`}
        >
          {steps.map((step) => (
            <Step key={step.kind} step={step} />
          ))}
        </EmptyNote>
      );
    }
    case 'offline':
      return <EmptyNote text={messages.offline} title={`${prefix}${messages.noDataTitle}`} />;
    case 'incomplete':
    case 'skipped':
      return (
        <p className="px-4 py-2 text-amber text-small">
          {prefix}
          {note.kind === 'skipped'
            ? unreadableVms(note.count)
            : messages.incomplete(serviceName(account === undefined ? [] : [account]))}
        </p>
      );
  }
}
