import { printable } from '../../../shared/format/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button } from '../../ui/index.ts';
import { Step, troubleOf } from '../banners/index.ts';
import { BilledVms } from './billed-vms.tsx';
import { EmptyNote } from './empty-note.tsx';
import { type ListNote, listNote } from './list-note.ts';
import { SkeletonRows } from './skeleton-rows.tsx';

interface NoteProps {
  readonly note: ListNote;
  readonly accountId: string;
  /** Whose, where there are several. */
  readonly who: string;
}

function Note({ note, accountId, who }: NoteProps) {
  const refresh = () => answerOf(bridge.refresh({ accountId }));
  switch (note.kind) {
    case 'loading':
      return <SkeletonRows />;
    case 'empty':
      return (
        <EmptyNote
          title={`${who}No VMs yet`}
          words="The VMs you rent appear here within half a minute."
        >
          <Button onClick={refresh} tone="link">
            Refresh now
          </Button>
        </EmptyNote>
      );
    case 'billingOnly':
      return <BilledVms {...note} accountId={accountId} who={who} />;
    case 'unheard': {
      const { message, action, step } = troubleOf(note.problem, accountId);
      return (
        <EmptyNote title={`${who}No VMs to show yet`} words={`${message} ${action}`}>
          <Step step={step} />
        </EmptyNote>
      );
    }
    case 'offline':
      return (
        <EmptyNote
          title={`${who}No VMs to show yet`}
          words="The VMs appear here once this computer is online."
        />
      );
    case 'skipped':
      return (
        <p className="px-4 py-2 text-amber text-small">
          {who}
          {note.count === 1 ? 'One VM' : `${note.count} VMs`} could not be read: the service
          describes {note.count === 1 ? 'it' : 'them'} in a form GPU Tray does not know.
        </p>
      );
  }
}

/** For each account whose VMs cannot simply be shown: why, and the next step. */
export function ListNotes() {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  const isOnline = useApp(({ surroundings }) => surroundings.isOnline);
  return accounts.map(({ id, label }) => {
    const note = listNote(snapshots[id], isOnline);
    const who = accounts.length > 1 ? `${printable(label)}: ` : '';
    return note === null ? null : <Note accountId={id} key={id} note={note} who={who} />;
  });
}
