import { type ReactNode, useId } from 'react';
import { printable } from '../../../shared/format/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button } from '../../ui/index.ts';
import { problemNote, Step } from '../banners/index.ts';
import { BilledVms } from './billed-vms.tsx';
import { type ListNote, listNote } from './list-note.ts';
import { useListView } from './list-view.ts';
import { messages, unreadableVms } from './messages.ts';

/** Placeholder rows with the height of real ones. */
function SkeletonRows() {
  return (
    <div className="pt-7">
      <p className="sr-only" role="status">
        {messages.loading}
      </p>
      {['first', 'second', 'third'].map((row) => (
        <div aria-hidden="true" className="flex h-13 items-center gap-2 px-4" key={row}>
          <span className="skeleton size-3" />
          <span className="grid grow gap-1.5">
            <span className="skeleton h-3 w-28" />
            <span className="skeleton h-2 w-44" />
          </span>
          <span className="skeleton h-3 w-16" />
          <span className="w-6" />
        </div>
      ))}
    </div>
  );
}

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

interface NoteProps {
  readonly note: ListNote;
  readonly accountId: string;
  /** Account label and colon; empty with a single account. */
  readonly prefix: string;
}

function Note({ note, accountId, prefix }: NoteProps) {
  switch (note.kind) {
    case 'loading':
      return <SkeletonRows />;
    case 'empty':
      return (
        <EmptyNote text={messages.empty} title={`${prefix}${messages.emptyTitle}`}>
          <Button onClick={() => void answerOf(bridge.refresh({ accountId }))} tone="link">
            {messages.refresh}
          </Button>
        </EmptyNote>
      );
    case 'billingOnly':
      return <BilledVms {...note} accountId={accountId} prefix={prefix} />;
    case 'noData': {
      const { message, action, step } = problemNote(note.problem, accountId);
      return (
        <EmptyNote text={`${message} ${action}`} title={`${prefix}${messages.noDataTitle}`}>
          <Step step={step} />
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

/** One note per account that needs one, with the next step. */
export function ListNotes() {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  const isOnline = useApp(({ surroundings }) => surroundings.isOnline);
  return accounts.map(({ id, label }) => {
    const note = listNote(snapshots[id], isOnline);
    const prefix = accounts.length > 1 ? `${printable(label)}: ` : '';
    return note === null ? null : <Note accountId={id} key={id} note={note} prefix={prefix} />;
  });
}

/** Shown when no VM matches the filter. */
export function NoMatch() {
  const query = useListView((view) => view.query);
  return (
    <div className="grid justify-items-center gap-1 px-6 py-8 text-center">
      <p className="max-w-full text-quiet">
        {messages.noMatch} <span className="break-words text-ink">{query.trim().slice(0, 80)}</span>
      </p>
      <Button onClick={() => useListView.setState({ query: '' })} tone="link">
        {messages.showAll}
      </Button>
    </div>
  );
}
