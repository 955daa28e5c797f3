import { type ReactNode, useId } from 'react';
import { bridge } from '../../bridge.ts';
import { RequestButton } from '../../ui/index.ts';
import { problemNote, Step } from '../banners/index.ts';
import { BilledVms } from './billed-vms.tsx';
import type { ListNote } from './list-note.ts';
import { messages, unreadableVms } from './note-messages.ts';

interface EmptyNoteProps {
  readonly title: string;
  readonly text: string;
  /** The next step. */
  readonly children?: ReactNode;
}

function EmptyNote({ title, text, children }: EmptyNoteProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid justify-items-center gap-1 break-words px-6 py-8 text-center"
    >
      <h2 className="font-medium" id={id}>
        {title}
      </h2>
      <p className="text-quiet">{text}</p>
      {children}
    </section>
  );
}

interface AccountNoteProps {
  readonly note: Exclude<ListNote, { readonly kind: 'loading' }>;
  readonly accountId: string;
  /** Account label and colon; empty with a single account. */
  readonly prefix: string;
}

/** What an account shows instead of VMs, or besides them, with the next step. */
export function AccountNote({ note, accountId, prefix }: AccountNoteProps) {
  switch (note.kind) {
    case 'empty':
      return (
        <EmptyNote text={messages.empty} title={`${prefix}${messages.emptyTitle}`}>
          <RequestButton label={messages.refresh} request={() => bridge.refresh({ accountId })} />
        </EmptyNote>
      );
    case 'billingOnly':
      return <BilledVms {...note} accountId={accountId} prefix={prefix} />;
    case 'noData': {
      const { message, action, step } = problemNote(note.problem, accountId);
      return (
        <EmptyNote text={`${message} ${action}`} title={`${prefix}${messages.noDataTitle}`}>
          {step !== null && <Step step={step} />}
        </EmptyNote>
      );
    }
    case 'offline':
      return <EmptyNote text={messages.offline} title={`${prefix}${messages.noDataTitle}`} />;
    case 'skipped':
      return (
        <p className="px-4 py-2 text-amber text-small">
          {prefix}
          {unreadableVms(note.count)}
        </p>
      );
  }
}
