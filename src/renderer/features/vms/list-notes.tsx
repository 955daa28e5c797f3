import { printable } from '../../../shared/format/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button } from '../../ui/index.ts';
import { BilledVms } from './billed-vms.tsx';
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
        <div className="grid justify-items-center gap-1 px-6 py-8 text-center">
          <p className="font-medium">{who}No VMs yet</p>
          <p className="text-quiet">The VMs you rent appear here within half a minute.</p>
          <Button onClick={refresh} tone="link">
            Refresh now
          </Button>
        </div>
      );
    case 'billingOnly':
      return <BilledVms reason={note.reason} accountId={accountId} vms={note.vms} who={who} />;
    case 'nothingYet':
      return (
        <div className="grid justify-items-center gap-1 px-6 py-8 text-center">
          <p className="font-medium">{who}Nothing heard yet</p>
          <p className="text-quiet">The VMs appear here as soon as the service answers.</p>
          <Button onClick={() => go({ kind: 'accounts' })} tone="link">
            Look at the account
          </Button>
        </div>
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
  const pictures = useApp((app) => app.pictures);
  return accounts.map(({ id, label }) => {
    const note = listNote(pictures[id]);
    const who = accounts.length > 1 ? `${printable(label)}: ` : '';
    return note === null ? null : <Note accountId={id} key={id} note={note} who={who} />;
  });
}
